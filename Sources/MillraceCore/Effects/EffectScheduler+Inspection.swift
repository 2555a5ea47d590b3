extension EffectScheduler {
  /// One effect that has not ended.
  public struct Entry {
    /// The effect's token.
    public let token: EffectToken
    /// The id it was requested with.
    public let id: ID?
    /// The queue it was requested in, or nil if it started outside any queue.
    public let queue: Queue?
    /// The phase of the effect.
    public let phase: EffectPhase

    @_alwaysEmitIntoClient
    init(token: EffectToken, id: ID?, queue: Queue?, phase: EffectPhase) {
      self.token = token
      self.id = id
      self.queue = queue
      self.phase = phase
    }
  }

  /// The effects of a scheduler at one moment; see ``EffectScheduler/entries``.
  public struct Entries: Sequence, IteratorProtocol {
    @usableFromInline let scheduler: EffectScheduler
    @usableFromInline var slot: Int

    @_alwaysEmitIntoClient
    init(_ scheduler: EffectScheduler) {
      self.scheduler = scheduler
      slot = scheduler.all.first
    }

    /// Returns the next effect, or nil after the last.
    @_alwaysEmitIntoClient
    public mutating func next() -> Entry? {
      guard slot != SlabList.none else { return nil }
      let found = scheduler.slots[slot]
      let entry = Entry(
        token: scheduler.token(of: slot), id: found.id,
        queue: found.lane == SlabList.none ? nil : scheduler.lanes[found.lane].name, phase: found.phase)
      slot = scheduler.allLinks[slot].next
      return entry
    }
  }

  /// All effects that have not ended, in the order of their requests.
  ///
  /// Getting the sequence copies nothing. Changing the scheduler while the sequence is retained copies the
  /// storage once.
  @_alwaysEmitIntoClient
  public var entries: Entries { Entries(self) }

  /// A queue that is not empty.
  public struct OpenQueue {
    /// The name of the queue.
    public let name: Queue
    /// The policy that rules it.
    public let policy: QueuePolicy
    /// The number of effects that run, or were cancelled and keep their place until they have ended.
    public let runningCount: Int
    /// The number of effects that wait for their start.
    public let waitingCount: Int
    /// The time at which its quiet time or window ends; nil while none is running.
    public let deadline: Duration?

    @_alwaysEmitIntoClient
    init(name: Queue, policy: QueuePolicy, runningCount: Int, waitingCount: Int, deadline: Duration?) {
      self.name = name
      self.policy = policy
      self.runningCount = runningCount
      self.waitingCount = waitingCount
      self.deadline = deadline
    }
  }

  /// The queues that are not empty, in no particular order; O(queues).
  @_alwaysEmitIntoClient
  public var openQueues: [OpenQueue] {
    lanes.indices.compactMap { lane in
      lanes[lane].name.map {
        OpenQueue(
          name: $0, policy: lanes[lane].policy, runningCount: lanes[lane].places,
          waitingCount: lanes[lane].waiting.count, deadline: deadlines.deadline(of: lane))
      }
    }
  }

  /// The number of the latest requested effect; 0 if there is none.
  public var lastNumber: UInt64 { lastSerial }

  /// The latest time reported, or nil if none was.
  public var latestTime: Duration? { latest == .seconds(Int64.min) ? nil : latest }

  /// Returns the phase of the effect, or nil once it has ended.
  @_alwaysEmitIntoClient
  public func phase(of token: EffectToken) -> EffectPhase? {
    holds(token) ? slots[token.slot].phase : nil
  }

  /// Returns true if the effect occupies a place in a `concat` or `concurrent` queue until `finish` is
  /// called, even after it was cancelled.
  ///
  /// The strategy that rules the queue decides, not the one that the effect was requested with.
  @_alwaysEmitIntoClient
  public func keepsPlace(_ token: EffectToken) -> Bool {
    guard holds(token), slots[token.slot].lane != SlabList.none else { return false }
    return lanes[slots[token.slot].lane].policy.strategy.limit != nil
  }
}

extension EffectScheduler.Entry: Equatable {}
extension EffectScheduler.Entry: Sendable where ID: Sendable, Queue: Sendable {}
extension EffectScheduler.OpenQueue: Equatable {}
extension EffectScheduler.OpenQueue: Sendable where Queue: Sendable {}
extension EffectScheduler.Entries: Sendable where ID: Sendable, Queue: Sendable {}
