/// Where a flow finds the store of a lane; it does not keep the store alive.
struct LaneLink {
  weak var store: (any LaneStore)?
  /// Where messages for the store are posted.
  ///
  /// It is kept beside the store because it is reached under the gateway's lock: a store taken hold of there
  /// could be let go of as the last to hold it, and end under the lock that its end needs.
  var inlet: (any LaneInlet)?
}

/// What a flow asks of an inlet, whatever its messages are.
protocol LaneInlet: AnyObject {
  /// Moves what was posted to where the store takes it from; called under the gateway's lock.
  func stagePosted()
}

/// What a flow asks of a store, whatever its state and messages are.
protocol LaneStore: AnyObject {
  /// What the store is called.
  var storeName: String { get }
  /// The number of the store on its flow, in the order in which they were made, from 1.
  var storeNumber: UInt64 { get }
  /// A copy of its state.
  var stateValue: Any { get }
  /// Takes in what is still to come of it: effects, delayed messages, and those that wait in line.
  func hashPending(into hasher: inout Hasher, message: (Any) -> UInt64)
  /// True when gates delay messages of it.
  var hasDelayedMessages: Bool { get }
  /// Whether no effect is in flight and nothing is delayed.
  var isIdle: Bool { get }
  /// Whether nothing will come of itself: no body of an effect runs, and no time is waited for.
  var awaitsTurnsOnly: Bool { get }
  /// Puts this many staged messages into the lane.
  func lineUpStaged(_ count: Int)
  /// Puts a message of an effect into the lane, if that is still welcome.
  func lineUp(_ message: any Sendable, from origin: Origin)
  /// Puts a posted message into the lane whose effects inherit from its poster.
  func lineUp(_ message: any Sendable, inheriting context: TaskContext)
  /// Takes the turn that has begun, and all that follow it in the same lane.
  func takeWaitingTurns()
  /// Takes the turn that has begun, of a message that passes locks.
  func takePassingTurn()
  func jobEnded(_ end: JobEnd)
  func timerDue()
  /// Cancels its effects and drops what gates delay.
  func cancelWork()
  /// How long it still waits for a time although nothing wants it any more; nil when it does not.
  var idleWait: Duration? { get }
  /// Whether it listens to something.
  var isListening: Bool { get }
  /// How many tasks of effects and alarms there are; nil when something else is under way.
  var taskCount: Int? { get }
}
