import Millrace

/// Goes through everything that logic can do, without running it, and finds the shortest way to what must not be.
///
/// It goes breadth first through the messages from outside and the declared answers of effects, in every order in
/// which they can come; equal situations, which are an equal state with equal effects in flight, are gone into
/// once.
///
/// ```swift
/// let report = ModelCheck(Logic(Login(), update: login), messages: [.logIn, .logOut])
///   .answers { effect in effect.label == "log in" ? [.sends(.accepted), .sends(.refused), .never] : nil }
///   .always("a spinner turns only while something is in flight") { $0.isBusy == !$1.isEmpty }
///   .eventually("somebody is logged in") { $0.user != nil }
///   .neverStuck("one can always log in again") { $0.user != nil }
///   .run()
/// #expect(report.isSuccess, "\(report)")
/// ```
///
/// **Effects.** One that a turn starts is in flight until it has given one of its answers, at any time and in any
/// order with all others. Queues, ids and cancellations are obeyed as by a store, sequences too. An effect ends
/// with its last message's turn and the messages that this turn sends at once; nothing comes in between. A turn's
/// own `.send` has its turn at once, as in a store.
///
/// **Time** is not counted: any time may pass between two messages, but delays come in the order in which they
/// can be due. One that was asked for earlier, for a shorter time, is never overtaken.
///
/// **Cost.** It keeps every situation it has found, and asks each message in each. It ends by itself: the number of
/// situations, of steps and of effects in flight is bounded by ``ModelBounds``, and a check that a bound has stopped is
/// no success.
public struct ModelCheck<State, Message: Sendable, Key: Hashable> {
  struct Rule {
    let name: String
    /// The effects are gathered only for whom they concern.
    let needsEffects: Bool
    let holds: (State, [ModelEffect]) -> Bool
  }

  let logic: Logic<State, Message>
  let messages: (State) -> [Message]
  /// Whether the messages are the same in every state.
  private(set) var hasFixedMessages = false
  /// Whether the key is the state.
  private(set) var hasWholeKey = false
  let key: (State) -> Key
  private(set) var answers: (ModelEffect) -> [EffectAnswer<Message>]? = { _ in nil }
  private(set) var invariants: [Rule] = []
  private(set) var goals: [Rule] = []
  private(set) var refuges: [Rule] = []
  private(set) var allowsErrors = false

  /// Creates a check of logic whose state is told apart by a key.
  ///
  /// - Parameters:
  ///   - logic: The logic that is checked.
  ///   - key: Returns what states are told apart by: those with equal keys must do the same with every message, and of
  ///     those that differ in what it leaves out only the first is gone on from.
  ///   - messages: The messages that may come from outside in a state.
  public init(
    _ logic: Logic<State, Message>, by key: @escaping (State) -> Key,
    messages: @escaping (State) -> [Message]
  ) {
    self.logic = logic
    self.key = key
    self.messages = messages
  }

  /// Creates a check of logic whose state is told apart by a key.
  ///
  /// - Parameters:
  ///   - logic: The logic that is checked.
  ///   - key: Returns what states are told apart by: those with equal keys must do the same with every message.
  ///   - messages: The messages that may come from outside, at any time.
  public init(_ logic: Logic<State, Message>, by key: @escaping (State) -> Key, messages: [Message]) {
    self.init(logic, by: key) { _ in messages }
    hasFixedMessages = true
  }

  /// Creates a check of logic.
  ///
  /// - Parameters:
  ///   - logic: The logic that is checked.
  ///   - messages: The messages that may come from outside in a state.
  public init(_ logic: Logic<State, Message>, messages: @escaping (State) -> [Message]) where State == Key {
    self.init(logic, by: { $0 }, messages: messages)
    hasWholeKey = true
  }

  /// Creates a check of logic.
  ///
  /// - Parameters:
  ///   - logic: The logic that is checked.
  ///   - messages: The messages that may come from outside, at any time.
  public init(_ logic: Logic<State, Message>, messages: [Message]) where State == Key {
    self.init(logic, by: { $0 }, messages: messages)
    hasWholeKey = true
  }

  private func with(_ change: (inout ModelCheck) -> Void) -> ModelCheck {
    var check = self
    change(&check)
    return check
  }

  // MARK: Effects

  /// Declares what effects may answer, by their label, id or queue.
  ///
  /// It is asked once for each effect with other names, so it must answer by them alone. Nil leaves it to what the
  /// logic itself declares; an effect without any declaration is a failure of the check.
  public func answers(
    _ answers: @escaping (ModelEffect) -> [EffectAnswer<Message>]?
  ) -> ModelCheck {
    with { $0.answers = answers }
  }

  /// Does not count errors that the logic reports as failures of the check.
  public func allowingErrors() -> ModelCheck {
    with { $0.allowsErrors = true }
  }

  // MARK: What must be

  /// States a rule that must hold at the beginning and after every turn.
  public func always(_ name: String, _ holds: @escaping (State) -> Bool) -> ModelCheck {
    with { $0.invariants.append(Rule(name: name, needsEffects: false) { state, _ in holds(state) }) }
  }

  /// States a rule on the state and the effects in flight, those that wait among them, that must hold at the beginning and
  /// after every turn.
  public func always(_ name: String, _ holds: @escaping (State, [ModelEffect]) -> Bool) -> ModelCheck {
    with { $0.invariants.append(Rule(name: name, needsEffects: true, holds: holds)) }
  }

  /// States what must be possible: some way leads there.
  public func eventually(_ name: String, _ isReached: @escaping (State) -> Bool) -> ModelCheck {
    with { $0.goals.append(Rule(name: name, needsEffects: false) { state, _ in isReached(state) }) }
  }

  /// States what must remain possible: a way leads there from every situation that can be reached.
  public func neverStuck(_ name: String, _ isReached: @escaping (State) -> Bool) -> ModelCheck {
    with { $0.refuges.append(Rule(name: name, needsEffects: false) { state, _ in isReached(state) }) }
  }

  // MARK: Running

  /// Goes through everything within the bounds.
  public func run(_ bounds: ModelBounds = ModelBounds()) -> ModelReport<State, Message> {
    let search = ModelSearch(self, bounds)
    search.run()
    return search.report()
  }
}

/// The bounds of a model check; its report names those that stopped it.
public struct ModelBounds: Hashable, Sendable {
  /// The number of situations at most; a situation is a state with the effects in flight.
  public var states: Int
  /// The number of steps from the beginning at most; nil sets no bound.
  public var depth: Int?
  /// The number of effects that may be in flight at a time, those that wait among them; nil sets no bound.
  ///
  /// A step that would make them more is not gone into. Without a bound, logic that starts effects which nothing ends has
  /// endlessly many situations, each larger than the one before.
  public var inFlight: Int?

  /// Creates bounds.
  ///
  /// - Parameters:
  ///   - states: The number of situations at most.
  ///   - depth: The number of steps from the beginning at most; nil sets no bound.
  ///   - inFlight: The number of effects in flight at most; nil sets no bound.
  public init(states: Int = 100_000, depth: Int? = 1_000, inFlight: Int? = 8) {
    self.states = states
    self.depth = depth
    self.inFlight = inFlight
  }
}
