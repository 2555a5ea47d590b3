import Millrace

/// Explores everything that logic can do, without running it, and finds the shortest path to each violation
/// of a rule.
///
/// The search is breadth first through the messages from outside and the declared answers of effects, in
/// every possible order. Equal situations, which are an equal state with equal effects in flight, are
/// explored once.
///
/// ```swift
/// let report = ModelCheck(Logic(Login(), update: login), messages: [.logIn, .logOut])
///   .answers { effect in effect.label == "log in" ? [.sends(.accepted), .sends(.refused), .never] : nil }
///   .always("a spinner turns only while something is in flight") { $0.isBusy == !$1.isEmpty }
///   .eventually("a user is logged in") { $0.user != nil }
///   .neverStuck("one can always log in again") { $0.user != nil }
///   .run()
/// #expect(report.isSuccess, "\(report)")
/// ```
///
/// **Effects.** An effect that a turn starts is in flight until it has given one of its answers, at any time
/// and in any order with all others. Queues, ids, cancellations and sequences work as in a store. A turn's
/// own `.send` has its turn at once, as in a store. The end of an effect comes behind its last message, and
/// another message may come in between: an `exhaust` queue still drops a request then. An effect with a
/// `timeout` has one more answer, the message of its `catch` when the time is over. Of the other operators
/// the check knows nothing: declared answers are those of the work with its `retry`, `race` or `repeating`.
///
/// **Time** is not counted: any time may pass between two messages, but delays end in an order that is
/// possible in real time. An earlier request with a shorter delay is never overtaken.
///
/// **Cost.** The check keeps every situation that it has found, and tries each message in each. It always
/// ends: ``ModelBounds`` limit the number of situations, of steps and of effects in flight. A check that a
/// bound has stopped is not a success.
public struct ModelCheck<State, Message: Sendable, Key: Hashable> {
  struct Rule {
    let name: String
    /// True when a rule reads the effects, which are gathered only then.
    let needsEffects: Bool
    let holds: (State, [ModelEffect]) -> Bool
  }

  let logic: Logic<State, Message>
  let messages: (State) -> [Message]
  /// True when the messages are the same in every state.
  private(set) var hasFixedMessages = false
  /// True when the key is the whole state.
  private(set) var hasWholeKey = false
  let key: (State) -> Key
  private(set) var answers: (ModelEffect) -> [EffectAnswer<Message>]? = { _ in nil }
  private(set) var invariants: [Rule] = []
  private(set) var goals: [Rule] = []
  private(set) var refuges: [Rule] = []
  private(set) var allowsErrors = false

  /// Creates a check of logic that compares states by a key.
  ///
  /// - Parameters:
  ///   - logic: The logic to check.
  ///   - key: A closure that returns the key of a state. States with equal keys must do the same with every
  ///     message: the check continues only from the first of them.
  ///   - messages: A closure that returns the messages that may come from outside in a state.
  public init(
    _ logic: Logic<State, Message>, by key: @escaping (State) -> Key,
    messages: @escaping (State) -> [Message]
  ) {
    self.logic = logic
    self.key = key
    self.messages = messages
  }

  /// Creates a check of logic that compares states by a key.
  ///
  /// - Parameters:
  ///   - logic: The logic to check.
  ///   - key: A closure that returns the key of a state. States with equal keys must do the same with every
  ///     message.
  ///   - messages: The messages that may come from outside, at any time.
  public init(_ logic: Logic<State, Message>, by key: @escaping (State) -> Key, messages: [Message]) {
    self.init(logic, by: key) { _ in messages }
    hasFixedMessages = true
  }

  /// Creates a check of logic.
  ///
  /// - Parameters:
  ///   - logic: The logic to check.
  ///   - messages: A closure that returns the messages that may come from outside in a state.
  public init(_ logic: Logic<State, Message>, messages: @escaping (State) -> [Message]) where State == Key {
    self.init(logic, by: { $0 }, messages: messages)
    hasWholeKey = true
  }

  /// Creates a check of logic.
  ///
  /// - Parameters:
  ///   - logic: The logic to check.
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

  /// Declares the possible answers of effects, by their label, id or queue.
  ///
  /// The closure is called once for each effect with other names, so it must decide by them alone. Nil leaves
  /// the answers to the logic's own declaration; an effect without any declaration is a failure of the check.
  public func answers(
    _ answers: @escaping (ModelEffect) -> [EffectAnswer<Message>]?
  ) -> ModelCheck {
    with { $0.answers = answers }
  }

  /// Does not count errors that the logic reports as failures of the check.
  public func allowingErrors() -> ModelCheck {
    with { $0.allowsErrors = true }
  }

  // MARK: Rules

  /// States a rule that must hold at the beginning and after every turn.
  public func always(_ name: String, _ holds: @escaping (State) -> Bool) -> ModelCheck {
    with { $0.invariants.append(Rule(name: name, needsEffects: false) { state, _ in holds(state) }) }
  }

  /// States a rule on the state and the effects in flight that must hold at the beginning and after every
  /// turn.
  ///
  /// Waiting effects count as in flight. An effect that has sent its last message does not, although it may
  /// keep its place in its queue until its end has come, unless a further step of its sequence begins then.
  public func always(_ name: String, _ holds: @escaping (State, [ModelEffect]) -> Bool) -> ModelCheck {
    with { $0.invariants.append(Rule(name: name, needsEffects: true, holds: holds)) }
  }

  /// States a goal that some path must reach.
  public func eventually(_ name: String, _ isReached: @escaping (State) -> Bool) -> ModelCheck {
    with { $0.goals.append(Rule(name: name, needsEffects: false) { state, _ in isReached(state) }) }
  }

  /// States a goal that some path must reach from every reachable situation.
  public func neverStuck(_ name: String, _ isReached: @escaping (State) -> Bool) -> ModelCheck {
    with { $0.refuges.append(Rule(name: name, needsEffects: false) { state, _ in isReached(state) }) }
  }

  // MARK: Running

  /// Runs the check within the bounds.
  public func run(_ bounds: ModelBounds = ModelBounds()) -> ModelReport<State, Message> {
    let search = ModelSearch(self, bounds)
    search.run()
    return search.report()
  }
}

/// The bounds of a model check; its report names those that stopped it.
public struct ModelBounds: Hashable, Sendable {
  /// The maximum number of situations; a situation is a state with its effects in flight.
  public var states: Int
  /// The maximum number of steps from the beginning; nil sets no bound.
  public var depth: Int?
  /// The maximum number of effects in flight, including waiting ones; nil sets no bound.
  ///
  /// A step that would exceed it is not explored. Without a bound, logic that starts effects which nothing
  /// ends has infinitely many situations, each larger than the one before.
  public var inFlight: Int?

  /// Creates bounds.
  ///
  /// - Parameters:
  ///   - states: The maximum number of situations.
  ///   - depth: The maximum number of steps from the beginning; nil sets no bound.
  ///   - inFlight: The maximum number of effects in flight; nil sets no bound.
  public init(states: Int = 100_000, depth: Int? = 1_000, inFlight: Int? = 8) {
    self.states = states
    self.depth = depth
    self.inFlight = inFlight
  }
}
