/// Decides the order of turns on one flow.
///
/// Several stores may share a flow. Each has a *lane*, numbered by the machine's caller, in which its
/// messages wait in a typed queue. The machine keeps one order over all lanes: first in, first out, one turn
/// at a time, never re-entered. It holds lane numbers only, run-length encoded, so that in a flow with one
/// store a waiting message costs one addition.
///
/// Every event is O(1). Locks pause the machine: while one is held, every arriving message waits, except
/// those that pass locks (`arrivePassing`). A borrow pauses those as well.
@frozen
public struct TurnMachine {
  /// The admission of a message that has just arrived and passes locks.
  @frozen
  public enum Admission: Sendable {
    /// Its turn begins now; the machine is in a turn until `endTurn()`.
    case run
    /// It waits in its lane; `nextPassing()` returns the lane when the turn has come.
    case wait
  }

  /// Consecutive messages of one lane.
  @usableFromInline
  struct Run {
    @usableFromInline var lane: Int
    @usableFromInline var count: Int

    @inlinable
    init(lane: Int, count: Int) {
      self.lane = lane
      self.count = count
    }
  }

  /// The run whose messages come next; its count is zero only when no message waits.
  @usableFromInline var head = Run(lane: 0, count: 0)
  /// The run that grows at the end; its count is zero when `head` is also the last run.
  @usableFromInline var tail = Run(lane: 0, count: 0)
  /// The runs between `head` and `tail`.
  @usableFromInline var middle = Ring<Run>()

  /// The lanes of the messages that pass locks, in order.
  @usableFromInline var passing = Ring<Int>()

  /// The reasons that keep an ordinary turn from beginning, in one word so that the free case is one
  /// comparison.
  ///
  /// Bit 0 is set during a turn, bit 1 while `passing` is not empty; each held lock adds `oneLock`, and each
  /// borrow `oneBorrow`.
  @usableFromInline var hold: UInt64 = 0

  @inlinable static var inTurn: UInt64 { 1 }
  @inlinable static var somebodyPasses: UInt64 { 1 << 1 }
  @inlinable static var oneLock: UInt64 { 1 << 2 }
  @inlinable static var oneBorrow: UInt64 { 1 << 32 }

  /// Creates a machine without waiting messages.
  @inlinable
  public init() {}

  /// True during a turn.
  @inlinable public var isInTurn: Bool { hold & Self.inTurn != 0 }

  /// The number of held locks; above zero only messages that pass locks get a turn.
  ///
  /// Borrows do not count.
  @inlinable public var lockCount: Int {
    Int(truncatingIfNeeded: (hold & (Self.oneBorrow - 1)) / Self.oneLock)
  }

  /// True while a state is borrowed.
  @inlinable public var isLent: Bool { hold >= Self.oneBorrow }

  /// True while no message waits.
  @inlinable public var isEmpty: Bool { (hold & Self.somebodyPasses) | waitingHere == 0 }

  /// True while an arriving message would get its turn at once.
  @inlinable public var isFree: Bool { hold | waitingHere == 0 }

  /// The number of ordinary messages in the first run; zero when none waits at all.
  @inlinable var waitingHere: UInt64 { UInt64(truncatingIfNeeded: head.count) }

  /// Begins a turn at once.
  ///
  /// Call it only while the machine `isFree`; a message that arrives otherwise waits behind all others
  /// (`enqueue`).
  @inlinable
  public mutating func begin() {
    hold = Self.inTurn
  }

  /// True if another turn could follow the current one at once: no message waits, no state is borrowed and no
  /// lock is held.
  @inlinable public var mayContinue: Bool { (hold ^ Self.inTurn) | waitingHere == 0 }

  /// Enqueues `count` messages of `lane` behind all others.
  @inlinable
  public mutating func enqueue(_ lane: Int, count: Int = 1) {
    if head.count == 0 {
      head = Run(lane: lane, count: count)
    } else if tail.count == 0 {
      if head.lane == lane {
        head.count &+= count
      } else {
        tail = Run(lane: lane, count: count)
      }
    } else if tail.lane == lane {
      tail.count &+= count
    } else {
      middle.append(tail)
      tail = Run(lane: lane, count: count)
    }
  }

  /// Begins the next ordinary turn and returns its lane.
  ///
  /// Returns nil if no message waits, a lock is held, a turn runs, a state is borrowed, or a message that
  /// passes locks comes first.
  @inlinable
  public mutating func next() -> Int? {
    if hold != 0 || head.count == 0 { return nil }
    hold = Self.inTurn
    return pop()
  }

  /// Ends the current turn and begins the next one, if that belongs to the same lane and no lock is held.
  ///
  /// With it a store takes a whole run of its messages without returning to its flow.
  @inlinable
  public mutating func passTurn(to lane: Int) -> Bool {
    if hold != Self.inTurn || head.count == 0 || head.lane != lane { return false }
    _ = pop()
    return true
  }

  /// Ends the current turn.
  @inlinable
  public mutating func endTurn() {
    hold &= ~Self.inTurn
  }

  /// Holds one more lock.
  ///
  /// A running turn is not affected; afterwards only messages that pass locks get a turn.
  @inlinable
  public mutating func lock() {
    hold += Self.oneLock
  }

  /// Releases one lock; returns true if it was the last one, so that waiting turns may begin.
  @inlinable
  public mutating func unlock() -> Bool {
    precondition(lockCount > 0, "A lock of the flow was released twice; release each lock once.")
    hold -= Self.oneLock
    return lockCount == 0
  }

  /// The number of waiting messages over all lanes.
  ///
  /// O(number of runs).
  public var waitingCount: Int {
    middle.reduce(head.count + tail.count + passing.count) { $0 + $1.count }
  }

  /// Removes all waiting messages of a lane, whose owner has dropped them.
  ///
  /// O(number of runs).
  public mutating func drop(_ lane: Int) {
    var runs = Ring<Run>()
    if head.count > 0 { runs.append(head) }
    while let run = middle.popFirst() { runs.append(run) }
    if tail.count > 0 { runs.append(tail) }
    head.count = 0
    tail.count = 0
    while let run = runs.popFirst() {
      if run.lane != lane { enqueue(run.lane, count: run.count) }
    }
  }

  @inlinable
  mutating func pop() -> Int {
    let lane = head.lane
    head.count &-= 1
    if head.count == 0 {
      if let run = middle.popFirst() {
        head = run
      } else {
        head = tail
        tail.count = 0
      }
    }
    return lane
  }
}
