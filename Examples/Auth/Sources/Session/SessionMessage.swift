public import Katana
public import MillraceDifference

public enum SessionMessage: Message, Equatable {
  case logIn(name: String, password: Redacted<String>)
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
