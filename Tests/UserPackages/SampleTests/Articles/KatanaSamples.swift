import Katana
import KatanaTesting
import MillraceTesting
import Testing

struct Forecast: Model, Equatable {
  var place = ""
  var temperature: Int?
  var problem: String?
  var isFollowing = false
}

enum ForecastMessage: Message, Equatable {
  case look(at: String)
  case read(Int)
  case failed(String)
  case follow(Bool)
  case refresh
}

struct ReadTemperature: Command, Equatable {
  let place: String
  // A newer reading takes the place of one that is still under way.
  var effectQueue: EffectQueue? { .latest("temperature") }
}

struct ForecastUpdater: TypedUpdater {
  func update(model: inout Forecast, message: ForecastMessage) -> [any Command] {
    switch message {
    case .look(let place):
      model = Forecast(place: place, isFollowing: model.isFollowing)
      return [ReadTemperature(place: place)]
    case .refresh:
      return [ReadTemperature(place: model.place)]
    case .read(let temperature):
      model.temperature = temperature
      model.problem = nil
    case .failed(let problem):
      model.problem = problem
    case .follow(let isFollowing):
      model.isFollowing = isFollowing
    }
    return []
  }
}

struct ThermometerInterpreter: AsyncCommandInterpreter {
  let station: Station

  func interpret(dispatch: AsyncDispatch, command: ReadTemperature) async {
    do {
      await dispatch(ForecastMessage.read(try await station.temperature(of: command.place)))
    } catch {
      await dispatch(ForecastMessage.failed("\(error)"))
    }
  }
}

struct ForecastSubscriptions: SubscriptionProvider {
  func subscriptions(model: Forecast, message: (any Message)?) -> [any Subscription] {
    model.isFollowing ? [Every(.seconds(60), send: ForecastMessage.refresh)] : []
  }
}

/// A stand-in for a weather station on the net.
struct Station: Sendable {
  struct UnknownPlace: Error {}

  func temperature(of place: String) async throws -> Int {
    if place.isEmpty { throw UnknownPlace() }
    return 16 + place.count
  }
}

struct Memo: Model, Equatable { var text = "" }

enum MemoMessage: Message {
  case write(Int, String)

  var id: Int {
    switch self {
    case .write(let id, _): id
    }
  }
}

struct MemoUpdater: TypedUpdater {
  func update(model: inout Memo, message: MemoMessage) -> [any Command] {
    switch message {
    case .write(_, let text): model.text = text
    }
    return []
  }
}

struct Draft: Model, Equatable { var text = "" }

enum DraftMessage: Message { case typed(String) }

struct DraftUpdater: TypedUpdater {
  func update(model: inout Draft, message: DraftMessage) -> [any Command] {
    switch message {
    case .typed(let text): model.text = text
    }
    return []
  }
}

enum Page: Equatable {
  case forecast
  case draft(Draft)

  static let draft = Prism<Page, Draft>(
    tryGet: { if case .draft(let draft) = $0 { draft } else { nil } }, inject: { .draft($0) })
}

enum WorkspaceMessage: Message { case open(Page) }

struct Workspace: Model {
  var forecast = Forecast()
  var memos = RowTable<Int, Memo>()
  var page = Page.forecast
}

@MainActor
@Suite("Katana in ten minutes") struct KatanaSamples {
  @Test("The store follows the weather")
  func store() async throws {
    var seen: [Int?] = []
    let store = try Store(
      model: Forecast(), updater: ForecastUpdater(),
      interpreters: [ThermometerInterpreter(station: Station())],
      subscriptions: ForecastSubscriptions())
    let token = store.observe(\.temperature) { temperature in seen.append(temperature) }
    store.dispatch(ForecastMessage.look(at: "Turin"))

    await store.run()
    #expect(seen == [21])

    let sender = store.sender()
    Task.detached { sender.send(ForecastMessage.refresh) }

    store.dispatch(ForecastMessage.look(at: ""))
    await store.run()
    #expect(store.problem == "UnknownPlace()")
    token.cancel()
  }

  @Test("The parts of a workspace do not know each other")
  func combined() {
    let workspaceUpdater = CombinedUpdater<Workspace>(
      .full(
        FunctionUpdater { (workspace: inout Workspace, message: WorkspaceMessage) in
          if case .open(let page) = message { workspace.page = page }
          return []
        }),
      .slice(\.forecast, ForecastUpdater()),
      .row(of: \.memos, MemoUpdater()) { (message: MemoMessage) in message.id },
      .slice(Lens(\Workspace.page).appending(Page.draft), DraftUpdater()))

    var workspace = Workspace()
    workspace.memos[7] = Memo()
    let outcome = workspaceUpdater.outcome(
      of: [MemoMessage.write(7, "milk"), WorkspaceMessage.open(.draft(Draft())), DraftMessage.typed("Dear")],
      on: workspace)
    #expect(outcome.model.memos[7]?.text == "milk")
    #expect(outcome.model.page == .draft(Draft(text: "Dear")))
    #expect(!workspaceUpdater.outcome(of: DraftMessage.typed("Dear"), on: workspace).isHandled)
  }

  @Test("An update is compared")
  func update() {
    let outcome = ForecastUpdater().outcome(of: ForecastMessage.look(at: "Turin"), on: Forecast())
    #expect(outcome.model == Forecast(place: "Turin"))
    #expect(outcome.commands == [ReadTemperature(place: "Turin")])
  }

  @Test("An interpreter is run against a recorder")
  func interpreter() async throws {
    let recorder = DispatchRecorder()
    try await recorder.interpret(
      ReadTemperature(place: "Turin"), by: ThermometerInterpreter(station: Station()))
    #expect(recorder.messages(of: ForecastMessage.self) == [.read(21)])
  }

  @Test("Ten intervals are ten messages")
  func time() async {
    let clock = ManualClock()
    let ticking = DispatchRecorder(environment: StoreEnvironment(clock: clock))
    let listening = ticking.listen(
      to: Every(.seconds(60), send: ForecastMessage.refresh), by: EveryInterpreter.self)
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .seconds(600))
    await ticking.waitForMessages(count: 10)
    listening.stop()
    #expect(ticking.messages.count == 10)
  }
}
