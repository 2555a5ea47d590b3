public import MillraceCore

// Names of the original Harvest that have another one here. Each forward does what the new name does; the
// article *Coming from Harvest* lists where that differs.

extension Effect {
  /// The effect that does nothing.
  @available(*, deprecated, renamed: "empty")
  public static var none: Effect { .empty }
}

extension Effect {
  /// Returns the effect with its ids converted, including those that it cancels.
  @available(*, deprecated, renamed: "transformID(_:_:)")
  public func invmapID<NewID: Hashable & Sendable>(
    _ inject: @escaping @Sendable (ID) -> NewID, _ tryGet: @escaping @Sendable (NewID) -> ID?
  ) -> Effect<World, Input, Queue, NewID> {
    transformID(inject, tryGet)
  }
}

extension BasicEffectQueue {
  /// Creates the only queue.
  @available(*, deprecated, message: "Write `BasicEffectQueue.default`.")
  public init() { self = .default }
}

extension Transition {
  /// Returns whether the transition leaves a state.
  @available(*, deprecated, renamed: "from.matches")
  public var fromState: (State) -> Bool { from.matches }

  /// The target state.
  @available(*, deprecated, renamed: "to")
  public var toState: State { to }
}

extension Harvester.Mapping {
  /// Combines several mappings; the first that accepts decides.
  @available(*, deprecated, message: "Write `reduce(.first, mappings)`.")
  public static func reduce(_ mappings: [Harvester.Mapping]) -> Harvester.Mapping {
    reduce(.first, mappings)
  }
}

extension Harvester.EffectMapping {
  /// Combines several mappings; the first that accepts decides.
  @available(*, deprecated, message: "Write `reduce(.first, mappings)`.")
  public static func reduce(_ mappings: [Self]) -> Self {
    reduce(.first, mappings)
  }
}

extension FlattenStrategy {
  /// At most this many effects run at a time.
  @available(*, deprecated, renamed: "concurrent(max:)")
  public static func concurrent(maxPublishers: Int) -> FlattenStrategy { .concurrent(max: maxPublishers) }

  /// An effect starts once no other was requested for this number of seconds; one that runs continues until
  /// then.
  @available(*, deprecated, message: "Write `.debounce(for: .seconds(time), cancelsRunning: false)`.")
  public static func debounce(time: Double) -> FlattenStrategy {
    .debounce(for: duration(time), cancelsRunning: false)
  }

  /// Effects start at least this number of seconds apart.
  @available(*, deprecated, message: "Write `.throttle(for: .seconds(interval), latest: latest)`.")
  public static func throttle(interval: Double, latest: Bool) -> FlattenStrategy {
    .throttle(for: duration(interval), latest: latest)
  }

  /// Returns the duration; a negative one, which is reported where it is used, for a number that is none.
  private static func duration(_ seconds: Double) -> Duration {
    // A year is longer than any program waits, and far below the limit of a duration.
    seconds.isNaN ? .seconds(-1) : .seconds(min(max(seconds, -1), 31_536_000))
  }
}

// MARK: Initialisers with a scheduler

// They are errors and not forwards, because the original's machine took its inputs from a publisher at once,
// and a sequence delivers them later.

extension Harvester {
  /// Was: a machine whose inputs came from a publisher, on a scheduler.
  @available(
    *, unavailable,
    message:
      "Leave out `scheduler:`; the machine lives where it is made, and time is the environment's clock. Leave out `inputs:` and call `send(_:)`, which changes the state at once as a subject did, or give an async sequence."
  )
  public convenience init<Queue, EffectID>(
    state: State, effect: Effect<Void, Input, Queue, EffectID> = .empty, inputs: some Any,
    mapping: EffectMapping<Void, Queue, EffectID>, scheduler: some Any, options: Any? = nil
  ) { self.init(state: state, mapping: .empty) }

  /// Was: a machine whose inputs came from a publisher, on a scheduler.
  @available(
    *, unavailable,
    message:
      "Leave out `scheduler:`; the machine lives where it is made, and time is the environment's clock. Leave out `inputs:` and call `send(_:)`, which changes the state at once as a subject did, or give an async sequence."
  )
  public convenience init<World, Queue, EffectID>(
    state: State, effect: Effect<World, Input, Queue, EffectID> = .empty, inputs: some Any,
    mapping: EffectMapping<World, Queue, EffectID>, world: World, scheduler: some Any, options: Any? = nil
  ) { self.init(state: state, mapping: .empty) }

  /// Was: a machine without effects whose inputs came from a publisher, on a scheduler.
  @available(
    *, unavailable,
    message:
      "Leave out `scheduler:`; the machine lives where it is made, and time is the environment's clock. Leave out `inputs:` and call `send(_:)`, which changes the state at once as a subject did, or give an async sequence."
  )
  public convenience init(
    state: State, inputs: some Any, mapping: Mapping, scheduler: some Any, options: Any? = nil
  ) {
    self.init(state: state, mapping: mapping)
  }
}
