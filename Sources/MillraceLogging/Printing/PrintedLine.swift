import Millrace
import MillraceSupport

/// A line in several colours.
struct PrintedLine {
  /// A colour or an emphasis, as the number of its escape sequence.
  enum Ink: String {
    case plain = ""
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  private var pieces: [(text: String, ink: Ink)] = []
  private var room: Int

  init(width: Int) {
    room = width
  }

  /// Adds a text, as far as there is room.
  mutating func add(_ text: String, _ ink: Ink = .plain) {
    guard room > 0, !text.isEmpty else { return }
    let shown = TextWidth.cut(text, to: room)
    room -= TextWidth.of(shown)
    if shown != text { room = 0 }
    pieces.append((shown, ink))
  }

  /// Adds a text if all of it has room.
  mutating func addWhole(_ text: String, _ ink: Ink) {
    if TextWidth.of(text) <= room { add(text, ink) }
  }

  func text(isColored: Bool) -> String {
    pieces.map { text, ink in
      isColored && ink != .plain ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text
    }.joined()
  }
}
