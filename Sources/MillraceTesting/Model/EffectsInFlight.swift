import Millrace

/// The effects that run or wait, as a value: equal values have the same future.
///
/// It follows the rules of queues that the kernel's effect scheduler follows. The scheduler itself cannot be
/// compared, because it numbers its effects and keeps moments of a clock.
struct EffectsInFlight: Hashable {
  enum Phase: UInt8 {
    case running
    case waiting
    /// Cancelled, and in its place in its queue until its body ends.
    case stopping
  }

  struct Entry: Hashable {
    var serial: Int32
    let kind: Int32
    /// The queue's number; negative outside of queues.
    let queue: Int32
    var phase: Phase
    /// The sequence whose current step it belongs to; negative for none.
    var sequence: Int32
    /// The answer that it has begun with; negative while that is open.
    var alternative: Int32 = -1
    /// The number of the answer's messages that it has sent.
    var sent: Int32 = 0
    /// True if its queue cancels the oldest of several, so that the order of running ones matters.
    var isOrdered = false
  }

  /// A queue that is not empty.
  struct BusyQueue: Hashable {
    let queue: Int32
    /// The effect whose policy applies: the one that found the queue empty.
    let ruler: Int32
  }

  struct Sequence: Hashable {
    var serial: Int32
    var program: Int32
    /// The number of the context of its request.
    let context: Int32
    var next: Int32 = 0
    /// The number of unfinished effects in the current step, plus one while the step is handed over.
    var outstanding: Int32 = 1
    var parent: Int32
  }

  /// A change of an effect.
  enum Event: Hashable {
    case started(Int32)
    case waiting(Int32)
    case cancelled(Int32)
    case dropped(Int32, EffectDropReason)
  }

  /// The effects, in the order of their requests.
  var entries: [Entry] = []
  var busyQueues: [BusyQueue] = []
  var sequences: [Sequence] = []
  var clock = DeadlineZone()
  /// The effects that have begun and may send messages at once, until they have; none between choices.
  var beginning: [Int32] = []
  private var lastSerial: Int32 = 0

  var isEmpty: Bool { entries.isEmpty && busyQueues.isEmpty && sequences.isEmpty }

  mutating func nextSerial() -> Int32 {
    lastSerial += 1
    return lastSerial
  }

  func place(of serial: Int32) -> Int? { entries.firstIndex { $0.serial == serial } }

  /// Makes equal situations equal values: numbers effects from 1, and discards the order of running ones
  /// unless it matters.
  mutating func normalise() {
    if isEmpty {
      self = EffectsInFlight()
      return
    }
    // Waiting effects keep their order, which decides the next one to start.
    let sorted = entries.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if one.phase != other.phase { return one.phase.rawValue < other.phase.rawValue }
      if one.phase == .waiting { return left.offset < right.offset }
      if one.isOrdered != other.isOrdered { return other.isOrdered }
      if one.isOrdered { return (one.queue, left.offset) < (other.queue, right.offset) }
      return (one.kind, one.alternative, one.sent, one.sequence, Int32(left.offset))
        < (other.kind, other.alternative, other.sent, other.sequence, Int32(right.offset))
    }
    entries = sorted.map(\.element)
    busyQueues.sort { $0.queue < $1.queue }
    var numbers: [Int32: Int32] = [-1: -1]
    for place in sequences.indices { numbers[sequences[place].serial] = Int32(place) }
    for place in sequences.indices {
      sequences[place].serial = Int32(place)
      sequences[place].parent = numbers[sequences[place].parent] ?? -1
    }
    for place in entries.indices { entries[place].sequence = numbers[entries[place].sequence] ?? -1 }
    numbers = [:]
    for place in entries.indices {
      numbers[entries[place].serial] = Int32(place + sequences.count)
      entries[place].serial = Int32(place + sequences.count)
    }
    lastSerial = Int32(entries.count + sequences.count)
    clock.renumber(numbers)
  }
}
