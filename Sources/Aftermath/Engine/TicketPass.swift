import Millrace

/// A ticket in a message, until the message's turn.
///
/// A tap may keep messages after their turn, for records. A ticket in them would never be released, and a
/// caller would wait for its answer forever.
public final class TicketPass: Sendable {
  private let ticket: Locked<Ticket?>

  init?(_ ticket: Ticket?) {
    guard let ticket else { return nil }
    self.ticket = Locked(ticket)
  }

  /// Takes the ticket out; returns nil if that was done before.
  func take() -> Ticket? {
    ticket.withLock { ticket in
      defer { ticket = nil }
      return ticket
    }
  }
}
