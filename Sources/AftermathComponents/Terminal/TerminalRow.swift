import Millrace
import MillraceSupport

/// One row of a terminal, before it is written.
struct TerminalRow: Hashable {
  enum RowStyle: Hashable {
    case plain, heading, quiet, selected, failure

    /// The escape sequence for the look (ECMA-48, "select graphic rendition").
    var code: String {
      switch self {
      case .plain: ""
      case .heading: "\u{1B}[1m"
      case .quiet: "\u{1B}[2m"
      case .selected: "\u{1B}[7m"
      case .failure: "\u{1B}[31m"
      }
    }
  }

  /// A piece of the row with one look; its text is sanitised.
  struct Span: Hashable {
    var text: String
    var look: RowStyle
  }

  var spans: [Span] = []

  /// Creates a row of pieces, cut to a width; it sanitises text from outside.
  init(_ pieces: [(String, RowStyle)] = [], width: Int) {
    var room = width
    for (text, look) in pieces where room > 0 {
      let text = DisplayText.sanitized(text)
      if text.isEmpty { continue }
      let cut = TextWidth.cut(text, to: room)
      spans.append(Span(text: cut, look: look))
      if cut != text { break }
      room -= TextWidth.of(cut)
    }
  }

  /// The visible text, without looks.
  var text: String { spans.map(\.text).joined() }

  /// The row with its escape sequences.
  var code: String {
    spans.map { $0.look == .plain ? $0.text : $0.look.code + $0.text + "\u{1B}[0m" }.joined()
  }
}
