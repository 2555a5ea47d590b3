public import Katana
public import MillraceDifference

public enum SessionModel: Model, Equatable, Sendable {
  /// The user is logged out, and the reason, if there is one to show.
  case loggedOut(SessionProblem?)
  /// The login waits for its answer.
  case loggingIn(name: String)
  /// The user is logged in; `isRenewing` while a new ticket is requested.
  case loggedIn(Ticket, isRenewing: Bool)
}

/// The temporary identity of a user who has logged in.
public struct Ticket: Equatable, Sendable {
  public let person: String
  /// The proof for other services.
  @Redacted public var token: String
  /// The validity in seconds, from the moment it was issued.
  public let seconds: Int

  public init(person: String, token: String, seconds: Int) {
    self.person = person
    self.token = token
    self.seconds = seconds
  }
}

/// The reason why there is no ticket.
public enum SessionProblem: Error, Equatable {
  /// The server has refused, with a sentence that says why.
  case refused(String)
  /// The server has not answered, with a sentence that says why.
  case unanswered(String)
  /// The ticket has expired before it was renewed.
  case ranOut
}
