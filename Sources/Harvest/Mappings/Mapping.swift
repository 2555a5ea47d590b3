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
    final class Rule {
      /// The row's patterns; nil for a closure.
      @usableFromInline let row: TransitionRow<Input, State>?
      /// Changes the state and returns true, or leaves it unchanged and returns false.
      @usableFromInline let take: (Input, inout State) -> Bool
      /// The factors of a product, none of them a product itself; nil for another rule.
      @usableFromInline let factors: [Mapping]?

      @inlinable
      init(
        _ row: TransitionRow<Input, State>?, factors: [Mapping]? = nil,
        _ take: @escaping (Input, inout State) -> Bool
      ) {
        self.row = row
        self.take = take
        self.factors = factors
      }
    }

    @usableFromInline let list: RuleList<Rule>

    @inlinable
    init(rules: [Rule]) {
      list = RuleList(rules)
    }

    @inlinable var rules: [Rule] { list.rules }

    /// Creates a mapping from a closure that returns nil to reject.
    @inlinable
    public init(_ run: @escaping (Input, State) -> State?) {
      self.init(rules: [
        Rule(nil) { input, state in
          guard let next = run(input, state) else { return false }
          state = next
          return true
        }
      ])
    }

    /// Creates a mapping from a closure that changes the state in place and accepts every input.
    @inlinable
    public static func makeInout(_ run: @escaping (Input, inout State) -> Void) -> Mapping {
      Mapping(rules: [
        Rule(nil) { input, state in
          run(input, &state)
          return true
        }
      ])
    }

    /// Returns the next state, or nil when the input is rejected.
    @inlinable
    public func run(_ input: Input, _ state: State) -> State? {
      var state = state
      return apply(input, to: &state) ? state : nil
    }

    /// Changes the state in place; returns false when the input is rejected, which leaves the state
    /// unchanged.
    @inlinable
    public func apply(_ input: Input, to state: inout State) -> Bool {
      list.firstIndex { $0.take(input, &state) } != nil
    }

    /// Returns the mapping without effects, as an ``EffectMapping``.
    @inlinable
    public func toEffectMapping<World: Sendable, Queue: EffectQueueProtocol, EffectID: Hashable & Sendable>()
      -> EffectMapping<World, Queue, EffectID>
    {
      EffectMapping(rules: rules.map { .init($0.row, taking: $0.take, .empty) })
    }

    // MARK: Monoids

    /// The mapping that rejects every input.
    @inlinable public static var zero: Mapping { Mapping(rules: []) }

    /// The mapping that accepts every input and changes nothing.
    @inlinable public static var one: Mapping { Mapping(rules: [Rule(nil) { _, _ in true }]) }

    /// The mapping that rejects every input: the unit of `+`.
    @inlinable public static var empty: Mapping { zero }

    /// Combines two mappings: the right one is called when the left one rejects.
    @inlinable
    public static func + (left: Mapping, right: Mapping) -> Mapping {
      Mapping(rules: left.rules + right.rules)
    }

    /// Composes two mappings: the right one receives the left one's state, and both must accept.
    ///
    /// The state is copied, so that it can be restored when the right one rejects.
    @inlinable
    public static func * (left: Mapping, right: Mapping) -> Mapping {
      product(of: left.factors + right.factors)
    }

    /// The factors of the mapping: the mapping itself, unless it was made by `*`.
    @inlinable var factors: [Mapping] {
      list.count == 1 ? rules[0].factors ?? [self] : [self]
    }

    /// Composes mappings in a loop, so that many do not nest their calls.
    @inlinable
    static func product(of factors: [Mapping]) -> Mapping {
      Mapping(rules: [
        Rule(nil, factors: factors) { input, state in
          var next = state
          for factor in factors where !factor.apply(input, to: &next) { return false }
          state = next
          return true
        }
      ])
    }

    // MARK: Folding

    /// Combines several mappings; in a list of rows, the compiler checks them one by one.
    @inlinable
    public static func reduce(_ strategy: ReduceStrategy, _ mappings: [Mapping]) -> Mapping {
      switch strategy {
      case .first:
        return Mapping(rules: mappings.flatMap(\.rules))
      case .tryAll:
        return product(of: mappings.flatMap(\.factors))
      case .all:
        return Mapping(rules: [
          Rule(nil) { input, state in
            mappings.reduce(false) { $1.apply(input, to: &state) || $0 }
          }
        ])
      }
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
