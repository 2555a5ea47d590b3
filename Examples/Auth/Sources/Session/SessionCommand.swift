public import Katana

/// All that asks for a ticket: what is asked later takes the place of what is still under way.
let ticketQueue = EffectQueue.latest("tickets")
/// What it is cancelled by.
let ticketID: EffectID = "tickets"

/// Get a ticket; answered with ``SessionMessage/loggedIn(_:)``.
public struct LogIn: Command, Equatable {
  /// Who it is for.
  public let name: String
  /// How they prove it.
  public let password: Password
  /// The latest wish for a ticket counts.
  public var effectQueue: EffectQueue? { ticketQueue }
  /// What it is cancelled by.
  public var effectID: EffectID? { ticketID }

  /// A wish to log in.
  public init(name: String, password: Password) {
    self.name = name
    self.password = password
  }
}

/// Get another ticket for this one; answered with ``SessionMessage/renewed(_:)``.
public struct Renew: Command, Equatable {
  /// The ticket that will not be good for much longer.
  public let ticket: Ticket
  /// The latest wish for a ticket counts.
  public var effectQueue: EffectQueue? { ticketQueue }
  /// What it is cancelled by.
  public var effectID: EffectID? { ticketID }

  /// A wish for another ticket.
  public init(ticket: Ticket) {
    self.ticket = ticket
  }
}

/// Give a ticket back; answered with ``SessionMessage/gaveBack(_:)``.
///
/// It stands in no queue: somebody who logs in at once must not keep it from being done.
public struct GiveBack: Command, Equatable {
  /// The ticket that nobody needs any more.
  public let ticket: Ticket

  /// A wish to be forgotten.
  public init(ticket: Ticket) {
    self.ticket = ticket
  }
}

/// What others want to know about the session; whoever puts the application together passes it on.
public enum SessionNews: Command, Equatable {
  /// Somebody has logged in.
  case began(Ticket)
  /// There is another ticket for the same person.
  case renewed(Ticket)
  /// There is none for now, with a sentence that says why; the old one is as good as it was.
  case notRenewed(String)
  /// Nobody is logged in any more.
  case ended
  /// A sentence for the person, which changes nothing.
  case notice(String)
}
