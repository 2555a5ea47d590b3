extension Int {
  /// A number that is written as it would be printed: without a plus, zeros before it, or anything else.
  init?(exactly text: String) {
    guard let number = Int(text), String(number) == text else { return nil }
    self = number
  }
}
