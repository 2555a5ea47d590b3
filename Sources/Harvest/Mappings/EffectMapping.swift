extension Harvester {
  /// The next state and an effect for an input in a state, or a rejection.
  ///
  /// It is a list of rules, rows of a table or closures; the first rule that takes the input decides. See
  /// ``Mapping`` for `+`, `*`, ``zero`` and ``one``; effects are combined with their `+`.
  ///
  /// ```swift
  /// typealias Machine = Harvester<Input, State>.EffectMapping<World, EffectQueue, Never>
  ///
  /// let mapping = Machine.reduce(.first, [
  ///   .login   | .loggedOut => .loggingIn | loginRequest,
  ///   .loginOK | .loggingIn => .loggedIn  | .empty,
  /// ])
  /// ```
  public struct EffectMapping<World: Sendable, Queue: EffectQueueProtocol, EffectID: Hashable & Sendable> {
    /// The effects of this mapping.
    public typealias Effect = Harvest.Effect<World, Input, Queue, EffectID>

    @usableFromInline
    final class Rule {
      /// The row's patterns; nil for a closure.
      @usableFromInline let row: TransitionRow<Input, State>?
      /// True when `take` and `effect` are enough, so that a rejected input creates no effect.
      @usableFromInline let isConstant: Bool
      /// Changes the state and returns true, or leaves it unchanged and returns false.
      @usableFromInline let take: (Input, inout State) -> Bool
      /// The effect after `take` has returned true.
      @usableFromInline let effect: Effect
      /// Changes the state and returns an effect, or leaves it unchanged and returns nil.
      ///
      /// A rule that asks for the world returns nil without one.
      @usableFromInline let give: (Input, inout State, World?) -> Effect?
      /// True when the rule asks for the world; a product and a mapping of `all` do not know.
      @usableFromInline let asksForWorld: Bool
      /// The factors of a product, none of them a product itself; nil for another rule.
      @usableFromInline let factors: [EffectMapping]?

      @inlinable
      init(
        _ row: TransitionRow<Input, State>?, taking take: @escaping (Input, inout State) -> Bool,
        _ effect: Effect
      ) {
        self.row = row
        isConstant = true
        self.take = take
        self.effect = effect
        factors = nil
        asksForWorld = false
        // `take(…) ? effect : nil` would always be an effect, because `nil` is the empty one, too.
        give = { input, state, _ in
          guard take(input, &state) else { return Effect?.none }
          return effect
        }
      }

      @inlinable
      init(
        _ row: TransitionRow<Input, State>?, factors: [EffectMapping]? = nil, asksForWorld: Bool = false,
        _ give: @escaping (Input, inout State, World?) -> Effect?
      ) {
        self.row = row
        self.factors = factors
        self.asksForWorld = asksForWorld
        isConstant = false
        take = { give($0, &$1, nil) != nil }
        effect = .empty
        self.give = give
      }
    }

    @usableFromInline let list: RuleList<Rule>
    /// The parts of the state, such as embedded machines; when one leaves, its effects end.
    @usableFromInline let parts: MachineParts<State>
    /// Functions that return the effects with which charts resume a state.
    @usableFromInline let resumptions: [(State) -> Effect]

    @inlinable
    init(
      rules: [Rule], parts: MachineParts<State> = MachineParts(), resumptions: [(State) -> Effect] = []
    ) {
      list = RuleList(rules)
      self.parts = parts
      self.resumptions = resumptions
    }

    @inlinable var rules: [Rule] { list.rules }

    @inlinable
    init(
      parts: MachineParts<State> = MachineParts(), resumptions: [(State) -> Effect] = [],
      asksForWorld: Bool = false,
      rule give: @escaping (Input, inout State, World?) -> Effect?
    ) {
      list = RuleList([Rule(nil, asksForWorld: asksForWorld, give)])
      self.parts = parts
      self.resumptions = resumptions
    }

    /// Creates a mapping from a closure that returns nil to reject.
    @inlinable
    public init(_ run: @escaping (Input, State) -> (State, Effect)?) {
      self.init(rule: { input, state, _ in
        guard let (next, effect) = run(input, state) else { return nil }
        state = next
        return effect
      })
    }

    /// Creates a mapping from a closure that also receives the world, and returns nil to reject.
    ///
    /// The pure form, which leaves the world to the effects, can be replayed, drawn and checked without one.
    /// This form needs the same world for the same result; without a world its rule is skipped, and a report
    /// says so.
    @inlinable
    public init(_ run: @escaping (Input, State, World) -> (State, Effect)?) {
      self = .makeInout { input, state, world in
        guard let (next, effect) = run(input, state, world) else { return nil }
        state = next
        return effect
      }
    }

    /// Creates a mapping from a closure that changes the state in place and returns nil to reject.
    ///
    /// The closure must decide to reject before it changes anything: the state is not copied, so a change
    /// cannot be undone.
    @inlinable
    public static func makeInout(_ run: @escaping (Input, inout State) -> Effect?) -> EffectMapping {
      EffectMapping(rule: { input, state, _ in run(input, &state) })
    }

    /// Creates a mapping from a closure that also receives the world, changes the state in place and returns
    /// nil to reject.
    ///
    /// The closure must decide to reject before it changes anything. See the initialiser with a world for
    /// what the pure form can do and this one cannot.
    @inlinable
    public static func makeInout(_ run: @escaping (Input, inout State, World) -> Effect?) -> EffectMapping {
      EffectMapping(asksForWorld: true) { input, state, world in
        // A world of type `Void` need not be given.
        guard let world = world ?? (() as? World) else { return nil }
        return run(input, &state, world)
      }
    }

    /// Returns the next state and the effect, or nil when the input is rejected.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - state: The state before it.
    ///   - world: The world for closures that ask for it; without one they are skipped.
    @inlinable
    public func run(_ input: Input, _ state: State, _ world: World? = nil) -> (State, Effect)? {
      var state = state
      return apply(input, to: &state, in: world).map { (state, $0) }
    }

    /// Changes the state in place and returns the effect; nil when the input is rejected, which leaves the
    /// state unchanged.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - state: The state.
    ///   - world: The world for closures that ask for it; without one they are skipped.
    @inlinable
    public func apply(_ input: Input, to state: inout State, in world: World? = nil) -> Effect? {
      var given: Effect?
      let index = list.firstIndex { rule in
        if rule.isConstant { return rule.take(input, &state) }
        given = rule.give(input, &state, world)
        return given != nil
      }
      guard let index else { return nil }
      return given ?? list.rules[index].effect
    }

    // MARK: Monoids

    /// The mapping that rejects every input.
    @inlinable public static var zero: EffectMapping { EffectMapping(rules: []) }

    /// The mapping that accepts every input, changes nothing and has no effect.
    @inlinable public static var one: EffectMapping { EffectMapping(rule: { _, _, _ in .empty }) }

    /// The mapping that rejects every input: the unit of `+`.
    @inlinable public static var empty: EffectMapping { zero }

    /// Combines two mappings: the right one is called when the left one rejects.
    @inlinable
    public static func + (left: EffectMapping, right: EffectMapping) -> EffectMapping {
      EffectMapping(
        rules: left.rules + right.rules, parts: left.parts + right.parts,
        resumptions: left.resumptions + right.resumptions)
    }

    /// Composes two mappings: the right one receives the left one's state.
    ///
    /// Both must accept, and their effects are combined. The state is copied, so that it can be restored when
    /// the right one rejects.
    @inlinable
    public static func * (left: EffectMapping, right: EffectMapping) -> EffectMapping {
      product(
        of: left.factors + right.factors, parts: left.parts + right.parts,
        resumptions: left.resumptions + right.resumptions)
    }

    /// The factors of the mapping: the mapping itself, unless it was made by `*`.
    @inlinable var factors: [EffectMapping] {
      list.count == 1 ? rules[0].factors ?? [self] : [self]
    }

    /// Composes mappings in a loop, so that many do not nest their calls.
    @inlinable
    static func product(
      of factors: [EffectMapping], parts: MachineParts<State>, resumptions: [(State) -> Effect]
    ) -> EffectMapping {
      let rule = Rule(nil, factors: factors) { input, state, world in
        var next = state
        var effects: [Effect] = []
        for factor in factors {
          guard let effect = factor.apply(input, to: &next, in: world) else { return nil }
          if !effect.isEmpty { effects.append(effect) }
        }
        state = next
        return .joined(effects)
      }
      return EffectMapping(rules: [rule], parts: parts, resumptions: resumptions)
    }

    // MARK: Folding

    /// Combines several mappings; in a list of rows, the compiler checks them one by one.
    @inlinable
    public static func reduce(_ strategy: ReduceStrategy, _ mappings: [EffectMapping]) -> EffectMapping {
      let parts = MachineParts.joined(mappings.map(\.parts))
      let resumptions = mappings.flatMap(\.resumptions)
      switch strategy {
      case .first:
        return EffectMapping(rules: mappings.flatMap(\.rules), parts: parts, resumptions: resumptions)
      case .tryAll:
        return product(of: mappings.flatMap(\.factors), parts: parts, resumptions: resumptions)
      case .all:
        return EffectMapping(
          parts: parts, resumptions: resumptions,
          rule: { input, state, world in
            var isTaken = false
            var effects: [Effect] = []
            for mapping in mappings {
              guard let effect = mapping.apply(input, to: &state, in: world) else { continue }
              isTaken = true
              if !effect.isEmpty { effects.append(effect) }
            }
            guard isTaken else { return nil }
            return .joined(effects)
          })
      }
    }

    /// Combines the mappings of any sequence, in its order.
    ///
    /// It has a label, because with a generic function of the same name the compiler could not check a list
    /// of ten rows in reasonable time.
    @inlinable
    public static func reduce(
      _ strategy: ReduceStrategy, of mappings: some Sequence<EffectMapping>
    ) -> EffectMapping {
      reduce(strategy, Array(mappings))
    }
  }
}
