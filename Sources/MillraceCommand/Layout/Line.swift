import Millrace
import MillraceSupport

/// A line of coloured pieces with a known width in columns.
struct Line: Hashable, Sendable {
  struct Piece: Hashable, Sendable {
    var text: String
    var ink: TextEmphasis
  }

  private(set) var pieces: [Piece] = []
  private(set) var width = 0

  init() {}

  init(_ text: String, _ ink: TextEmphasis = .plain) { add(text, ink) }

  /// Adds text, with everything that could control a terminal made harmless.
  mutating func add(_ text: String, _ ink: TextEmphasis = .plain) {
    let text = TextWidth.harmless(text)
    pieces.append(Piece(text: text, ink: ink))
    width += TextWidth.of(text)
  }

  mutating func add(_ line: Line) {
    pieces += line.pieces
    width += line.width
  }

  /// Adds spaces up to a column.
  mutating func pad(to column: Int) {
    if width < column { add(String(repeating: " ", count: column - width)) }
  }

  /// Returns the line, cut to fit into the room.
  func fitted(to room: Int?) -> Line {
    guard let room, width > room else { return self }
    var line = Line()
    for piece in pieces {
      let left = room - line.width
      // Every piece but the last must leave room for the ellipsis.
      guard TextWidth.of(piece.text) < left else {
        line.add(TextWidth.cut(piece.text + "…", to: left), piece.ink)
        break
      }
      line.add(piece.text, piece.ink)
    }
    return line
  }

  func text(_ style: Style) -> String {
    var text = ""
    for piece in pieces { text += style(piece.text, piece.ink) }
    return text
  }
}
