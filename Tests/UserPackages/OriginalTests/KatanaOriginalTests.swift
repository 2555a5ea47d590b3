import Foundation
import Katana
import KatanaHTTP
import KatanaTesting
import MillraceTesting
import Testing

// MARK: The words of the evolution proposal, as its users write them

struct KatanaApp: Model, Equatable {
  var a = 0
  var path = KatanaPath()
  var user: String?
  var isLoading = false
  var heard: [String] = []
}

struct KatanaPath: Model, Equatable { var slice = KatanaSlice() }

struct KatanaSlice: Model, Equatable { var count = 0 }

enum KatanaAuthMessage: Message, Equatable {
  case loginDone(token: String)
  case logoutDone
}

enum KatanaAuthCommand: Command, Equatable {
  case performLogin(username: String, password: String)
  case performLogout
}

struct KatanaAuthInterpreter: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: KatanaAuthCommand) {
    switch command {
    case .performLogin(let username, password: _): login(dispatch, username: username)
    case .performLogout: dispatch(KatanaAuthMessage.logoutDone)
    }
  }

  func login(_ dispatch: Dispatcher, username: String) {
    dispatch(KatanaAuthMessage.loginDone(token: username))
  }
}

enum KatanaUIMessage: Message, Equatable {
  case userRequestAuthentication(username: String, password: String)
  case heard(String)
}

/// The proposal's update, a function.
nonisolated func katanaUpdate(model: KatanaApp, message: any Message) -> (KatanaApp, [any Command]) {
  var model = model
  switch message {
  case KatanaUIMessage.userRequestAuthentication(let username, let password):
    model.isLoading = true
    return (model, [KatanaAuthCommand.performLogin(username: username, password: password)])
  case KatanaUIMessage.heard(let text):
    model.heard.append(text)
    return (model, [])
  case KatanaAuthMessage.loginDone(let token):
    model.isLoading = false
    model.user = token
    return (model, [])
  default: return (model, [])
  }
}

/// An updater of the whole model by any message.
struct KatanaAnUpdater: Updater {
  func update(model: KatanaApp, message: any Message) -> (KatanaApp, [any Command]) {
    katanaUpdate(model: model, message: message)
  }
}

/// An updater whose types are erased, as the proposal's most general one.
struct KatanaConcreteAnyUpdater: AnyUpdater {
  func update(model: any Model, message: any Message) -> (any Model, [any Command]) {
    guard var app = model as? KatanaApp, message is KatanaAMessage else { return (model, []) }
    app.heard.append("any")
    return (app, [])
  }
}

/// An updater that gives back another model.
struct KatanaWrongUpdater: AnyUpdater {
  func update(model: any Model, message: any Message) -> (any Model, [any Command]) { (KatanaSlice(), []) }
}

struct KatanaSliceUpdater: TypedUpdater {
  func update(model: inout KatanaSlice, message: KatanaAMessage) -> [any Command] {
    model.count += message == .increase ? 1 : -1
    return []
  }
}

/// A message with its own update, as the proposal's last sample has it.
enum KatanaAMessage: Message, TypedUpdater {
  typealias TypedMessage = KatanaAMessage
  typealias TypedModel = KatanaApp

  case increase, decrease

  func update(model: inout KatanaApp, message: KatanaAMessage) -> [any Command] {
    switch message {
    case .increase: model.a += 1
    case .decrease: model.a -= 1
    }
    return []
  }
}

/// Updaters and providers may be global constants.
nonisolated let katanaUpdater = CombinedUpdater<KatanaApp>([
  .full(KatanaAnUpdater()),
  .full(KatanaConcreteAnyUpdater()),
  .full(MessageUpdater()),
  .slice(\.path.slice, KatanaSliceUpdater()),
])

nonisolated let katanaProvider = FunctionSubscriptionProvider<KatanaApp> { app in
  app.isLoading ? [Every(.seconds(1), send: KatanaUIMessage.heard("tick"))] : []
}

// MARK: Subscriptions of the proposal

enum KatanaBell: Katana.Subscription {
  case rings(String)
}

final class KatanaBellInterpreter: SubscriptionInterpreter {
  private let subscription: KatanaBell
  private let dispatch: Dispatcher

  init(subscription: KatanaBell, dispatch: Dispatcher) {
    self.subscription = subscription
    self.dispatch = dispatch
  }

  func start() {
    if case .rings(let name) = subscription { dispatch(KatanaUIMessage.heard(name)) }
  }

  func stop() {}
}

/// A provider whose types are erased.
struct KatanaAnyProvider: AnySubscriptionProvider {
  func subscriptions(model: any Model, message: (any Message)?) -> [any Katana.Subscription] {
    (model as? KatanaApp)?.isLoading == true ? [KatanaBell.rings("bell")] : []
  }
}

// MARK: Rows

struct KatanaTodo: Model, Equatable, Identifiable {
  let id: Int
  var isDone = false
}

struct KatanaLists: Model, Equatable {
  var byID = [KatanaTodo(id: 1), KatanaTodo(id: 2)]
  var byIndex = [KatanaSlice(), KatanaSlice()]
  var byKey = ["left": KatanaSlice()]
}

enum KatanaRow: Message {
  case finish(Int)
}

struct KatanaAt: Message { let index: Int }

struct KatanaNamed: Message { let name: String }

struct KatanaTodoUpdater: TypedUpdater {
  func update(model: inout KatanaTodo, message: KatanaRow) -> [any Command] {
    model.isDone = true
    return []
  }
}

struct KatanaCounting<Msg: Message>: TypedUpdater {
  func update(model: inout KatanaSlice, message: Msg) -> [any Command] {
    model.count += 1
    return []
  }
}

// MARK: Katana 6: reading the state from a side effect, and awaiting

struct KatanaGreet: Command, Equatable {}

/// A side effect that reads the state of the moment.
struct KatanaGreeter: ModelCommandInterpreter {
  func interpret(dispatch: AsyncDispatch, command: KatanaGreet, model: ModelReader<KatanaApp>) async throws {
    let name = try await model().user ?? "nobody"
    await dispatch(KatanaUIMessage.heard("hello \(name)"))
    await dispatch(KatanaUIMessage.heard("heard \(try await model().heard.count)"))
  }
}

nonisolated enum KatanaGreetingKey: StoreEnvironmentKey {
  static let defaultValue = "hello"
}

struct KatanaServed: AsyncCommandInterpreter {
  let name: String

  func interpret(dispatch: AsyncDispatch, command: KatanaGreet) async {
    await dispatch(KatanaUIMessage.heard("\(dispatch.environment[KatanaGreetingKey.self]) \(name)"))
  }
}

struct KatanaStep: UpdateMessage, Equatable {
  let left: Int

  func update(model: inout KatanaApp) -> [any Command] {
    model.a += 1
    return left > 0 ? [DelayCommand(for: .milliseconds(1), then: KatanaStep(left: left - 1))] : []
  }
}

struct KatanaGreetNow: UpdateMessage {
  func update(model: inout KatanaApp) -> [any Command] { [KatanaGreet()] }
}

struct KatanaUnheard: Command, Equatable {}

struct KatanaAskUnheard: UpdateMessage {
  func update(model: inout KatanaApp) -> [any Command] { [KatanaUnheard()] }
}

struct KatanaTwoSteps: EffectCommandInterpreter {
  func effect(of command: KatanaGreet) -> Effect<any Message> {
    .concatenate(
      .send(KatanaUIMessage.heard("first")),
      .run { send in await send(KatanaUIMessage.heard("second")) })
  }
}

@Suite("The words of the original Katana")
@MainActor struct KatanaOriginalTests {
  private func store(
    _ interpreters: [any AnyCommandInterpreter] = [KatanaAuthInterpreter()]
  ) throws -> Katana.Store<KatanaApp> {
    try Store(model: KatanaApp(), updater: katanaUpdater, interpreters: interpreters)
  }

  // MARK: The proposal

  // row: Katana 6: `store.state`, `store.anyState`
  @Test("A message leads to a command, and its interpreter to a message")
  func authentication() throws {
    let store = try store()
    store.dispatch(KatanaUIMessage.userRequestAuthentication(username: "ada", password: "x"))
    #expect(store.model.user == "ada")
    #expect(!store.model.isLoading)
  }

  @Test("An update is a function from model and message to model and commands")
  func function() {
    let (model, commands) = katanaUpdate(
      model: KatanaApp(), message: KatanaUIMessage.userRequestAuthentication(username: "a", password: "b"))
    #expect(model.isLoading)
    #expect(CommandList(commands) == [KatanaAuthCommand.performLogin(username: "a", password: "b")])
    let updater = FunctionUpdater(katanaUpdate)
    #expect(updater.outcome(of: KatanaUIMessage.heard("x"), on: KatanaApp()).model.heard == ["x"])
  }

  @Test("A function updater is made of a closure in the proposal's form")
  func functionUpdater() {
    let updater = FunctionUpdater<KatanaApp> { model, message in
      return (model, [])
    }
    #expect(updater.outcome(of: KatanaAMessage.increase, on: KatanaApp(a: 3)).model == KatanaApp(a: 3))
    let counting = FunctionUpdater<KatanaApp> { model, message in
      (message is KatanaAMessage ? KatanaApp(a: model.a + 1) : model, [KatanaGreet()])
    }
    let outcome = counting.outcome(of: KatanaAMessage.increase, on: KatanaApp(a: 3))
    #expect(outcome.model.a == 4)
    #expect(outcome.commands == [KatanaGreet()])
  }

  @Test("A store and a combined updater take any updater; a global one serves every store")
  func anyUpdater() throws {
    let store = try store()
    store.dispatch(KatanaAMessage.increase)
    #expect(store.model == KatanaApp(a: 1, path: KatanaPath(slice: KatanaSlice(count: 1)), heard: ["any"]))

    let any: any AnyUpdater = KatanaConcreteAnyUpdater()
    let other = try Katana.Store(model: KatanaApp(), updater: any)
    other.dispatch(KatanaAMessage.increase)
    #expect(other.model.heard == ["any"])
    let typed: any AnyUpdater = KatanaAnUpdater()
    let third = try Katana.Store(model: KatanaApp(), updater: typed)
    third.dispatch(KatanaUIMessage.heard("typed"))
    #expect(third.model.heard == ["typed"])
  }

  @Test("An updater of another model is refused, and one that returns another model is reported")
  func otherModel() throws {
    let slice: any AnyUpdater = KatanaSliceUpdater()
    #expect(
      throws: KatanaError.otherModel(part: "KatanaSliceUpdater", model: "KatanaApp", of: "KatanaSlice")
    ) { try Katana.Store(model: KatanaApp(), updater: slice) }
    let provider: any AnySubscriptionProvider = FunctionSubscriptionProvider<KatanaSlice> { _ in [] }
    #expect(throws: KatanaError.self) {
      try Katana.Store(model: KatanaApp(), updater: KatanaAnUpdater(), subscriptions: provider)
    }
    var errors: [String] = []
    let store = try Katana.Store(model: KatanaApp(a: 1), updater: KatanaWrongUpdater())
    store.flow.errorHandler = { errors.append("\($0)") }
    store.dispatch(KatanaAMessage.increase)
    #expect(store.model == KatanaApp(a: 1))
    #expect(errors.count == 1)
    #expect(errors.first?.contains("`KatanaWrongUpdater` is for the model `KatanaSlice`") == true)

    let flow = Flow()
    flow.errorHandler = { errors.append("\($0)") }
    let parts = try Katana.Store(
      model: KatanaApp(a: 1), updater: CombinedUpdater<KatanaApp>(.full(slice)),
      subscriptions: CombinedSubscriptionProvider<KatanaApp>(.full(provider)), flow: flow)
    parts.dispatch(KatanaAMessage.increase)
    #expect(parts.model == KatanaApp(a: 1))
    #expect(errors.count == 3)
    #expect(errors.dropFirst().allSatisfy { $0.contains("is for the model `KatanaSlice`") })
  }

  @Test("A store takes any provider of subscriptions")
  func anyProvider() throws {
    let provider: any AnySubscriptionProvider = KatanaAnyProvider()
    let store = try Katana.Store(
      model: KatanaApp(), updater: katanaUpdater, subscriptions: provider,
      subscriptionInterpreters: [KatanaBellInterpreter.self])
    store.flow.errorHandler = { _ in }
    store.dispatch(KatanaUIMessage.userRequestAuthentication(username: "ada", password: "x"))
    #expect(store.model.heard == ["bell"])
    let combined = CombinedSubscriptionProvider<KatanaApp>(.full(KatanaAnyProvider()), .full(katanaProvider))
    #expect(combined.subscriptions(model: KatanaApp(isLoading: true), message: nil).count == 2)
  }

  @Test("What start() dispatches has its turn before dispatch returns, as with a command's interpreter")
  func startDispatches() throws {
    let store = try Katana.Store(
      model: KatanaApp(), updater: katanaUpdater, interpreters: [KatanaAuthInterpreter()],
      subscriptions: FunctionSubscriptionProvider { (app: KatanaApp) in
        app.a > 0 ? [KatanaBell.rings("rang")] : []
      }, subscriptionInterpreters: [KatanaBellInterpreter.self])
    store.dispatch(KatanaAMessage.increase)
    #expect(store.model.heard.last == "rang")
  }

  @Test("A message that is an updater changes the model by itself")
  func messageUpdater() {
    let updater = MessageUpdater<KatanaApp>()
    #expect(updater.outcome(of: KatanaAMessage.increase, on: KatanaApp(a: 10)).model.a == 11)
    #expect(updater.outcome(of: KatanaStep(left: 0), on: KatanaApp(a: 10)).model.a == 11)
    #expect(!updater.outcome(of: KatanaUIMessage.heard(""), on: KatanaApp()).isHandled)
  }

  @Test("A dispatcher is made of a closure")
  func dispatcher() {
    let recorder = DispatchRecorder()
    let dispatch = Dispatcher { message in recorder.dispatch(message) }
    KatanaAuthInterpreter().interpret(dispatch: dispatch, command: .performLogout)
    #expect(recorder.messages(of: KatanaAuthMessage.self) == [.logoutDone])
  }

  @Test("The row of an array or a dictionary is the one that the message names")
  func rows() {
    let updater = CombinedUpdater<KatanaLists>(
      .row(of: \.byID, KatanaTodoUpdater()) { (message: KatanaRow) in
        switch message {
        case .finish(let id): id
        }
      },
      .row(of: \.byIndex, KatanaCounting<KatanaAt>(), index: { (message: KatanaAt) in message.index }),
      .row(of: \.byKey, KatanaCounting<KatanaNamed>(), key: { (message: KatanaNamed) in message.name }))
    let outcome = updater.outcome(
      of: [KatanaRow.finish(2), KatanaAt(index: 0), KatanaNamed(name: "left")], on: KatanaLists())
    #expect(outcome.isHandled)
    #expect(outcome.model.byID.map(\.isDone) == [false, true])
    #expect(outcome.model.byIndex.map(\.count) == [1, 0])
    #expect(outcome.model.byKey["left"]?.count == 1)
    let missing: [any Message] = [
      KatanaRow.finish(9), KatanaAt(index: 2), KatanaAt(index: -1), KatanaNamed(name: "right"),
    ]
    for message in missing {
      let outcome = updater.outcome(of: message, on: KatanaLists())
      #expect(!outcome.isHandled)
      #expect(outcome.model == KatanaLists())
    }
  }

  // row: `Result<Payload>` with `success` and `error`
  // row: `HTTP.Progress`, which the proposal leaves to subscriptions
  // row: `APICommand<Payload>.get(url, then)` and `post`
  @Test("A reusable command makes the application's message of its answer")
  func reusable() throws {
    let url = try #require(URL(string: "http://example.com/todo"))
    let command = HTTPCommand.get(
      url, decoding: Int.self, progress: { KatanaUIMessage.heard("\($0.received) bytes") },
      then: { (result: Result<Int, HTTPError>) in
        switch result {
        case .success(let number): KatanaUIMessage.heard("\(number)")
        case .failure: KatanaUIMessage.heard("-1")
        }
      })
    let answer = HTTPResponse(status: 200, body: Data("7".utf8))
    #expect(command.message(for: .success(answer)) as? KatanaUIMessage == .heard("7"))
    #expect(command.message(for: .success(HTTPResponse(status: 404))) as? KatanaUIMessage == .heard("-1"))
  }

  @Test("Equal subscriptions are one, and one that stays is not touched")
  func equalSubscriptions() throws {
    let store = try Katana.Store(
      model: KatanaApp(), updater: katanaUpdater,
      subscriptions: FunctionSubscriptionProvider { (app: KatanaApp) in
        app.a > 0 ? [KatanaBell.rings("once"), KatanaBell.rings("once")] : []
      }, subscriptionInterpreters: [KatanaBellInterpreter.self])
    store.dispatch(KatanaStep(left: 0))
    store.dispatch(KatanaStep(left: 0))
    #expect(store.model.heard == ["once"])
  }

  // row: `NotificationMessage`, `NotificationSubscription` and its interpreter, an example
  // row: Katana 6: `ObserverInterceptor`: `onNotification`, `NotificationObserverDispatchable`
  @Test("A notification of the system is a subscription")
  func notification() async throws {
    let name = Notification.Name("KatanaOriginalTests")
    let center = NotificationCenter()
    let store = try Katana.Store(
      model: KatanaApp(), updater: katanaUpdater,
      subscriptions: FunctionSubscriptionProvider { (_: KatanaApp) in
        [Notifications(name, center: center) { _ in KatanaUIMessage.heard("background") }]
      })
    center.post(name: name, object: nil)
    await store.run()
    #expect(store.model.heard == ["background"])
  }

  @Test("The proposal's other names are kept, with the name to write")
  func oldNames() {
    #expect(katanaOldNames(of: KatanaOldNames.self) == ["logoutDone", "Slice", "1"])
  }

  // MARK: Interpreters that are missing, and commands in tests

  @Test("What has no interpreter is known before it is requested")
  func uninterpreted() throws {
    let store = try store()
    #expect(store.uninterpreted([KatanaAuthCommand.performLogout, KatanaUnheard()]).count == 1)
    let types = store.uninterpreted([KatanaAuthCommand.self, KatanaUnheard.self])
    #expect(types.map { "\($0)" } == ["KatanaUnheard"])
    #expect(store.uninterpreted([DelayCommand.self, CancelCommand.self]).isEmpty)
    #expect(store.uninterpreted([KatanaUnheard().queued(id: "x")]).count == 1)
    #expect(store.uninterpreted([KatanaAuthCommand.performLogout.queued(id: "x")]).isEmpty)
    #expect(store.uninterpreted([Every.self, KatanaBell.self]).map { "\($0)" } == ["KatanaBell"])
    let outcome = KatanaAnUpdater().outcome(
      of: KatanaUIMessage.userRequestAuthentication(username: "a", password: "b"), on: KatanaApp())
    #expect(store.uninterpreted(outcome.commands).isEmpty)
  }

  @Test("A command without an interpreter fails a test store")
  func uninterpretedFails() async throws {
    let store = try store([])
    await withKnownIssue {
      let test = TestStore(store)
      test.send(KatanaAskUnheard())
      await test.finish()
    } matching: {
      "\($0)".contains("No interpreter is registered for the command")
    }
  }

  // row: Katana 6: `SideEffect`, `AnySideEffect`
  @Test("Commands are asserted as values in a test store")
  func commandsAsValues() async throws {
    let test = TestStore(try store([KatanaGreeter()]))
    test.send(KatanaGreetNow(), effects: [.starts(KatanaGreet())])
    await test.receive(KatanaUIMessage.heard("hello nobody")) { $0.heard = ["hello nobody"] }
    await test.receive(KatanaUIMessage.heard("heard 1")) { $0.heard.append("heard 1") }
    await test.finish()
  }

  @Test("A recorder runs every kind of interpreter")
  func recorder() async throws {
    let recorder = DispatchRecorder()
    try recorder.interpret(.performLogout, by: KatanaAuthInterpreter())
    try await recorder.interpret(DelayCommand(for: .zero, then: KatanaStep(left: 1)), by: DelayInterpreter())
    try await recorder.interpret(KatanaGreet(), by: KatanaGreeter(), model: KatanaApp(user: "ada"))
    try await recorder.interpret(KatanaGreet(), by: KatanaTwoSteps())
    #expect(
      recorder.messages.map { "\($0)" } == [
        "logoutDone", "KatanaStep(left: 1)", #"heard("hello ada")"#, #"heard("heard 0")"#,
        #"heard("first")"#, #"heard("second")"#,
      ])
  }

  // MARK: Katana 6

  // row: Katana 6: `ReturningSideEffect`, `ReturnValue`
  // row: Katana 6: `SideEffectContext`: `getState()`, `getAnyState()`, `GetState`
  // row: Katana 6: `SideEffectContext`: `dispatch`, `anyDispatch`, `AnyDispatch`
  @Test("A side effect reads the state of the moment")
  func readModel() async throws {
    let store = try store([KatanaGreeter(), KatanaAuthInterpreter()])
    store.dispatch(KatanaUIMessage.userRequestAuthentication(username: "ada", password: "x"))
    await store.dispatchAndWait(KatanaGreetNow())
    #expect(store.model.heard == ["hello ada", "heard 1"])
  }

  // row: Katana 6: the promise of `dispatch`, Hydra's `await`
  @Test("A dispatch is awaited with all that it leads to, and with nothing else")
  func awaiting() async throws {
    let store = try store([KatanaGreeter()])
    store.dispatch(KatanaAMessage.increase)
    await store.dispatchAndWait(KatanaStep(left: 3))
    #expect(store.model.a == 5)
  }

  // row: Katana 6: `DispatchableLogger.interceptor(blackList:)`
  @Test("A logger writes each message but those of some types")
  func logger() throws {
    var lines: [String] = []
    let store = try store()
    let log = store.logMessages(except: [KatanaAMessage.self]) { lines.append($0) }
    store.dispatch(KatanaAMessage.increase)
    store.dispatch(KatanaUIMessage.heard("x"))
    log.cancel()
    store.dispatch(KatanaUIMessage.heard("y"))
    #expect(lines == [#"[KatanaApp] 2: heard("x") (sent)"#])
  }

  // row: Katana 6: `Dispatchable`
  // row: Katana 6: `StateUpdater`, `updateState(_:)`
  // row: Katana 6: `store.dispatch`, `anyDispatch`
  @Test("A state updater is a message with its own update, and the store is ready at once")
  func stateUpdater() throws {
    let store = try store()
    store.dispatch(KatanaStep(left: 0))
    #expect(store.model.a == 1)
  }

  // row: Katana 6: `addListener`, `StoreListener`, `AnyStoreListener`, `StoreUnsubscribe`
  @Test("A listener is an observer of a part, until its token ends")
  func listener() throws {
    let store = try store()
    var seen: [Int] = []
    let token = store.observe(\.a) { seen.append($0) }
    store.dispatch(KatanaStep(left: 0))
    store.dispatch(KatanaUIMessage.heard("x"))
    token.cancel()
    store.dispatch(KatanaStep(left: 0))
    #expect(seen == [1])
  }

  // row: Katana 6: `StoreInterceptor`, `StoreInterceptorNext`
  @Test("An interceptor is a gate: it changes a message, or drops it")
  func interceptor() throws {
    let store = try store()
    let gate = store.gate("no shouting") { message in
      guard case KatanaUIMessage.heard(let text) = message else { return .pass }
      return text.isEmpty ? .drop : .change(KatanaUIMessage.heard(text.lowercased()))
    }
    var turns = 0
    let tap = store.flow.tap { _ in turns += 1 }
    store.dispatch(KatanaUIMessage.heard(""))
    store.dispatch(KatanaUIMessage.heard("LOUD"))
    gate.cancel()
    tap.cancel()
    #expect(store.model.heard == ["loud"] && turns == 1)
  }

  // row: Katana 6: `SideEffectContext`: `dependencies`, `anyDependencies`; `store.dependencies`, `SideEffe…
  @Test("A dependency is a property of an interpreter, or a value of the environment")
  func dependencies() async throws {
    var environment = StoreEnvironment()
    environment[KatanaGreetingKey.self] = "good evening"
    let store = try Katana.Store(
      model: KatanaApp(), updater: katanaUpdater, interpreters: [KatanaServed(name: "ada")],
      environment: environment)
    await store.dispatchAndWait(KatanaGreetNow())
    #expect(store.model.heard == ["good evening ada"])
  }

  // row: Katana 6: `Store<S, D>`, `PartialStore<S>`, `AnyStore`
  // row: Katana 6: `StateInitializer`
  @Test("A view has a scope or a sender in the place of a partial store")
  func partialStore() async throws {
    let store = try store()
    let sender: Sender<any Message> = store.sender()
    let scope: Scope<KatanaSlice, KatanaAMessage> = store.scope(\.path.slice) { message in message }
    await Task.detached { _ = sender.send(KatanaUIMessage.heard("from another task")) }.value
    scope.send(.increase)
    await store.run()
    #expect(scope.count == 1)
    #expect(store.model.heard.contains("from another task"))
  }

  // row: Katana 6: `AsyncProvider`, `Configuration`
  @Test("A test moves the time of a store")
  func manualTime() async throws {
    let clock = ManualClock()
    let store = try Katana.Store(
      model: KatanaApp(), updater: katanaUpdater, environment: StoreEnvironment(clock: clock))
    store.dispatch(KatanaStep(left: 1))
    await clock.waitForSleepers(count: 1)
    #expect(store.model.a == 1)
    await clock.advance(by: .milliseconds(1))
    await store.run()
    #expect(store.model.a == 2)
  }

  // row: Katana 6: `ObserverInterceptor`: `onDispatch`, `DispatchObserverDispatchable`
  // row: Katana 6: `ObserverInterceptor`: `onStart`, `OnStartObserverDispatchable`
  @Test("A part that returns commands for a message observes its dispatch; a provider is called at the start")
  func dispatchAndStart() throws {
    let store = try Katana.Store(
      model: KatanaApp(),
      updater: CombinedUpdater<KatanaApp>(
        .full(katanaUpdater),
        .full(
          FunctionUpdater { (_: inout KatanaApp, _: KatanaStep) in
            [KatanaAuthCommand.performLogin(username: "step", password: "")]
          })),
      interpreters: [KatanaAuthInterpreter()],
      subscriptions: FunctionSubscriptionProvider { (_: KatanaApp, message: (any Message)?) in
        message == nil ? [KatanaBell.rings("started")] : []
      }, subscriptionInterpreters: [KatanaBellInterpreter.self])
    store.dispatch(KatanaStep(left: 0))
    #expect(store.model.user == "step")
  }

  // row: Katana 6: `ObserverInterceptor`: `onStateChange`, `typedStateChange`, `StateObserverDispatchable`
  @Test("An observer of the state, or of a message, dispatches another message")
  func observers() throws {
    let store = try store()
    let token = store.observe(\.a) { store.dispatch(KatanaUIMessage.heard("a is \($0)")) }
    store.dispatch(KatanaStep(left: 0))
    #expect(store.model.heard == ["a is 1"])
    token.cancel()
  }
}

@MainActor
private func katanaOldNames<Names: KatanaOldNamesUse>(of names: Names.Type) -> [String] { names.use() }

/// An interpreter with the proposal's name of its first parameter.
@available(*, deprecated)
private struct KatanaOldInterpreter: CommandInterpreter {
  func interpret(dispatch: DispatchMessageFn, command: KatanaAuthCommand) {
    logout(dispatch)
  }

  func logout(_ dispatch: DispatchMessageFn) { dispatch(KatanaAuthMessage.logoutDone) }
}

/// The names of the proposal that are deprecated, where no warning appears.
private protocol KatanaOldNamesUse {
  @MainActor static func use() -> [String]
}

private enum KatanaOldNames: KatanaOldNamesUse {
  @available(*, deprecated)
  @MainActor static func use() -> [String] {
    let recorder = DispatchRecorder()
    let send: DispatchMessageFn = recorder.dispatch
    KatanaOldInterpreter().interpret(dispatch: send, command: .performLogout)
    let part: CombinedUpdaterSlice<KatanaApp> = .slice(keypath: \.path.slice, KatanaSliceUpdater())
    let model: KatanaSliceUpdater.TypedModel = KatanaSlice()
    let message: KatanaSliceUpdater.TypedMessage = .increase
    let outcome = CombinedUpdater<KatanaApp>([part]).outcome(of: message, on: KatanaApp())
    let none: [any AnySubscription] = []
    return [
      "\(recorder.messages[0])", "\(type(of: model))".replacing("Katana", with: ""),
      "\(outcome.model.path.slice.count + none.count)",
    ]
  }
}
