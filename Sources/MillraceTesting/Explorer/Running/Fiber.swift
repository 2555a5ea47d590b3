import Millrace

/// One line of execution in a run: a task, as far as the explorer can see it.
struct Fiber {
  /// The purpose of a task.
  enum Kind {
    /// Events that the scenario lets happen, one after the other.
    case user
    /// The scenario's own work.
    case work
    /// The body of an effect.
    case effect
    /// The body of a subscription.
    case subscription
    /// A wait of a queue or a gate.
    case timer
    /// A hop home with posted messages.
    case wake
    /// A task begun by one of the above.
    case child
    /// The turns of an actor of the application.
    case actor
  }

  /// The reason why a fiber cannot continue now.
  enum Wait: Hashable {
    /// Unknown.
    case unknown
    /// It waits for the clock.
    case time(ManualClock.Instant)
    /// It waits for a child task, or for the value of another task.
    case task
    /// It waits for an answer declared never to come.
    case never
    /// It has ended.
    case over
  }

  let key: FiberKey
  let kind: Kind
  /// A description of its work, which several fibers may share.
  let title: String
  /// Its name in stories.
  let name: String
  /// True when its steps are fixed in advance, whatever it meets.
  let isBlind: Bool
  /// The effect whose body it is.
  let effect: EffectName?
  /// The place that its end touches, as does a cancellation that comes too late, where nothing else waits for
  /// its end.
  let end: Footprint.Place?
  /// The flow to which a hop home delivers posted messages; nil for other fibers.
  let hopsTo: Int?
  /// The fibers that it comes from whose cancellation may also be its own.
  let ancestors: [FiberKey]
  /// True when its handle may be where the explorer does not see it, such as in an actor.
  let isLoose: Bool
  /// The fiber that began it, for a child.
  var parent: Int?
  /// The task, for a child whose end the explorer sees.
  var task: UnownedJob?
  /// True for a child task in the sense of structured concurrency: only its parent can wait for it.
  var isStructured = false
  /// The hash of its steps and of what it has learnt in them.
  var history: UInt64
  var stepCount = 0
  /// The number of fibers that it has begun in its present step.
  var childCount = 0
  var isCancelled = false
  var wait = Wait.unknown

  /// True for a timer that was cancelled in its sleep, and only has to end.
  var isLeftOver = false

  /// True when it has begun tasks of its own, whose results it may take at any step.
  var hasChildren = false
  /// The order in which its child tasks have ended, and the knowledge of each, as a hash.
  var results: UInt64 = 0
  /// True when its task was cancelled at the end of the last step, for a child task whose object is retained.
  var isTaskCancelled = false
  /// The hash of the cancellation that its present step could notice.
  var noticed: UInt64 = 0
}

extension Footprint {
  /// Returns the place for the cancellation of a fiber.
  static func cancellation(of fiber: FiberKey) -> Place { fiber | 1 << 63 }

  /// Returns the place for the end of the effects with this id.
  static func end(of id: EffectID, in store: String) -> Place {
    MillraceTesting.hash(of: [EffectID(store), id]) | 1 << 63
  }

  /// Returns the place for what requests in a queue depend on, besides the state: the effects that have
  /// ended.
  static func queue(_ name: EffectID, of store: StoreName) -> Place {
    mix(MillraceTesting.hash(of: name), UInt64(store.flow), store.number, 6) | 1 << 63
  }

  /// Returns the place for what a fiber does with the tasks that it has begun.
  static func family(of fiber: FiberKey) -> Place { mix(fiber, 1) | 1 << 63 }

  /// Returns the place for the results of a fiber's child tasks.
  static func results(of fiber: FiberKey) -> Place { mix(fiber, 2) | 1 << 63 }
}

/// The name of an effect within a run.
struct EffectName: Hashable {
  let store: StoreName
  let serial: UInt64

  /// Returns the name of a turn of its flow.
  func turn(_ sequence: UInt64) -> TurnName { TurnName(flow: store.flow, sequence: sequence) }
}

/// The name of a store within a run.
///
/// A later store may have the visible name of an earlier one.
struct StoreName: Hashable {
  let flow: Int
  let number: UInt64
}

/// The name of a turn within a run.
struct TurnName: Hashable {
  let flow: Int
  let sequence: UInt64
}

/// Mixes values into one that looks random.
///
/// It has a parameter for each value, since an array of them would have to be allocated each time.
func mix(_ first: UInt64) -> UInt64 { mixed(0, first) }

func mix(_ first: UInt64, _ second: UInt64) -> UInt64 { mixed(mix(first), second) }

func mix(_ first: UInt64, _ second: UInt64, _ third: UInt64) -> UInt64 { mixed(mix(first, second), third) }

func mix(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) -> UInt64 {
  mixed(mix(first, second, third), fourth)
}

func mix(_ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64, _ fifth: UInt64) -> UInt64 {
  mixed(mix(first, second, third, fourth), fifth)
}

func mix(
  _ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64, _ fifth: UInt64, _ sixth: UInt64
) -> UInt64 {
  mixed(mix(first, second, third, fourth, fifth), sixth)
}

func mix(
  _ first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64, _ fifth: UInt64, _ sixth: UInt64,
  _ seventh: UInt64
) -> UInt64 {
  mixed(mix(first, second, third, fourth, fifth, sixth), seventh)
}

private func mixed(_ sum: UInt64, _ value: UInt64) -> UInt64 {
  RandomSource.scrambled((sum &+ value) &+ 0x9E37_79B9_7F4A_7C15)
}

/// Returns a hash of a value that is constant within a process.
func hash(of value: some Hashable) -> UInt64 {
  var hasher = Hasher()
  hasher.combine(value)
  return UInt64(bitPattern: Int64(hasher.finalize()))
}
