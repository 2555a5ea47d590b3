public enum LookupMessage: Sendable {
  case entered(String)
  case found([Book], query: String)
  /// The catalogue has returned its text about a book.
  case opened(Book.ID, summary: String)
  /// A book was borrowed; as an undo it is not a step of its own.
  case lent(Book, slip: Int, isUndo: Bool)
  /// A book was returned; as an undo it is not a step of its own.
  case returned(Book, isUndo: Bool)
  /// The library has refused.
  case refused(String)
  /// The library has refused to undo this step, which therefore stays.
  case undoRefused(LookupState.Step, String)
  case plugged(in: Bool)
  /// A minute has passed without a line.
  case minutePassed
  /// The input has ended.
  case inputEnded
}

extension LookupMessage: CustomStringConvertible {
  /// A short text for a trace.
  public var description: String {
    switch self {
    case .entered(let line): "entered '\(line)'"
    case .found(let books, let query): "found \(books.count) for '\(query)'"
    case .opened(let id, _): "opened \(id)"
    case .lent(let book, let slip, _): "lent \(book.id) under slip \(slip)"
    case .returned(let book, _): "returned \(book.id)"
    case .refused: "refused"
    case .undoRefused: "undo refused"
    case .plugged(let isPlugged): isPlugged ? "plugged in" : "unplugged"
    case .minutePassed: "a minute passed"
    case .inputEnded: "input ended"
    }
  }
}
