extension EffectScheduler {
  /// One effect that has not ended, as an inspector sees it.
  public struct Entry {
    /// The effect's token.
    public let token: EffectToken
    /// The id it was requested with.
    public let id: ID?
    /// The queue it was requested in, or nil if it started outside of any queue.
    public let queue: Queue?
    /// Where it stands.
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

    /// The next effect, or nil after the last.
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
  /// Taking the sequence copies nothing; changing the scheduler while the sequence is kept copies its storage
  /// once.
  @_alwaysEmitIntoClient
  public var entries: Entries { Entries(self) }

  /// The number of the effect that was requested last; 0 for none.
  public var lastNumber: UInt64 { lastSerial }

  /// The latest time seen, or nil when none has been told.
  public var latestTime: Duration? { latest == .seconds(Int64.min) ? nil : latest }

  /// Where the effect stands, or nil once it has ended.
  @_alwaysEmitIntoClient
  public func phase(of token: EffectToken) -> EffectPhase? {
    holds(token) ? slots[token.slot].phase : nil
  }

  /// Whether the effect is in a `concat` or `concurrent` queue, where it holds its place until `finish` is told,
  /// also when it was cancelled.
  ///
  /// It is the ruling strategy of the queue that decides, not the one that the effect was requested with.
  @_alwaysEmitIntoClient
  public func keepsPlace(_ token: EffectToken) -> Bool {
    guard holds(token), slots[token.slot].lane != SlabList.none else { return false }
    return lanes[slots[token.slot].lane].policy.strategy.limit != nil
  }
}

extension EffectScheduler.Entry: Equatable {}
extension EffectScheduler.Entry: Sendable where ID: Sendable, Queue: Sendable {}
extension EffectScheduler.Entries: Sendable where ID: Sendable, Queue: Sendable {}
