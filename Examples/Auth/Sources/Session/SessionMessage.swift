public import Katana

/// What happens to a session.
public enum SessionMessage: Message, Equatable {
  /// Somebody says who they are.
  case logIn(name: String, password: Password)
  /// What came of logging in.
  case loggedIn(Result<Ticket, SessionProblem>)
  /// The ticket will not be good for much longer.
  case renew
  /// What came of renewing.
  case renewed(Result<Ticket, SessionProblem>)
  /// The ticket is not good any more.
  case runOut
  /// The person leaves.
  case logOut
  /// What came of giving the ticket back; nil when it went well.
  case gaveBack(SessionProblem?)
}

/// A password, which shows itself only to whoever asks for its text.
public struct Password: Equatable, Sendable, CustomStringConvertible {
  /// The password itself.
  public let text: String
  /// What records and errors show of it.
  public var description: String { "…" }

  /// A password.
  public init(_ text: String) {
    self.text = text
  }
}
