public import Katana
public import MillraceDifference

/// The queue of all ticket requests: a new one replaces the running one.
let ticketQueue = EffectQueue.latest("tickets")
let ticketID: EffectID = "tickets"

/// A command that requests a ticket; answered with ``SessionMessage/loggedIn(_:)``.
public struct LogIn: Command, Equatable {
  public let name: String
  @Redacted public var password: String
  public var effectQueue: EffectQueue? { ticketQueue }
  public var effectID: EffectID? { ticketID }

  public init(name: String, password: Redacted<String>) {
    self.name = name
    _password = password
  }
}

/// A command that requests a new ticket for this one; answered with ``SessionMessage/renewed(_:)``.
public struct Renew: Command, Equatable {
  /// The ticket that is about to expire.
  public let ticket: Ticket
  public var effectQueue: EffectQueue? { ticketQueue }
  public var effectID: EffectID? { ticketID }

  public init(ticket: Ticket) {
    self.ticket = ticket
  }
}

/// A command that gives a ticket back; answered with ``SessionMessage/gaveBack(_:)``.
///
/// It is in no queue: a login right after it must not cancel it.
public struct GiveBack: Command, Equatable {
  public let ticket: Ticket

  public init(ticket: Ticket) {
    self.ticket = ticket
  }
}

/// News of the session for other modules; the application passes it on.
public enum SessionNews: Command, Equatable {
  /// A user has logged in.
  case began(Ticket)
  /// The same user has a new ticket.
  case renewed(Ticket)
  /// The ticket could not be renewed, with a sentence that says why; the old one is still valid.
  case notRenewed(String)
  /// The user is logged out.
  case ended
  /// A sentence for the user, without a change of state.
  case notice(String)
}
