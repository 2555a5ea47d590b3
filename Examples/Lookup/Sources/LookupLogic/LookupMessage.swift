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
