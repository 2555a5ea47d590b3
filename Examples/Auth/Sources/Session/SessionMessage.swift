public import Katana

public enum SessionMessage: Message, Equatable {
  case logIn(name: String, password: Password)
  /// The login has ended.
  case loggedIn(Result<Ticket, SessionProblem>)
  /// The ticket is about to expire.
  case renew
  /// The renewal has ended.
  case renewed(Result<Ticket, SessionProblem>)
  /// The ticket has expired.
  case runOut
  case logOut
  /// The ticket was given back; nil for success.
  case gaveBack(SessionProblem?)
}

/// A password, shown only by its `text`.
public struct Password: Equatable, Sendable, CustomStringConvertible {
  public let text: String
  /// The text in records and errors.
  public var description: String { "…" }

  public init(_ text: String) {
    self.text = text
  }
}
