/// Decides whose turn it is on one flow.
///
/// Several stores may share a flow; each has a *lane* of its own, numbered by the shell, in which its messages
/// wait in a typed queue. The machine keeps the one order over all lanes: first in, first out, one turn at a
/// time, never re-entered. It holds lane numbers only, run-length encoded, so that a flow with one store pays
/// one addition for a message that has to wait.
///
/// Every event is O(1). Locks pause the machine: while one is held, whatever arrives waits, except what passes
/// (`arrivePassing`). A borrow pauses it for that too.
@frozen
public struct TurnMachine {
  /// What to do with a message that has just arrived.
  @frozen
  public enum Admission: Sendable {
    /// Its turn is now; the machine is in a turn until `endTurn()`.
    case run
    /// Keep it in its lane; `next()` names the lane when the turn has come.
    case wait
  }

  /// Neighbouring messages of one lane.
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

  /// The run whose messages come next; its count is zero only when nothing waits at all.
  @usableFromInline var head = Run(lane: 0, count: 0)
  /// The run that grows at the end; its count is zero when `head` is also the last run.
  @usableFromInline var tail = Run(lane: 0, count: 0)
  /// What lies between the two.
  @usableFromInline var middle = Ring<Run>()

  /// The lanes of the messages that pass locks, in order.
  @usableFromInline var passing = Ring<Int>()

  /// What keeps an ordinary turn from beginning, in one word so that the free case is one comparison: bit 0 is
  /// set while a turn is being taken, bit 1 while `passing` is not empty; each lock held adds `oneLock`, and each
  /// borrow `oneBorrow`.
  @usableFromInline var hold: UInt64 = 0

  @inlinable static var inTurn: UInt64 { 1 }
  @inlinable static var somebodyPasses: UInt64 { 1 << 1 }
  @inlinable static var oneLock: UInt64 { 1 << 2 }
  @inlinable static var oneBorrow: UInt64 { 1 << 32 }

  /// A machine with nothing waiting.
  @inlinable
  public init() {}

  /// Whether a turn is being taken right now.
  @inlinable public var isInTurn: Bool { hold & Self.inTurn != 0 }

  /// How many locks are held; above zero no turn begins but of what passes.
  ///
  /// Borrows do not count.
  @inlinable public var lockCount: Int {
    Int(truncatingIfNeeded: (hold & (Self.oneBorrow - 1)) / Self.oneLock)
  }

  /// Whether no message waits.
  @inlinable public var isEmpty: Bool { (hold & Self.somebodyPasses) | waitingHere == 0 }

  /// Whether a message that arrives now would have its turn at once.
  @inlinable public var isFree: Bool { hold | waitingHere == 0 }

  /// How many ordinary messages wait in the first run; zero when none waits at all.
  @inlinable var waitingHere: UInt64 { UInt64(truncatingIfNeeded: head.count) }

  /// A message has arrived for `lane`: either its turn begins now, or it waits behind all others.
  @inlinable
  public mutating func arrive(at lane: Int) -> Admission {
    if isFree {
      begin()
      return .run
    }
    enqueue(lane)
    return .wait
  }

  /// Begins a turn at once.
  ///
  /// Only right while the machine `isFree`.
  @inlinable
  public mutating func begin() {
    hold = Self.inTurn
  }

  /// Whether the turn that is being taken could be followed at once by another: nothing waits, nothing is
  /// borrowed and no lock is held.
  @inlinable public var mayContinue: Bool { (hold ^ Self.inTurn) | waitingHere == 0 }

  /// Lets `count` messages of `lane` wait behind all others.
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

  /// Begins the next ordinary turn and names its lane; nil when none waits, a lock is held, a turn runs, something
  /// is borrowed, or a message that passes comes first.
  @inlinable
  public mutating func next() -> Int? {
    if hold != 0 || head.count == 0 { return nil }
    hold = Self.inTurn
    return pop()
  }

  /// Ends the current turn and begins the next one, if that belongs to the same lane and no lock is held.
  ///
  /// This is what lets a store take a whole run of its messages without going back to its flow.
  @inlinable
  public mutating func passTurn(to lane: Int) -> Bool {
    if hold != Self.inTurn || head.count == 0 || head.lane != lane { return false }
    _ = pop()
    return true
  }

  /// The turn that was has begun is over.
  @inlinable
  public mutating func endTurn() {
    hold &= ~Self.inTurn
  }

  /// Holds one more lock.
  ///
  /// A turn that is under way is not disturbed; no other begins but of what passes.
  @inlinable
  public mutating func lock() {
    hold += Self.oneLock
  }

  /// Lets one lock go; true when that was the last one, and waiting turns may begin.
  @inlinable
  public mutating func unlock() -> Bool {
    precondition(lockCount > 0, "A lock of the flow was released twice; release each lock once.")
    hold -= Self.oneLock
    return lockCount == 0
  }

  /// How many messages wait, over all lanes.
  ///
  /// O(number of runs).
  public var waitingCount: Int {
    middle.reduce(head.count + tail.count + passing.count) { $0 + $1.count }
  }

  /// Forgets all waiting messages of a lane, whose owner has dropped them.
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
