extension Int {
  /// Parses a number in its canonical form: without a plus, leading zeros, or anything else.
  init?(exactly text: String) {
    guard let number = Int(text), String(number) == text else { return nil }
    self = number
  }
}
