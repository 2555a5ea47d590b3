/// All that can happen to the program.
public enum LookupMessage: Sendable {
  /// The reader entered a line.
  case entered(String)
  /// The library found these books.
  case found([Book], query: String)
  /// The catalogue says this about a book.
  case opened(Book.ID, summary: String)
  /// A book was borrowed; when that was to undo something, it is not a step of its own.
  case lent(Book, slip: Int, isUndo: Bool)
  /// A book was brought back.
  case returned(Book, isUndo: Bool)
  /// The library said no.
  case refused(String)
  /// It said no to undoing this step, which therefore stays.
  case undoRefused(LookupState.Step, String)
  /// The line is plugged in, or is not.
  case plugged(in: Bool)
  /// A minute has passed without a line.
  case minutePassed
  /// No further line will come.
  case inputEnded
}

extension LookupMessage: CustomStringConvertible {
  /// A few words for a trace.
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
