/// What became of an effect, as it was recorded.
public struct JournalEffectEvent: Hashable, Sendable {
  /// A step in an effect's life.
  public enum Step: Hashable, Sendable {
    /// Its body was begun.
    case started
    /// It waits in its queue.
    case waiting
    /// Its body returned.
    case finished
    /// Its body threw; the error as text.
    case failed(String)
    /// It ran and was cancelled.
    case cancelled
    /// It never started and never will; why, as text.
    case dropped(String)
  }

  /// What happened.
  public let step: Step
  /// The effect's number within its store.
  public let effect: UInt64
  /// The turn that asked for it.
  public let turn: UInt64
  /// What it is called.
  public let label: String?
  /// Its id.
  public let id: String?
  /// Its queue.
  public let queue: String?

  /// An event by its parts.
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
