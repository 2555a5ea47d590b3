public import Katana

/// Who is logged in.
public enum SessionModel: Model, Equatable, Sendable {
  /// Nobody, and why; nil when there is nothing to tell about it.
  case loggedOut(SessionProblem?)
  /// Nobody yet: the answer is still to come.
  case loggingIn(name: String)
  /// Somebody; `isRenewing` while a new ticket is asked for.
  case loggedIn(Ticket, isRenewing: Bool)
}

/// What a person who has logged in is known by, for a while.
public struct Ticket: Equatable, Sendable {
  /// What the person is called.
  public let person: String
  /// What others who are asked for something want to see.
  public let token: String
  /// How many seconds it is good for, from the moment it was given out.
  public let seconds: Int

  /// A ticket.
  public init(person: String, token: String, seconds: Int) {
    self.person = person
    self.token = token
    self.seconds = seconds
  }
}

extension Ticket: CustomStringConvertible {
  /// Whose it is and for how long, without the token, which records and errors should not show.
  public var description: String { "ticket(\(person), \(seconds) s)" }
}

/// Why there is no ticket.
public enum SessionProblem: Error, Equatable {
  /// Whoever was asked has said no, with a sentence that says why.
  case refused(String)
  /// Nobody could say yes or no, with a sentence that says why.
  case unanswered(String)
  /// The time of the ticket was over before there was another one.
  case ranOut
}
