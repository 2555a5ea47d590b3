public import NotesModel

/// What happens to a session.
///
/// Reasons are sentences, for the person to read.
public enum SessionInput: Codable, Hashable, Sendable {
  // MARK: What the person wants

  /// To work with the server again.
  case plug
  /// To work offline.
  case unplug
  /// Not to wait any longer.
  case tryNow

  // MARK: What the server says

  /// It is there.
  case greeted(Greeting)
  /// It did not answer.
  case unreachable(reason: String)
  /// It will not have this client: an answer to the greeting, or to any other request.
  case refused(reason: String)
  /// It was there, and a request or the change feed has failed since.
  case lost(reason: String)
  /// It is not only there, but does what it is asked for.
  case settled

  // MARK: What else happens

  /// The delay is over.
  case retry
  /// The program goes on where a journal left it, or after it was stopped: nothing is under way, whatever the state says.
  case resumed
}

extension SessionInput: CustomStringConvertible {
  /// One of each, for diagrams and checks.
  static let examples: [SessionInput] = [
    .plug, .unplug, .tryNow, greetedExample, unreachableExample, refusedExample, lostExample, .settled,
    .retry, .resumed,
  ]

  static let greetedExample = SessionInput.greeted(Greeting(id: "", sequence: 0))
  static let unreachableExample = SessionInput.unreachable(reason: "")
  static let refusedExample = SessionInput.refused(reason: "")
  static let lostExample = SessionInput.lost(reason: "")

  /// What it is called in diagrams and replies, whatever it has to say.
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
