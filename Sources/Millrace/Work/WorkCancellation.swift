/// The reason for which the work of a send is cancelled.
@usableFromInline
enum WorkCancellation: Sendable {
  /// The program cancels it.
  case program
  /// The task that waits for it was cancelled. Durable effects go on, and what belongs to the state.
  case callerIsGone
}

/// The cancellations of the work of its send that do not end an effect.
@usableFromInline
enum WorkCancellations: Sendable {
  case none
  /// Those of a caller that no longer waits.
  case ofCaller
  /// All.
  case all
}

extension EffectWork {
  /// Returns true if the work goes on when that of its send is cancelled for a reason.
  @inlinable
  func outlives(_ cancellation: WorkCancellation) -> Bool {
    switch outlives {
    case .none: false
    case .ofCaller: cancellation == .callerIsGone
    case .all: true
    }
  }
}
