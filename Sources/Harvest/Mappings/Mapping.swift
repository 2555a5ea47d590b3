extension Harvester {
  /// The next state for an input in a state, or a rejection.
  ///
  /// It is a list of rules, rows of a table or closures; the first rule that takes the input decides.
  ///
  /// Mappings are a monoid in two ways. `+` is *or*: the right one is called when the left one rejects;
  /// ``zero`` rejects everything. `*` is *then*: the right one receives the left one's state, and both must
  /// accept; ``one`` accepts everything and changes nothing.
  public struct Mapping {
    @usableFromInline
    typealias Base = EffectMapping<Void, BasicEffectQueue, Never>

    /// The mapping with the effect that does nothing.
    @usableFromInline let base: Base

    @inlinable
    init(_ base: Base) {
      self.base = base
    }

    @inlinable var rules: [Base.Rule] { base.rules }

    /// Creates a mapping of one rule, which changes the state and returns true, or leaves it and returns
    /// false.
    @inlinable
    init(_ row: TransitionRow<Input, State>?, taking take: @escaping (Input, inout State) -> Bool) {
      base = Base(rules: [Base.Rule(row, taking: take, .empty)])
    }

    /// Creates a mapping from a closure that returns nil to reject.
    @inlinable
    public init(_ run: @escaping (Input, State) -> State?) {
      self.init(nil) { input, state in
        guard let next = run(input, state) else { return false }
        state = next
        return true
      }
    }

    /// Creates a mapping from a closure that changes the state in place and accepts every input.
    @inlinable
    public static func makeInout(_ run: @escaping (Input, inout State) -> Void) -> Mapping {
      Mapping(nil) { input, state in
        run(input, &state)
        return true
      }
    }

    /// Returns the next state, or nil when the input is rejected.
    @inlinable
    public func run(_ input: Input, _ state: State) -> State? { base.run(input, state)?.0 }

    /// Changes the state in place; returns false when the input is rejected, which leaves the state
    /// unchanged.
    @inlinable
    public func apply(_ input: Input, to state: inout State) -> Bool { base.apply(input, to: &state) != nil }

    /// Returns the mapping without effects, as an ``EffectMapping``.
    @inlinable
    public func toEffectMapping<World: Sendable, Queue: EffectQueueProtocol, EffectID: Hashable & Sendable>()
      -> EffectMapping<World, Queue, EffectID>
    {
      EffectMapping(rules: rules.map { .init($0.row, taking: $0.take, .empty) })
    }

    // MARK: Monoids

    /// The mapping that rejects every input.
    @inlinable public static var zero: Mapping { Mapping(Base.zero) }

    /// The mapping that accepts every input and changes nothing.
    @inlinable public static var one: Mapping { Mapping(Base.one) }

    /// The mapping that rejects every input: the unit of `+`.
    @inlinable public static var empty: Mapping { zero }

    /// Combines two mappings: the right one is called when the left one rejects.
    @inlinable
    public static func + (left: Mapping, right: Mapping) -> Mapping { Mapping(left.base + right.base) }

    /// Composes two mappings: the right one receives the left one's state, and both must accept.
    ///
    /// The state is copied, so that it can be restored when the right one rejects.
    @inlinable
    public static func * (left: Mapping, right: Mapping) -> Mapping { Mapping(left.base * right.base) }

    // MARK: Folding

    /// Combines several mappings; in a list of rows, the compiler checks them one by one.
    @inlinable
    public static func reduce(_ strategy: ReduceStrategy, _ mappings: [Mapping]) -> Mapping {
      Mapping(Base.reduce(strategy, mappings.map(\.base)))
    }

    /// Combines the mappings of any sequence, in its order.
    @inlinable
    public static func reduce(_ strategy: ReduceStrategy, of mappings: some Sequence<Mapping>) -> Mapping {
      reduce(strategy, Array(mappings))
    }
  }
}

/// The rule by which several mappings become one.
public enum ReduceStrategy: Hashable, Sendable, CaseIterable {
  /// The first mapping that accepts decides.
  case first
  /// Each mapping receives the state of the one before; those that reject are skipped, and at least one must
  /// accept.
  case all
  /// Each mapping receives the state of the one before; all must accept.
  case tryAll
}

extension Harvester.Mapping {
  /// The rule by which several mappings become one.
  public typealias ReduceStrategy = Harvest.ReduceStrategy
}

extension Harvester.EffectMapping {
  /// The rule by which several mappings become one.
  public typealias ReduceStrategy = Harvest.ReduceStrategy
}
