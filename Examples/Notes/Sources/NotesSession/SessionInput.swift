public import NotesModel

/// An input of a session.
///
/// Reasons are sentences for the user.
public enum SessionInput: Codable, Hashable, Sendable {
  // MARK: Actions of the user

  case plug
  case unplug
  /// Connect now, without waiting for the next attempt.
  case tryNow

  // MARK: News of the server

  /// The server is available.
  case greeted(Greeting)
  /// The server did not answer.
  case unreachable(reason: String)
  /// The server refuses this client, in answer to the greeting or to any other request.
  case refused(reason: String)
  /// A request or the change feed has failed while the server was available.
  case lost(reason: String)
  /// The server fulfils requests, and not only greets.
  case settled

  // MARK: Other inputs

  case retry
  /// The program has restored a journal, or was stopped and continued: no work is under way, whatever the
  /// state says.
  case resumed
}

extension SessionInput: CustomStringConvertible {
  /// One input of each kind, for diagrams and checks.
  static let examples: [SessionInput] = [
    .plug, .unplug, .tryNow, greetedExample, unreachableExample, refusedExample, lostExample, .settled,
    .retry, .resumed,
  ]

  static let greetedExample = SessionInput.greeted(Greeting(id: "", sequence: 0))
  static let unreachableExample = SessionInput.unreachable(reason: "")
  static let refusedExample = SessionInput.refused(reason: "")
  static let lostExample = SessionInput.lost(reason: "")

  /// The name in diagrams and replies, without the reason.
  public var description: String {
    switch self {
    case .plug: "plug"
    case .unplug: "unplug"
    case .tryNow: "try now"
    case .greeted: "greeted"
    case .unreachable: "unreachable"
    case .refused: "refused"
    case .lost: "lost"
    case .settled: "settled"
    case .retry: "retry"
    case .resumed: "resumed"
    }
  }
}
