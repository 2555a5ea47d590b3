/// A recorded event of an effect.
public struct JournalEffectEvent: Hashable, Sendable {
  /// A step in an effect's life.
  public enum Step: Hashable, Sendable {
    /// The body was started.
    case started
    /// The effect waits in its queue.
    case waiting
    /// The body returned.
    case finished
    /// The body threw an error, given as text.
    case failed(String)
    /// The effect was cancelled while it ran.
    case cancelled
    /// The effect never started and never will, for the given reason.
    case dropped(String)
  }

  /// The step.
  public let step: Step
  /// The effect's number within its store.
  public let effect: UInt64
  /// The turn that requested it.
  public let turn: UInt64
  /// The effect's label.
  public let label: String?
  /// The effect's id.
  public let id: String?
  /// The effect's queue.
  public let queue: String?

  /// Creates an event.
  public init(
    step: Step, effect: UInt64, turn: UInt64, label: String? = nil, id: String? = nil, queue: String? = nil
  ) {
    self.step = step
    self.effect = effect
    self.turn = turn
    self.label = label
    self.id = id
    self.queue = queue
  }
}
