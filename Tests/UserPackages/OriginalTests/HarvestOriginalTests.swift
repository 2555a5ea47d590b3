import Harvest
import HarvestOptics
import HarvestStore
import MillraceTesting
import Observation
import Testing

#if canImport(Combine)
import Combine
#endif

/// The login and the screens that the README and the samples of the original show.
nonisolated enum HarvestWords {
  enum State: Hashable, CaseIterable, Sendable { case loggedOut, loggingIn, loggedIn, loggingOut }
  enum Input: Hashable, CaseIterable, Sendable { case login, loginOK, logout, logoutOK, forceLogout }

  enum Queue: EffectQueueProtocol {
    case `default`
    case request

    var flattenStrategy: FlattenStrategy {
      switch self {
      case .default: .merge
      case .request: .latest
      }
    }

    static var defaultEffectQueue: Queue { .default }
  }

  struct World: Sendable {
    var year: @Sendable () -> Int
  }

  typealias Machine = Harvest.Harvester<Input, State>
  typealias EffectMapping = Machine.EffectMapping<Void, Queue, String>
  typealias Effect = EffectMapping.Effect

  struct Counter: Equatable, Sendable {
    var count = 0
  }

  enum CounterInput: Equatable, Sendable { case increment, decrement }

  struct Root: Equatable, Sendable {
    var current: Screen? = .counter(Counter())
  }

  enum Screen: Equatable, Sendable {
    case intro
    case counter(Counter)

    var counter: Counter? {
      get { if case .counter(let counter) = self { counter } else { nil } }
      set { if case .counter = self, let newValue { self = .counter(newValue) } }
    }
  }

  enum RootInput: Equatable, Sendable {
    case close
    case counter(CounterInput)

    var counter: CounterInput? {
      get { if case .counter(let input) = self { input } else { nil } }
      set { if case .counter = self, let newValue { self = .counter(newValue) } }
    }
  }
}

@Suite("The words of the original Harvest")
@MainActor struct HarvestOriginalTests {
  typealias State = HarvestWords.State
  typealias Input = HarvestWords.Input
  typealias Machine = HarvestWords.Machine
  typealias EffectMapping = HarvestWords.EffectMapping
  typealias Counter = HarvestWords.Counter
  typealias CounterInput = HarvestWords.CounterInput
  typealias Root = HarvestWords.Root
  typealias RootInput = HarvestWords.RootInput
  typealias Counting = Harvester<CounterInput, Counter>

  static let login = HarvestWords.Effect(queue: .request, label: "log in") { .loginOK }
  static let logout = HarvestWords.Effect(queue: .request, label: "log out") { .logoutOK }

  static let mappings: [EffectMapping] = {
    let canForceLogout: (State) -> Bool = [State.loggingIn, .loggedIn].contains
    return [
      .login | .loggedOut => .loggingIn | login,
      .loginOK | .loggingIn => .loggedIn | .empty,
      .logout | .loggedIn => .loggingOut | logout,
      .logoutOK | .loggingOut => .loggedOut | .empty,
      .forceLogout | canForceLogout => .loggingOut | logout,
    ]
  }()

  static let counting = Counting.Mapping.makeInout { input, counter in
    counter.count += input == .increment ? 1 : -1
  }

  // MARK: Tables

  @Test("The table of the README runs, in a queue whose latest effect counts, and without a world")
  func table() async {
    let harvester = Machine(state: .loggedOut, mapping: .reduce(.first, Self.mappings))
    harvester.send(.login)
    #expect(harvester.state == .loggingIn)
    harvester.send(.forceLogout)
    #expect(harvester.state == .loggingOut)
    await harvester.run()
    #expect(harvester.state == .loggedOut)
  }

  // row: `any`
  @Test("any, predicates and functions stand in rows; zero, one, + and * combine them")
  func rows() {
    let mapping: Machine.Mapping = .reduce(
      .first, [.forceLogout | any => .loggedOut, any | .loggedOut => .loggingIn])
    #expect(mapping.run(.forceLogout, .loggedIn) == .loggedOut)
    #expect(mapping.run(.login, .loggedOut) == .loggingIn)
    #expect(mapping.run(.login, .loggedIn) == nil)
    let function: Counting.Mapping = CounterInput.increment | { Counter(count: $0.count + 1) }
    #expect((function * function).run(.increment, Counter()) == Counter(count: 2))
    #expect((.zero + function).run(.decrement, Counter()) == nil)
    #expect((function * .one).run(.increment, Counter()) == Counter(count: 1))
  }

  // row: `reduce(_:_:)` with an array; `ReduceStrategy.first`, `.all`, `.tryAll`
  @Test("reduce takes any sequence, with each strategy", arguments: ReduceStrategy.allCases)
  func reduceSequences(strategy: ReduceStrategy) {
    typealias ReduceStrategy = Counting.Mapping.ReduceStrategy
    #expect([ReduceStrategy.first, .all, .tryAll] == ReduceStrategy.allCases)
    let array = [Self.counting, Self.counting]
    let sum = Counting.Mapping.reduce(strategy, array).run(.increment, Counter())
    #expect(sum == Counter(count: strategy == .first ? 1 : 2))
    let sets = array.lazy.filter { _ in true }
    let once = strategy == Counting.Mapping.ReduceStrategy.first
    #expect(
      Counting.Mapping.reduce(strategy, of: sets).run(.increment, Counter()) == Counter(count: once ? 1 : 2))
    let effects = sets.map { $0.toEffectMapping() as Counting.EffectMapping<Void, BasicEffectQueue, Never> }
    #expect(
      Counting.EffectMapping.reduce(strategy, of: effects).run(.increment, Counter())?.0
        == Counter(count: once ? 1 : 2))
  }

  @Test("The world is an argument of a mapping, in both forms, and of run")
  func world() {
    typealias Dated = Harvester<String, Int>.EffectMapping<HarvestWords.World, BasicEffectQueue, Never>
    let inPlace: Dated = .makeInout { input, state, world in
      guard input == "getDate" else { return nil }
      state = world.year()
      return .empty
    }
    let pure = Dated { input, state, world in input == "addDate" ? (state + world.year(), .empty) : nil }
    let harvester = Harvester(state: 0, mapping: inPlace + pure, world: HarvestWords.World { 2019 })
    harvester.send("getDate")
    harvester.send("addDate")
    #expect(harvester.state == 4038)
    #expect(pure.run("addDate", 1, HarvestWords.World { 1 })?.0 == 2)
  }

  // MARK: Effects

  // row: `Effect(_:queue:id:)` of a publisher, `publisher.toEffect(queue:id:)`, `toResultEffect(queue:id:)`
  @Test("An effect is made of a sequence, as inputs or as results, and cancelled by its id")
  func effects() async {
    typealias Ticks = Harvester<String, [String]>
    struct Lost: Error {}
    let stream = AsyncStream<String> {
      $0.yield("tick")
      $0.finish()
    }
    let failing = AsyncThrowingStream<String, any Error> {
      $0.yield("tock")
      $0.finish(throwing: Lost())
    }
    let mapping = Ticks.EffectMapping<Void, BasicEffectQueue, String>.makeInout { input, ticks in
      ticks.append(input)
      switch input {
      case "start": return stream.toEffect(id: "timer")
      case "fail":
        return failing.toResultEffect().mapInput { (try? $0.get()) ?? "lost" }
      case "stop": return .cancel("timer") + .cancel { $0.hasPrefix("t") }
      default: return .empty
      }
    }
    let harvester = Ticks(state: [], mapping: mapping)
    harvester.send("start")
    await harvester.run()
    harvester.send("fail")
    await harvester.run()
    harvester.send("stop")
    #expect(harvester.state == ["start", "tick", "fail", "tock", "lost", "stop"])
  }

  @Test("An input may come as the effect of another, and effects are converted")
  func conversions() {
    let effect = Effect<Int, Int, BasicEffectQueue, String>(1) + .empty
    let changed: Effect<String, String, HarvestWords.Queue, Int> =
      effect.mapInput { "\($0)" }.mapQueue { _ in .request }.contramapWorld { $0.count }
      .transformID({ $0.count }, { "\($0)" })
    #expect(!changed.isEmpty)
  }

  @Test("Effects that a loop adds stay a value that a machine carries out")
  func loop() {
    var effect = Effect<Void, CounterInput, BasicEffectQueue, Never>.empty
    for _ in 0..<1_000 { effect = effect + Effect(.increment) }
    let harvester = Counting(state: Counter(), effect: effect, mapping: Self.counting.toEffectMapping())
    #expect(harvester.state.count == 1_000)
  }

  // MARK: Replies, inputs, feedback

  // row: `harvester.replies`, a publisher
  @Test("A reply is a success or a failure, with the original's labels")
  func replies() async {
    let harvester = Machine(state: .loggedOut, mapping: .reduce(.first, Self.mappings))
    var successes: [Reply<Input, State>.Success] = []
    var failures: [Reply<Input, State>.Failure] = []
    let token = harvester.onReply { reply in
      if let success = reply.success { successes.append(success) }
      if let failure = reply.failure { failures.append(failure) }
    }
    harvester.send(.logout)
    harvester.send(.login)
    #expect(successes.map(\.toState) == [.loggingIn] && successes.map(\.fromState) == [.loggedOut])
    #expect(failures.map(\.input) == [.logout])
    token.cancel()
    let stream = harvester.replies
    harvester.finish()
    for await _ in stream { Issue.record("there was no input") }
  }

  // row: `inputs:` as a publisher
  @Test("Inputs come from a sequence, and the machine ends with it")
  func inputs() async {
    let (inputs, send) = AsyncStream.makeStream(of: CounterInput.self)
    let harvester = Counting(state: Counter(), inputs: inputs, mapping: Self.counting)
    send.yield(.increment)
    send.yield(.increment)
    let replies = harvester.replies
    send.finish()
    for await _ in replies {}
    #expect(harvester.state.count == 2 && harvester.isFinished)
  }

  @Test("A feedback reads successes, and reduce combines several feedbacks")
  func feedback() async {
    typealias Loop = Feedback<Reply<Input, State>.Success, Input>
    let loops = [(Input.login, Input.loginOK), (.logout, .logoutOK)].map { asked, answer in
      Loop(filter: { $0.input == asked }, produce: { _, send in await send(answer) })
    }
    let mapping: Machine.Mapping = .reduce(
      .first,
      [
        .login | .loggedOut => .loggingIn, .loginOK | .loggingIn => .loggedIn,
        .logout | .loggedIn => .loggingOut, .logoutOK | .loggingOut => .loggedOut,
      ])
    let harvester = Machine(state: .loggedOut, mapping: mapping, feedback: reduce(loops))
    harvester.send(.login)
    await harvester.run()
    #expect(harvester.state == .loggedIn)
    harvester.send(.logout)
    await harvester.run()
    #expect(harvester.state == .loggedOut)
  }

  // row: `Feedback(transform:)`, `(transform:produce:strategy:)`
  @Test("A feedback is made of a function, of a value that is found, and of the sequence of successes")
  func feedbackForms() async {
    typealias Loop = Feedback<Reply<Input, State>.Success, Input>
    let loops = [
      Loop(produce: { reply, send in if reply.input == .login { await send(.loginOK) } }, strategy: .merge),
      Loop(
        tryGet: { $0.input == .login ? Input.loginOK : nil }, produce: { answer, send in await send(answer) }),
      Loop(transform: { replies in replies.compactMap { $0.input == .login ? Input.loginOK : nil } }),
      Loop(produce: { reply in Self.sequence(reply.input == .login ? [.loginOK] : []) }, strategy: .merge),
      Loop(filter: { $0.input == .login }, produce: { _ in Self.sequence([.loginOK]) }),
      Loop(tryGet: { $0.toState == .loggingIn ? 1 : nil }, produce: { _ in Self.sequence([.loginOK]) }),
      Loop(
        transform: { replies in replies.filter { $0.input == .login } },
        produce: { _, send in await send(.loginOK) }, strategy: .concat),
    ]
    for loop in loops {
      let mapping: Machine.Mapping = .reduce(
        .first, [.login | .loggedOut => .loggingIn, .loginOK | .loggingIn => .loggedIn])
      let harvester = Machine(state: .loggedOut, mapping: mapping, feedback: loop)
      let states = harvester.states()
      harvester.send(.login)
      for await state in states where state == .loggedIn { break }
      #expect(harvester.state == .loggedIn)
    }
  }

  nonisolated private static func sequence(_ inputs: [Input]) -> AsyncStream<Input> {
    AsyncStream { sequence in
      for input in inputs { sequence.yield(input) }
      sequence.finish()
    }
  }

  // row: `harvester.state`, `$state`, `state.value`
  // row: `ObservableObject`, `objectWillChange` of a harvester and of a store
  @Test("The states of a machine end when it finishes")
  func statesEnd() async {
    let harvester = Machine(state: .loggedOut, mapping: .reduce(.first, Self.mappings))
    var isChanged = false
    withObservationTracking {
      #expect(harvester.state == .loggedOut)
    } onChange: {
      MainActor.assumeIsolated { isChanged = true }
    }
    harvester.send(.login)
    #expect(isChanged)
    let states = harvester.states(isolation: #isolation)
    harvester.finish()
    var seen: [State] = []
    for await state in states { seen.append(state) }
    #expect(seen == [.loggingIn])
  }

  @Test("A machine that is let go ends its effects and its replies")
  func ending() async {
    var harvester: Machine? = Machine(state: .loggedOut, mapping: .reduce(.first, Self.mappings))
    let replies = harvester?.replies
    harvester?.send(.login)
    harvester = nil
    var inputs: [Input] = []
    if let replies { for await reply in replies { inputs.append(reply.input) } }
    #expect(inputs == [.login])
  }

  // row: `Publisher.flatMap(_:transform:)` with a strategy, `Publishers.FlatMapStrategy`
  @Test("A sequence is flattened by a strategy")
  func flatMap() async throws {
    let numbers = AsyncStream<Int> { numbers in
      for number in 1...3 { numbers.yield(number) }
      numbers.finish()
    }
    var seen: [Int] = []
    let transform: @Sendable (Int) -> AsyncStream<Int> = { number in
      AsyncStream<Int> { inner in
        for copy in [number, number] { inner.yield(copy) }
        inner.finish()
      }
    }
    let twice = numbers.flatMap(.concat, clock: ManualClock(), transform: transform)
    for try await number in twice { seen.append(number) }
    #expect(seen == [1, 1, 2, 2, 3, 3])
  }

  #if canImport(Combine)
  // row: `mapping | publisher`
  // row: `Publisher.empty`, `.never`
  @Test("effects and inputs are made of publishers, with Combine")
  func publishers() async {
    let inputs = PassthroughSubject<Input, Never>()
    let rows: [EffectMapping] = [
      .login | .loggedOut => .loggingIn | Just(Input.loginOK).toEffect(queue: .request, id: "log in"),
      .loginOK | .loggingIn => .loggedIn | Empty<Input, Never>().toEffect(),
      (.logout | .loggedIn => .loggingOut) | Just(Input.logoutOK),
      .logoutOK | .loggingOut => .loggedOut | HarvestWords.Effect(Empty(), queue: .request, id: "none"),
    ]
    let machine = Machine(
      state: .loggedOut, inputs: PublishedInputs(inputs), mapping: .reduce(.first, rows))
    machine.send(.login)
    await machine.run()
    #expect(machine.state == .loggedIn)
  }
  #endif

  // MARK: Optics

  // row: `some()` of FunOptics
  // row: `none()` of FunOptics
  @Test(
    "Lenses, prisms and >>> are in scope with HarvestOptics; a key path and an enum's property make optics")
  func optics() {
    let whole: Harvester<RootInput, Root>.EffectMapping<Void, BasicEffectQueue, String> =
      (Self.counting.toEffectMapping() as Counting.EffectMapping<Void, BasicEffectQueue, Never>)
      .transform(input: .fromEnum(\.counter))
      .transform(state: Lens(\Root.current) >>> .some >>> .fromEnum(\.counter))
      .transform(id: .never)
    #expect(whole.run(.counter(.increment), Root())?.0 == Root(current: .counter(Counter(count: 1))))
    #expect(whole.run(.close, Root()) == nil)
    #expect(whole.run(.counter(.increment), Root(current: .intro)) == nil)
    let prism = Prism<RootInput, CounterInput>(tryGet: { $0.counter }, inject: { .counter($0) })
    #expect(
      AffineTraversal(prism: prism).tryGet(.close) == nil && prism.inject(.decrement) == .counter(.decrement))
    let lens = Lens<Counter, Int>(get: { $0.count }, set: { _, count in Counter(count: count) })
    #expect(AffineTraversal(lens: lens).setting(Counter(), to: 3) == Counter(count: 3))
    let none = Prism<Int?, Void>.only(nil)
    #expect(none.tryGet(1) == nil && none.tryGet(nil) != nil)
    let both = AffineTraversal<Int?, Int>(tryGet: { $0 }, set: { _, part in part })
    #expect(both.setting(1, to: 2) == 2)
  }

  // MARK: Store

  // row: `Binding` of SwiftUI in a proxy
  // row: `Binding.transform(get:set:)`, `.invmap(get:set:)`, `binding[path]`
  // row: `Store(state:effect:mapping:world:)`
  @Test("A store without a world, its proxy, and bindings that are transformed")
  func store() {
    let store = Store(
      state: Counter(),
      mapping: Self.counting.toEffectMapping() as Counting.EffectMapping<Void, BasicEffectQueue, Never>)
    let proxy: Store<CounterInput, Counter>.Proxy = store.proxy
    proxy.send(.increment)
    proxy.$state[\.count].wrappedValue += 1
    #expect(store.state.count == 2)
    let text = proxy.$state.count.invmap(get: { "\($0)" }, set: { Int($0) ?? 0 })
    text.wrappedValue = "7"
    #expect(store.state.count == 7 && text.wrappedValue == "7")
    let isPositive = proxy.$state.transform(
      get: { $0.count > 0 }, set: { counter, isPositive in Counter(count: isPositive ? counter.count : 0) })
    isPositive.wrappedValue = false
    #expect(store.state.count == 0 && !isPositive.wrappedValue)
    let steps = proxy.stateBinding(get: { $0.count }, onChange: { $0 > 0 ? .increment : nil })
    steps.wrappedValue = 5
    steps.wrappedValue = -5
    #expect(store.state.count == 1)
    let whole = proxy.stateBinding(onChange: { $0.count > 1 ? .increment : nil })
    whole.wrappedValue = Counter(count: 1)
    #expect(store.state.count == 1 && whole.wrappedValue == Counter(count: 1))
    let count: StoreBinding<Int> = proxy.$state.count
    #if canImport(SwiftUI)
    #expect(count.swiftUI.wrappedValue == 1)
    #endif
    #expect(count.wrappedValue == 1)
    let up = proxy.contramapInput { (_: Void) in CounterInput.increment }
    up.send(())
    #expect(proxy.count.state == 2)
  }

  // MARK: Names with a fix-it

  @Test("The names of earlier versions lead to today's")
  @available(*, deprecated)
  func earlierNames() {
    #expect(HarvestWords.Effect.none.isEmpty)
    let named: Harvest.Effect<Void, Input, BasicEffectQueue, String> =
      Harvest.Effect<Void, Input, BasicEffectQueue, Int>.cancel(3).invmapID({ "\($0)" }, { Int($0) })
    #expect(!named.isEmpty)
    #expect(BasicEffectQueue() == .default)
    let transition: Transition<State> = .loggedOut => .loggedIn
    #expect(
      transition.fromState(.loggedOut) && !transition.fromState(.loggedIn) && transition.toState == .loggedIn)
    #expect(FlattenStrategy.concurrent(maxPublishers: 3) == .concurrent(max: 3))
    #expect(FlattenStrategy.debounce(time: 0.5) == .debounce(for: .milliseconds(500), cancelsRunning: false))
    #expect(FlattenStrategy.throttle(interval: 2, latest: true) == .throttle(for: .seconds(2), latest: true))
    for odd in [Double.nan, -Double.infinity, -3] {
      #expect(FlattenStrategy.debounce(time: odd).problem != nil)
    }
    #expect(FlattenStrategy.debounce(time: .infinity).problem == nil)
    let rows: [Machine.Mapping] = [.login | .loggedOut => .loggingIn]
    #expect(Machine.Mapping.reduce(rows).run(.login, .loggedOut) == .loggingIn)
    #expect(EffectMapping.reduce(Self.mappings).run(.login, .loggedOut)?.0 == .loggingIn)
  }
}
