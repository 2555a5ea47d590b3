import Millrace

/// One line of execution in a run: a task, as far as the explorer can see it.
struct Strand {
  /// What the task is for.
  enum Kind {
    /// Events that the scenario lets happen, one after the other.
    case user
    /// Work of the scenario's own.
    case work
    /// The body of an effect.
    case effect
    /// The body of a subscription.
    case subscription
    /// A wait of a queue or a gate.
    case timer
    /// A hop home with what was posted.
    case wake
    /// A task that something of the above has begun.
    case child
    /// The turns of an actor of the application.
    case actor
  }

  /// What is known of a strand that cannot go on now.
  enum Wait: Hashable {
    /// Nothing is known.
    case unknown
    /// For the clock.
    case time(ManualClock.Instant)
    /// For an answer that never comes, as was declared.
    case never
    /// It has ended.
    case over
  }

  let key: StrandKey
  let kind: Kind
  /// What it does; several may do the same.
  let title: String
  /// What it is called in stories.
  let name: String
  /// Whether it does what was said beforehand, whatever it meets.
  let isBlind: Bool
  /// The effect whose body it is.
  let effect: EffectName?
  /// The place that is touched by its end, and by who would have cancelled it, where nothing else waits for its end.
  let end: Footprint.Place?
  /// The flow to which a hop home brings what is posted; nil for what is no such hop.
  let hopsTo: Int?
  /// The strands that it comes from, as far as their cancellation may be its own.
  let ancestors: [StrandKey]
  /// True when its handle may be where the explorer does not see it, such as in an actor.
  let isLoose: Bool
  /// The steps it has taken, and what it has learnt in them, as a hash.
  var history: UInt64
  var stepCount = 0
  /// The strands that it has begun in its present step.
  var childCount = 0
  var isCancelled = false
  var wait = Wait.unknown

  /// True for a timer that was cancelled in its sleep, and only has to end.
  var isLeftOver = false

  /// Whether it has begun tasks of its own, which it may cancel at any step.
  var hasChildren = false
}

extension Footprint {
  /// Whether a strand has been cancelled.
  static func cancellation(of strand: StrandKey) -> Place { strand | 1 << 63 }

  /// Whether the effects of this id are over.
  static func end(of id: EffectID, in store: String) -> Place {
    MillraceTesting.hash(of: [EffectID(store), id]) | 1 << 63
  }

  /// What a strand has done with the tasks that it has begun.
  static func family(of strand: StrandKey) -> Place { mix(strand, 1) | 1 << 63 }
}

/// Names an effect within a run.
struct EffectName: Hashable {
  let store: StoreName
  let serial: UInt64

  /// A turn of its flow.
  func turn(_ sequence: UInt64) -> TurnName { TurnName(flow: store.flow, sequence: sequence) }
}

/// Names a store within a run.
///
/// Stores that have followed each other may have had one name.
struct StoreName: Hashable {
  let flow: Int
  let number: UInt64
}

/// Names a turn within a run.
struct TurnName: Hashable {
  let flow: Int
  let sequence: UInt64
}

/// Mixes values into one that is as good as drawn by chance.
func mix(_ values: UInt64...) -> UInt64 {
  values.reduce(0) { RandomSource.scrambled(($0 &+ $1) &+ 0x9E37_79B9_7F4A_7C15) }
}

/// A hash of a value, the same for the whole of a process.
func hash(of value: some Hashable) -> UInt64 {
  var hasher = Hasher()
  hasher.combine(value)
  return UInt64(bitPattern: Int64(hasher.finalize()))
}
