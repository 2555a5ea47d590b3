/// The work that waits on a flow without a home, and the state of its one report: a pure value.
struct StrandedWork {
  /// The number of times that posted items were taken.
  private(set) var takings = 0
  /// True while a message, a timer or the end of an effect waits without a home.
  var hasWork = false
  /// Something that waits without a home.
  struct Reader {
    /// True for a sequence, which may wait for a program that takes turns by hand.
    let isSequence: Bool
    /// Ends the wait.
    let end: @Sendable () -> Void
  }

  /// The sequences that are read, and the waits for the work of a send.
  var readers: [Reader] = []
  /// True if the program takes turns by hand.
  var isPumped = false
  /// The patience of the watch that observes what is posted; nil without one.
  private var watched: Duration?
  /// The number of the newest watch.
  ///
  /// An older one, which a shorter one has replaced, decides nothing.
  private(set) var watch = 0
  /// True after the standstill was reported, which happens once.
  private var isReported = false

  /// The time to wait before work counts as stranded.
  var patience: Duration { .seconds(readers.isEmpty ? 5 : 2) }

  /// Returns true if the work that waits needs a watch from now on: the first one, or a shorter one.
  mutating func beginWatch() -> Bool {
    guard hasWork, !isReported || !readers.isEmpty else { return false }
    if let watched, watched <= patience { return false }
    watched = patience
    watch += 1
    return true
  }

  /// Ends the watch; returns true if the standstill is new and should be reported, and the sequences to end.
  mutating func endWatch(_ number: Int, isStranded: Bool) -> (isNew: Bool, ended: [@Sendable () -> Void]) {
    guard number == watch else { return (false, []) }
    watched = nil
    guard isStranded else { return (false, []) }
    defer {
      isReported = true
      readers = []
    }
    return (!isReported, readers.filter { !isPumped || !$0.isSequence }.map(\.end))
  }

  /// Records that posted items were taken.
  mutating func taken() {
    takings &+= 1
    hasWork = false
  }

  /// Records that the flow has a home, where everything is taken.
  mutating func endForGood() {
    hasWork = false
    readers = []
  }
}
