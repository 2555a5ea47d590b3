/// A flow's reference to the store of a lane, which it does not keep alive.
struct LaneLink {
  weak var store: (any LaneStore)?
  /// The mailbox that receives posted messages for the store.
  ///
  /// It is kept beside the store because it is used under the gateway's lock. A temporary reference to the
  /// store could be its last one; the store would then end under the lock that its end needs.
  var mailbox: (any LaneMailbox)?
}

/// The operations of a mailbox that a flow uses, whatever the type of its messages.
protocol LaneMailbox: AnyObject {
  /// Moves what was posted to where the store takes it from; called under the gateway's lock.
  func stagePosted()
  /// Ends a refusal of new messages.
  func endRefusal(_ id: ObjectIdentifier)
}

/// The operations of a store that a flow uses, whatever the types of its state and messages.
protocol LaneStore: AnyObject {
  var storeName: String { get }
  /// The number of the store on its flow, in the order of creation, from 1.
  var storeNumber: UInt64 { get }
  /// The state for tools.
  var toolState: Any { get }
  /// All that a dialect keeps in the store's place, for comparison; ``toolState`` if it keeps nothing more.
  var wholeState: Any { get }
  /// The state as people read it.
  var shownState: Any { get }
  /// Tells the store's dialect that the first tap of the flow has begun, or the last one has ended.
  func tapsChanged()
  /// Passes itself, with its types, to a visitor.
  func accept(_ visitor: any StoreVisitor)
  /// Hashes its pending work: effects, delayed messages, and those that wait in line.
  func hashPending(into hasher: inout Hasher, message: (Any) -> UInt64)
  var hasDelayedMessages: Bool { get }
  /// The number of its messages from outside that wait in line, or that gates delay.
  var heldMessages: Int { get }
  /// A number that changes when the store calls observers; nil if each of its turns calls a participant.
  var callCount: Int? { get }
  /// True if no effect is in flight and nothing is delayed.
  var isIdle: Bool { get }
  /// True if it changes by turns alone: no body of an effect runs, and no timer is set.
  var awaitsTurnsOnly: Bool { get }
  func lineUpStaged(_ count: Int)
  /// Enqueues a message of an effect, if it is still accepted.
  func lineUp(_ message: any Sendable, from source: MessageSource)
  /// Enqueues a posted message whose effects inherit from its poster.
  func lineUp(_ message: any Sendable, inheriting context: TaskContext, ofSend number: UInt64)
  /// Takes the turn that has begun, and all that follow it in the same lane.
  func drain()
  /// Takes the turn that has begun, of a message that passes locks.
  func takePassing()
  func jobEnded(_ end: JobEnd)
  func timerDue()
  /// Begins the subscriptions of the first state that wait.
  func beginSubscriptions()
  /// The names of the subscriptions that have begun with the live environment.
  var liveBeginnings: [EffectLabel] { get }
  /// Cancels its effects and drops the messages that gates delay.
  func cancelWork()
  /// Calls `body` with the sends that have led to each effect in flight, open sequence and waiting message.
  func forEachOrigin(_ body: (WorkOrigin) -> Void)
  /// Cancels what a send has led to, and drops its waiting messages.
  func cancelWork(ofSend number: UInt64, by reason: WorkCancellation)
  /// The remaining time of an alarm that no work depends on; nil if there is none.
  var idleWait: Duration? { get }
  var isListening: Bool { get }
  /// Calls `body` with the label of each work in the steps of its sequences that have not begun.
  func forEachLaterLabel(_ body: (EffectLabel) -> Void)
  /// The names of the stores whose turns its messages lead to.
  var fedStores: Set<String> { get }
  /// Refuses new messages from now on.
  func refuseNewMessages(_ refusal: MessageRefusal)
  /// Returns true unless it takes a message also while it refuses new ones.
  func isNew(_ message: any Sendable) -> Bool
  /// The number of tasks of effects and alarms; nil if other work is in progress.
  var taskCount: Int? { get }
}
