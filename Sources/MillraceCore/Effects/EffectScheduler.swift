/// Decides when requested effects start, wait, are cancelled or are dropped.
///
/// The scheduler is a pure value: it receives events (`request`, `finish`, `cancel`, `timerFired`) and
/// appends ``EffectAction`` values to an array that belongs to the caller. It runs nothing and has no clock.
///
/// ```swift
/// var scheduler = EffectScheduler<String, String>()
/// var actions: [EffectAction] = []
/// let first = scheduler.request(
///   id: "fetch", queue: "search", policy: QueuePolicy(.latest), now: .zero, into: &actions)
/// // actions == [.start(first)]
/// ```
///
/// **Guarantees.** Every requested effect ends exactly once: by `finish`, by a `cancel` action, or by a
/// `drop` action. It starts at most once, and never after it ended. An effect that can start does so in the
/// answer to the event that made it possible. A queue is forgotten, its name included, as soon as it is
/// empty.
///
/// **Cancelled effects.** A cancelled waiting effect leaves the line at once and never takes a place in its
/// queue. A cancelled running effect of a `concat` or `concurrent` queue keeps its place until `finish` is
/// called, so that the queue never runs more bodies than it allows; ``isLive(_:)`` is false for it. In any
/// other queue it is forgotten at once: the queue is free, and a later `finish` is ignored. Cancelling never
/// starts another effect.
///
/// **Time** is a `Duration` since any fixed moment. It never runs backwards: an earlier `now` counts as the
/// latest one seen. Only `request` and `timerFired` need it.
///
/// **Cost.** Each event is O(1) on average (ids and queues are hashed), plus O(log t) in the number t of
/// `debounce` and `throttle` queues with a running time, plus the actions of the answer. Nothing is allocated
/// once the storage has grown to the largest number of simultaneous effects.
public struct EffectScheduler<ID: Hashable, Queue: Hashable> {
  @usableFromInline
  struct Slot {
    /// The serial of the effect in the slot, or 0 while the slot is free.
    @usableFromInline var serial: UInt64
    @usableFromInline var phase: EffectPhase
    /// The queue's index in `lanes`, or `SlabList.none`.
    @usableFromInline var lane: Int
    @usableFromInline var id: ID?

    @_alwaysEmitIntoClient
    init(serial: UInt64, phase: EffectPhase, lane: Int, id: ID?) {
      self.serial = serial
      self.phase = phase
      self.lane = lane
      self.id = id
    }
  }

  /// The record of one queue while it is not empty.
  @usableFromInline
  struct Lane {
    /// Nil while the record is free.
    @usableFromInline var name: Queue?
    @usableFromInline var policy: QueuePolicy
    /// The number of effects that run, or were cancelled and keep their place until they have ended.
    @usableFromInline var places: Int
    /// The effects that run and were not cancelled, the oldest first.
    @usableFromInline var running: SlabList
    @usableFromInline var waiting: SlabList

    @_alwaysEmitIntoClient
    init(name: Queue, policy: QueuePolicy) {
      self.name = name
      self.policy = policy
      places = 0
      running = SlabList()
      waiting = SlabList()
    }
  }

  @usableFromInline var slots: [Slot] = []
  @usableFromInline var freeSlots: [Int] = []
  @usableFromInline var lastSerial: UInt64 = 0

  /// All effects that have not ended, in the order of their requests.
  @usableFromInline var all = SlabList()
  @usableFromInline var allLinks: [SlabLinks] = []

  @usableFromInline var named: [ID: SlabList] = [:]
  @usableFromInline var namedLinks: [SlabLinks] = []

  @usableFromInline var lanes: [Lane] = []
  @usableFromInline var freeLanes: [Int] = []
  @usableFromInline var laneIndex: [Queue: Int] = [:]
  /// The links of every lane's lists: an effect is in at most one of them.
  @usableFromInline var lineLinks: [SlabLinks] = []

  /// The ends of quiet times and windows, by lane.
  @usableFromInline var deadlines = DeadlineHeap()
  /// The latest time seen.
  @usableFromInline var latest: Duration = .seconds(Int64.min)
  /// The newest `wake` that `timerFired` has not answered; no deadline is earlier.
  @usableFromInline var pendingWake: Duration?

  @usableFromInline var running = 0
  @usableFromInline var waiting = 0

  /// Creates a scheduler without effects.
  @_alwaysEmitIntoClient
  public init() {}

  /// The number of running effects that have not been cancelled.
  @_alwaysEmitIntoClient
  public var runningCount: Int { running }

  /// The number of effects that wait for their start.
  @_alwaysEmitIntoClient
  public var waitingCount: Int { waiting }

  /// The number of cancelled effects that still occupy a place in a `concat` or `concurrent` queue.
  @_alwaysEmitIntoClient
  public var stoppingCount: Int { all.count - running - waiting }

  /// True when every requested effect has ended and no queue is retained.
  ///
  /// An open `throttle` window is retained until its end, even without effects.
  @_alwaysEmitIntoClient
  public var isIdle: Bool { all.isEmpty && laneIndex.isEmpty }

  /// The number of queues that are retained because they are not empty.
  var queueCount: Int { laneIndex.count }

  /// Returns true if the effect runs and was not cancelled, so that its messages are accepted.
  ///
  /// False for a token that this scheduler has forgotten or never issued.
  @_alwaysEmitIntoClient
  public func isLive(_ token: EffectToken) -> Bool {
    holds(token) && slots[token.slot].phase == .running
  }

  @_alwaysEmitIntoClient
  func holds(_ token: EffectToken) -> Bool {
    token.slot >= 0 && token.slot < slots.count && slots[token.slot].serial == token.serial
  }

  @_alwaysEmitIntoClient
  func token(of slot: Int) -> EffectToken { EffectToken(serial: slots[slot].serial, slot: slot) }
}

extension EffectScheduler: Sendable where ID: Sendable, Queue: Sendable {}
extension EffectScheduler.Slot: Sendable where ID: Sendable, Queue: Sendable {}
extension EffectScheduler.Lane: Sendable where ID: Sendable, Queue: Sendable {}
