struct DifferenceLine: Equatable {
  enum Mark: String, Sendable {
    case removed = "- "
    case added = "+ "
    /// A line of both, or about both.
    case same = "  "
  }

  let mark: Mark
  let depth: Int
  let text: String

  init(_ mark: Mark, _ depth: Int, _ text: String) {
    self.mark = mark
    self.depth = depth
    self.text = text
  }

  /// Appends the line as people read it.
  func write(to text: inout String) {
    text += mark.rawValue
    for _ in 0..<depth { text += "  " }
    text += self.text
  }
}
