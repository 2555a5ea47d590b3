public import Millrace

/// The environment of a scenario: the stores' home, their time, and the events from outside.
///
/// The explorer creates one for each run and passes it to the scenario, which builds its stores on ``flow``,
/// adds events and states its rules:
///
/// ```swift
/// await Explorer().explore { world in
///   let store = Store(Cart(), of: CartMessage.self, flow: world.flow) { … }
///   world.user("shopper", sends: [.add(book), .pay], to: store)
///   world.always("nothing is paid for twice") { store.payments <= 1 }
///   world.finally("the cart is empty") { store.items.isEmpty }
/// }
/// ```
///
/// It is an actor. The explorer chooses its jobs one by one, like those of every effect.
public actor World {
  nonisolated let runtime: ExplorerRuntime
  private nonisolated let executor: HomeExecutor

  /// The environment of the scenario's stores and effects.
  ///
  /// The clock is the explorer's, random numbers and identifiers are the same in every run, and dates follow
  /// the clock from 1 January 1970. It is the environment of a test: reading a key that is neither set nor
  /// has a `testValue` is a finding. Add to it before ``flow`` is first used.
  public var environment: StoreEnvironment

  /// The parts that the scenario has built.
  nonisolated let built = BuiltScenario()

  init(_ runtime: ExplorerRuntime) {
    self.runtime = runtime
    executor = runtime.home
    let clock = ExplorerClock(runtime: runtime)
    let random = RandomSource.seeded(1)
    let identifiers = IdentifierSource.counting()
    environment = StoreEnvironment(
      clock: clock,
      random: RandomSource {
        runtime.drawChance(isIdentifier: false)
        return random.next()
      },
      identifiers: IdentifierSource {
        runtime.drawChance(isIdentifier: true)
        return identifiers.next()
      },
      dates: DateSource { Timestamp(sinceEpoch: clock.now.offset) },
      // The first failure ends the run.
      kind: .test(IssueReporter { [built] text, _ in built.results.issues.append(text) }, reader: nil))
    Failures.takeUnassigned()
  }

  /// The executor of the run.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  // MARK: Stores

  /// The flow for the scenario's stores, created at its first use.
  public var flow: Flow {
    if let flow = built.mainFlow { return flow }
    let flow = flow(named: "flow")
    built.mainFlow = flow
    return flow
  }

  /// Creates a further flow, for stores whose turns have an order of their own.
  public func flow(named name: String) -> Flow {
    let number = built.flows.count
    let driver = ExplorerDriver(runtime: runtime, flow: number)
    let flow = Flow(name: name, environment: environment, driver: driver)
    flow.errorHandler = { [built] error in built.results.errors.append(error) }
    flow.cancellationListener = { [built] store, id in built.results.cancellations.append((store, id)) }
    built.tokens.append(
      flow.tap(effect: { [built] event in built.results.take(event, of: number) }) { [built] record in
        built.take(record, of: number)
      })
    built.flows.append(flow)
    return flow
  }

  /// Follows a value that no store of ``flow`` holds, like the state of a store.
  ///
  /// Stories show its changes, and two runs in which it differs are distinguished. Use it for values that
  /// only code at the stores' home changes, such as those an observer writes, and that rules or messages
  /// depend on. The stores of the world's flows are followed anyway. A value that effects change is
  /// ``shared(_:as:)``.
  public func follow(_ name: String, _ value: @escaping () -> some Hashable) {
    built.followed.append((name, { value() }))
  }

  // MARK: Events

  /// Adds a user that sends messages to a store, one after the other, each at any time.
  public func user<State, Message>(
    _ name: String, sends messages: [Message], to store: Store<State, Message>
  ) {
    begin(name, messages.map { message in { store.send(message) } }, isBlind: true)
  }

  /// Adds a user that runs closures at the stores' home, one after the other, each at any time.
  public func user(_ name: String, does events: [() -> Void]) {
    begin(name, events, isBlind: false)
  }

  private func begin(_ name: String, _ events: [() -> Void], isBlind: Bool) {
    built.scripts.append(events)
    let script = built.scripts.count - 1
    if events.isEmpty { return }
    _ = runtime.begin(ComingFiber(kind: .user, name: name, isBlind: isBlind)) { ordinal in
      Task(executorPreference: runtime) { await self.perform(script, as: ordinal) }
    }
  }

  private func perform(_ script: Int, as ordinal: Int) async {
    for (number, event) in built.scripts[script].enumerated() {
      if number > 0 { await runtime.pause() }
      if runtime.isClosed { break }
      event()
    }
    runtime.ended(ordinal)
  }

  /// Starts the scenario's own asynchronous work at the stores' home.
  ///
  /// It must end by itself; an error that it throws is a finding.
  public func work(_ name: String, _ body: @escaping () async throws -> Void) {
    built.works.append(body)
    let work = built.works.count - 1
    _ = runtime.begin(ComingFiber(kind: .work, name: name)) { ordinal in
      Task(executorPreference: runtime) { await self.perform(work: work, as: ordinal) }
    }
  }

  private func perform(work: Int, as ordinal: Int) async {
    do {
      try await built.works[work]()
    } catch {
      if !runtime.isClosed { built.failure = error }
    }
    runtime.ended(ordinal)
  }

  /// Creates an outside party that effects call, such as a server.
  ///
  /// The explorer chooses when and how it answers.
  public nonisolated func outside(_ name: String) -> Outside {
    Outside(runtime, name)
  }

  /// Creates a value outside of the stores that effects share, such as a cache or a server's data.
  public nonisolated func shared<Value: Hashable & Sendable>(_ value: Value, as name: String) -> Shared<Value>
  {
    Shared(value, name, runtime)
  }

  // MARK: Rules

  /// States a rule that must hold after every step.
  ///
  /// - Parameters:
  ///   - rule: The rule as a sentence.
  ///   - holds: A closure that returns true when the rule holds. It is called at the stores' home, and may
  ///     depend on the stores, on values that are ``shared(_:as:)`` and on followed ones, and on nothing
  ///     else.
  public func always(_ rule: String, _ holds: @escaping () -> Bool) {
    built.alwaysRules.append(BuiltScenario.Rule(text: rule, holds: holds))
  }

  /// States a rule that must hold at the end, when nothing more can happen.
  ///
  /// - Parameters:
  ///   - rule: The rule as a sentence.
  ///   - holds: A closure that returns true when the rule holds; as for ``always(_:_:)``.
  public func finally(_ rule: String, _ holds: @escaping () -> Bool) {
    built.finalRules.append(BuiltScenario.Rule(text: rule, holds: holds))
  }

  /// Allows an effect with this label to be in flight at the end.
  ///
  /// Every other effect left in flight is a finding, unless it waits for an answer that was declared never to
  /// come. An effect that never returns, even when it is cancelled, stays in memory: some kilobytes for each
  /// run.
  public func mayGoOn(_ label: EffectLabel) {
    built.lasting.insert("effect \(label)")
  }
}
