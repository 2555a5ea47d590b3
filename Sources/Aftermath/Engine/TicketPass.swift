import Millrace

/// A ticket in a message, until the message's turn.
///
/// Messages may be kept when their turn is over, as by a tap that keeps records. A ticket in them would never be let go
/// of, and who waits for an answer that does not come would not be told.
public final class TicketPass: Sendable {
  private let ticket: Locked<Ticket?>

  /// Nil where nobody waits.
  init?(_ ticket: Ticket?) {
    guard let ticket else { return nil }
    self.ticket = Locked(ticket)
  }

  /// Takes the ticket out; nil when that was done before.
  func take() -> Ticket? {
    ticket.withLock { ticket in
      defer { ticket = nil }
      return ticket
    }
  }
}
