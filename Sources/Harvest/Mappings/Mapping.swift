extension Harvester {
  /// The next state for an input in a state, or that the input is rejected.
  ///
  /// It is a list of rules, of which the first that takes the input decides: rows of a table, or closures.
  ///
  /// Mappings are a monoid in two ways. `+` is *or*: the right one is asked when the left one rejects; nobody to
  /// ask is ``zero``. `*` is *then*: the right one takes what the left one made, and both must accept; ``one``
  /// accepts everything and changes nothing.
  public struct Mapping {
    @usableFromInline
    final class Rule {
      /// What the row says; nil for a closure.
      @usableFromInline let row: TransitionRow<Input, State>?
      /// Changes the state and answers true, or leaves it alone and answers false.
      @usableFromInline let take: (Input, inout State) -> Bool
      /// The mappings that it multiplies, none of them a product itself; nil for another rule.
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

    /// A mapping that is a closure, which gives nil to reject.
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

    /// A mapping that changes the state in place, and accepts every input.
    @inlinable
    public static func makeInout(_ run: @escaping (Input, inout State) -> Void) -> Mapping {
      Mapping(rules: [
        Rule(nil) { input, state in
          run(input, &state)
          return true
        }
      ])
    }

    /// The next state, or nil when the input is rejected.
    @inlinable
    public func run(_ input: Input, _ state: State) -> State? {
      var state = state
      return apply(input, to: &state) ? state : nil
    }

    /// Changes the state in place; false when the input is rejected, and then the state is as it was.
    @inlinable
    public func apply(_ input: Input, to state: inout State) -> Bool {
      list.firstIndex { $0.take(input, &state) } != nil
    }

    /// The same mapping, which asks for no effects.
    @inlinable
    public func toEffectMapping<World: Sendable, Queue: EffectQueueProtocol, EffectID: Hashable & Sendable>()
      -> EffectMapping<World, Queue, EffectID>
    {
      EffectMapping(rules: rules.map { .init($0.row, taking: $0.take, .empty) })
    }

    // MARK: Monoids

    /// Rejects every input.
    @inlinable public static var zero: Mapping { Mapping(rules: []) }

    /// Accepts every input and changes nothing.
    @inlinable public static var one: Mapping { Mapping(rules: [Rule(nil) { _, _ in true }]) }

    /// Rejects every input: the unit of `+`.
    @inlinable public static var empty: Mapping { zero }

    /// Asks the right one when the left one rejects.
    @inlinable
    public static func + (left: Mapping, right: Mapping) -> Mapping {
      Mapping(rules: left.rules + right.rules)
    }

    /// Gives the right one what the left one made; both must accept.
    ///
    /// The state is copied, so that it can be as it was when the right one rejects.
    @inlinable
    public static func * (left: Mapping, right: Mapping) -> Mapping {
      product(of: left.factors + right.factors)
    }

    /// What it is the product of: itself, unless it was made by `*`.
    @inlinable var factors: [Mapping] {
      list.count == 1 ? rules[0].factors ?? [self] : [self]
    }

    /// One after another, in a loop, so that many are not called inside of each other.
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

    /// One mapping made of several; where they are written as a list, the compiler checks them one by one.
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

/// How several mappings become one.
public enum ReduceStrategy: Hashable, Sendable, CaseIterable {
  /// The first that accepts decides.
  case first
  /// Each takes what the one before made; those that reject are passed over, and it takes one that accepts.
  case all
  /// Each takes what the one before made; all must accept.
  case tryAll
}
