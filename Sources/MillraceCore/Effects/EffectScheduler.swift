/// Decides when requested effects start, wait, are cancelled or are dropped.
///
/// The scheduler is a pure value: it is told what happened (`request`, `finish`, `cancel`, `timerFired`) and
/// appends what to do to an array of ``EffectAction`` that belongs to the caller. It runs nothing and knows
/// no clock.
///
/// ```swift
/// var scheduler = EffectScheduler<String, String>()
/// var actions: [EffectAction] = []
/// let first = scheduler.request(
///   id: "fetch", queue: "search", policy: QueuePolicy(.latest), now: .zero, into: &actions)
/// // actions == [.start(first)]
/// ```
///
/// **What can be relied on.** Every requested effect ends exactly once: by `finish`, by a `cancel` action, or
/// by a `drop` action. It starts at most once, and never after it ended. An effect that can start does so in
/// the answer to the event that made it possible. A queue is forgotten, its name included, as soon as it is
/// empty.
///
/// **Cancelled effects.** A cancelled waiting effect leaves the line at once and never takes a place in its
/// queue. A cancelled running effect of a `concat` or `concurrent` queue keeps its place until `finish` is
/// told, so that never more bodies run than the queue allows; it is ``isLive(_:)`` no more. Everywhere else
/// it is forgotten at once, so that its queue is free and its later `finish` is ignored. Cancelling never
/// starts another effect.
///
/// **Time** is a `Duration` since any fixed moment. It never runs backwards: an earlier `now` counts as the
/// latest one seen. Only `request` and `timerFired` need it.
///
/// **Cost.** Each event is O(1) on average (ids and queues are hashed), plus O(log t) in the number t of
/// `debounce` and `throttle` queues whose time is running, plus the actions it answers. Nothing is allocated
/// once the storage has grown to the most effects that were ever there together.
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

  /// What is known of one queue while it is not empty.
  @usableFromInline
  struct Lane {
    /// Nil while the record is free.
    @usableFromInline var name: Queue?
    @usableFromInline var policy: QueuePolicy
    /// How many effects run, or were cancelled and keep their place until they have ended.
    @usableFromInline var places: Int
    /// The slot of the running effect, or `SlabList.none`; of use only where the strategy lets one run.
    @usableFromInline var current: Int
    @usableFromInline var waiting: SlabList

    @_alwaysEmitIntoClient
    init(name: Queue, policy: QueuePolicy) {
      self.name = name
      self.policy = policy
      places = 0
      current = SlabList.none
      waiting = SlabList()
    }
  }

  @usableFromInline var slots: [Slot] = []
  @usableFromInline var freeSlots: [Int] = []
  @usableFromInline var lastSerial: UInt64 = 0

  /// All effects that have not ended, in the order of their requests.
  @usableFromInline var all = SlabList()
  @usableFromInline var allLinks: [SlabLinks] = []

  /// The effects that wait or run, by id.
  @usableFromInline var named: [ID: SlabList] = [:]
  @usableFromInline var namedLinks: [SlabLinks] = []

  @usableFromInline var lanes: [Lane] = []
  @usableFromInline var freeLanes: [Int] = []
  @usableFromInline var laneIndex: [Queue: Int] = [:]
  /// The links of every lane's waiting line.
  @usableFromInline var lineLinks: [SlabLinks] = []

  /// The ends of quiet times and windows, by lane.
  @usableFromInline var deadlines = DeadlineHeap()
  /// The latest time seen.
  @usableFromInline var latest: Duration = .seconds(Int64.min)
  /// The newest `wake` that has not been answered by `timerFired`; no deadline is earlier.
  @usableFromInline var pendingWake: Duration?

  @usableFromInline var running = 0
  @usableFromInline var waiting = 0

  /// Makes a scheduler without effects.
  @_alwaysEmitIntoClient
  public init() {}

  /// How many effects run and have not been cancelled.
  @_alwaysEmitIntoClient
  public var runningCount: Int { running }

  /// How many effects wait for their start.
  @_alwaysEmitIntoClient
  public var waitingCount: Int { waiting }

  /// How many cancelled effects still hold their place in a `concat` or `concurrent` queue.
  @_alwaysEmitIntoClient
  public var stoppingCount: Int { all.count - running - waiting }

  /// True when every requested effect has ended and no queue is remembered.
  ///
  /// An open `throttle` window is remembered until its end, even when none of its effects is left.
  @_alwaysEmitIntoClient
  public var isIdle: Bool { all.isEmpty && laneIndex.isEmpty }

  /// How many queues are remembered because they are not empty.
  var queueCount: Int { laneIndex.count }

  /// Whether the effect runs and was not cancelled, which is when its messages are welcome.
  ///
  /// False for a token that is no longer, or never was, of this scheduler.
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
