/// A colour or emphasis of text on a terminal.
enum TextEmphasis: String, Hashable, Sendable {
  case plain = ""
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"
}

/// A switch for coloured text.
struct Style: Hashable, Sendable {
  var isColoured: Bool

  static let plain = Style(isColoured: false)
  static let coloured = Style(isColoured: true)

  /// Creates a style that uses colours on a terminal unless the environment disables them.
  ///
  /// - Parameters:
  ///   - isTerminal: True if the text goes to a terminal.
  ///   - environment: The environment of the process; a non-empty `NO_COLOR` and a `TERM` of `dumb` disable
  ///     colours.
  init(isTerminal: Bool, environment: [String: String]) {
    isColoured =
      isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  private init(isColoured: Bool) { self.isColoured = isColoured }

  func callAsFunction(_ text: String, _ ink: TextEmphasis) -> String {
    guard isColoured, ink != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m"
  }
}
