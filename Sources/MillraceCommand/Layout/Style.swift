/// What a piece of text is marked as on a terminal.
enum Ink: String, Hashable, Sendable {
  case plain = ""
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"
}

/// Whether text is coloured.
struct Style: Hashable, Sendable {
  var isColoured: Bool

  static let plain = Style(isColoured: false)
  static let coloured = Style(isColoured: true)

  /// Colours are for people at a terminal who have not asked to do without.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether the text goes to one.
  ///   - environment: What the process was given; `NO_COLOR` counts when it is not empty.
  init(isTerminal: Bool, environment: [String: String]) {
    isColoured =
      isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  private init(isColoured: Bool) { self.isColoured = isColoured }

  func callAsFunction(_ text: String, _ ink: Ink) -> String {
    guard isColoured, ink != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m"
  }
}
