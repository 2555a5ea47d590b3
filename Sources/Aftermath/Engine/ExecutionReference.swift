import Millrace

/// An execution in a message, until the message's turn.
///
/// A tap may keep messages after their turn, for records. An execution in them would never be released, and a
/// caller would wait for its answer forever.
public final class ExecutionReference: Sendable {
  private let execution: Locked<Execution?>

  init?(_ execution: Execution?) {
    guard let execution else { return nil }
    self.execution = Locked(execution)
  }

  /// Takes the execution out; returns nil if that was done before.
  func take() -> Execution? {
    execution.withLock { execution in
      defer { execution = nil }
      return execution
    }
  }
}
