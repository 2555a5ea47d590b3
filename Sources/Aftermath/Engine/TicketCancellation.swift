import Millrace

/// Connects a ticket and the cancellation of the task that waits, whichever comes first.
final class TicketCancellation: Sendable {
  private struct State {
    weak var ticket: Ticket?
    var isCancelled = false
  }

  private let state = Locked(State())
  private let sender: Sender<EngineMessage>

  init(sender: Sender<EngineMessage>) {
    self.sender = sender
  }

  func note(_ ticket: Ticket) {
    let isCancelled = state.withLock { state in
      state.ticket = ticket
      return state.isCancelled
    }
    if isCancelled { ticket.withdraw(CancellationError()) }
  }

  func cancel() {
    let ticket = state.withLock { state in
      state.isCancelled = true
      return state.ticket
    }
    guard let ticket else { return }
    ticket.withdraw(CancellationError())
    sender.send(.cancel(ObjectIdentifier(ticket)))
  }
}
