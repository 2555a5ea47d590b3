import Katana
import KatanaTesting
import Millrace
import MillraceOptics
import MillraceTesting
import Testing

/// Subscriptions follow the model.
@MainActor
struct SubscriptionTests {
  @Test(
    "What came is started, what left is stopped, what stayed is not touched; once at the start, then each turn"
  )
  func follows() throws {
    let rig = try DemoListening(["a"])
    #expect(rig.log == ["+a"])
    rig.want("a", "b")
    rig.want("b", "a")
    rig.want("b", "c")
    rig.want()
    #expect(rig.log == ["+a", "+b", "-a", "+c", "-b", "-c"])
  }

  @Test("Equal subscriptions are one, those of different types are not, whatever provider wants them")
  func shared() throws {
    let hashed = FunctionSubscriptionProvider { (model: DemoWanted) in
      model.names.map { DemoHashedTopic(name: $0) }
    }
    let rig = try DemoListening(
      provider: CombinedSubscriptionProvider(
        .full(DemoWanted.topics), .full(DemoWanted.topics), .full(hashed), .full(hashed)))
    rig.want("a", "a")
    #expect(rig.log == ["+a", "+#a"])
    rig.want("a")
    #expect(rig.log.count == 2)
    rig.want()
    #expect(rig.log.sorted() == ["+#a", "+a", "-#a", "-a"])
  }

  @Test(
    "What a listener dispatches comes as turns, from any thread; after the stop it is refused and dropped")
  func messages() async throws {
    let rig = try DemoListening(["a"])
    let station = rig.station
    await Task.detached { for number in 0..<50 { #expect(station.say("\(number)", to: "a")) } }.value
    await rig.store?.run()
    #expect(rig.heard == (0..<50).map { "\($0)" })
    rig.want()
    #expect(station.say("late", to: "a") == false)
    rig.want("a")
    #expect(station.sayToFirst("later", "a") == false)
    #expect(station.say("in time", to: "a"))
    await rig.store?.run()
    #expect(rig.heard.suffix(1) == ["in time"])
    #expect(rig.heard.count == 51)
  }

  @Test("A subscription with a NaN is equal to itself, and not to another one")
  func notANumber() {
    struct Level: Subscription {
      var value: Double
      var name = "a"
    }
    #expect(Level(value: .nan).isEqual(to: Level(value: .nan)))
    #expect(!Level(value: .nan).isEqual(to: Level(value: .nan, name: "b")))
  }

  @Test("A provider sees the message of the turn, and none at the start")
  func message() throws {
    let seen = DemoLog<String>()
    let rig = try DemoListening(
      provider: FunctionSubscriptionProvider { (model: DemoWanted, message: (any Message)?) in
        seen.add(message.map { "\($0)" } ?? "start")
        return (message as? DemoText).map { [DemoTopic(name: $0.text)] } ?? []
      })
    rig.store?.dispatch(DemoText("a"))
    rig.want()
    rig.store?.dispatch(DemoUnknown())
    #expect(seen.entries == ["start", "DemoText(text: \"a\")", "DemoWant(names: [])", "DemoUnknown()"])
    #expect(rig.log == ["+a", "-a"])
  }

  @Test(
    "What a listener dispatches at its start is in the same turn's wake, but posted when the store is made")
  func atStart() async throws {
    final class Eager: SubscriptionInterpreter {
      let dispatch: Dispatcher
      init(subscription: DemoTopic, dispatch: Dispatcher) { self.dispatch = dispatch }
      func start() { for number in 0..<3 { dispatch(DemoText("\(number)")) } }
      func stop() { dispatch(DemoText("stopped")) }
    }
    let store = try Katana.Store(
      model: DemoWanted(names: ["a"]), updater: DemoWanted.updater, subscriptions: DemoWanted.topics,
      subscriptionInterpreters: [Eager.self])
    #expect(store.model.heard == [])
    await store.run()
    #expect(store.model.heard == ["0", "1", "2"])
    store.dispatch(DemoWant(names: ["b", "c"]))
    #expect(store.model.heard == ["0", "1", "2", "0", "1", "2", "0", "1", "2"])
    store.dispatch(DemoWant(names: []))
    await store.run()
    #expect(store.model.heard.count == 9)
  }

  @Test("A listener whose start throws is reported once, stopped once, and started again when it comes back")
  func startThrows() async throws {
    let rig = try DemoListening(["a", "bad", "c"])
    #expect(rig.log == ["+a", "+bad", "-bad", "+c"])
    rig.want("bad", "c", "d")
    #expect(rig.log.suffix(2) == ["-a", "+d"])
    #expect(rig.errors.entries.count == 1)
    #expect(
      rig.errors.entries.first?.description.hasPrefix(
        "The subscription `DemoTopic(name: \"bad\")` of the store `store` failed and has ended: cannot hear bad."
      )
        == true)
    #expect(rig.station.say("from a failed one", to: "bad") == false)
    rig.want()
    rig.want("bad")
    #expect(rig.log.filter { $0.hasSuffix("bad") } == ["+bad", "-bad", "+bad", "-bad"])
    #expect(rig.errors.entries.count == 2)
    rig.end()
    #expect(rig.log.filter { $0.hasSuffix("bad") }.count == 4)
    await rig.flow.run()
    #expect(rig.heard == [])
  }

  @Test("A subscription without an interpreter is reported by its name; the others are not affected")
  func noInterpreter() throws {
    struct Unheard: Katana.Subscription {}
    let rig = try DemoListening(
      provider: FunctionSubscriptionProvider { (model: DemoWanted) in
        [Unheard()] + model.names.map { DemoTopic(name: $0) }
      })
    rig.want("a")
    #expect(rig.log == ["+a"])
    #expect(rig.errors.entries.count == 1)
    guard case .subscriptionFailed("store", _, let inner as KatanaError)? = rig.errors.entries.first,
      case .noSubscriptionInterpreter(let name, _) = inner
    else {
      Issue.record("\(rig.errors.entries)")
      return
    }
    #expect(name.hasSuffix("Unheard"))
  }

  @Test("Everything stops once when the store ends, also what failed, and messages after it go nowhere")
  func ends() async throws {
    let rig = try DemoListening(["a", "bad", "b"])
    rig.end()
    #expect(rig.log == ["+a", "+bad", "-bad", "+b", "-a", "-b"])
    #expect(rig.station.say("late", to: "a") == false)
    await rig.flow.run()
    #expect(rig.flow.isIdle)
  }

  @Test("A listener that is a task is cancelled when its subscription leaves or the store ends")
  func tasks() async throws {
    let clock = ManualClock()
    let rig = try DemoListening(
      ["a", "b"], clock: clock,
      provider: FunctionSubscriptionProvider { (model: DemoWanted) in
        model.names.map { DemoChannel(name: $0) }
      })
    await clock.waitForSleepers(count: 2)
    #expect(rig.heard.sorted() == ["from a", "from b"])
    rig.want("b")
    #expect(clock.sleepers.count == 1)
    await eventually { rig.log.count >= 3 }
    #expect(rig.log.last == "-a")
    rig.end()
    #expect(clock.sleepers.isEmpty)
    await eventually { rig.log.count >= 4 }
    #expect(rig.errors.entries.isEmpty)
  }

  @Test("A listener that is a task may throw or return; it is not begun again while its subscription stays")
  func tasksEnd() async throws {
    let rig = try DemoListening(
      ["bad", "brief"],
      provider: FunctionSubscriptionProvider { (model: DemoWanted) in
        model.names.map { DemoChannel(name: $0) }
      })
    await eventually { !rig.errors.entries.isEmpty && !rig.heard.isEmpty && rig.log.count >= 4 }
    rig.want("brief", "bad")
    #expect(rig.log.sorted() == ["+bad", "+brief", "-bad", "-brief"])
    #expect(
      rig.errors.entries.first?.description.hasPrefix(
        "The subscription `DemoChannel(name: \"bad\")` of the store `store` failed and has ended: cannot hear."
      ) == true)
  }

  @Test("Providers look at slices: by key path, lens, case, traversal, and at each row of a table")
  func slices() throws {
    struct Counted: SubscriptionProvider {
      let name: String
      func subscriptions(model: DemoSlice, message: (any Message)?) -> [any Katana.Subscription] {
        (0..<model.value).map { DemoTopic(name: "\(name)\($0)") }
      }
    }
    struct EachRow: SubscriptionProvider {
      func subscriptions(model: DemoRow, message: (any Message)?) -> [any Katana.Subscription] {
        model.value > 0 ? [DemoTopic(name: "row\(model.id)")] : []
      }
    }
    let provider = CombinedSubscriptionProvider<DemoModel>(
      .slice(\.left, Counted(name: "path")), .slice(Lens(\.right), Counted(name: "lens")),
      .slice(Lens<DemoModel, DemoPage>(\.page) >>> DemoPage.loaded, Counted(name: "case")),
      .slice(
        \.page, CombinedSubscriptionProvider<DemoPage>([.slice(DemoPage.loaded, Counted(name: "nested"))])),
      .rows(of: \.table, EachRow()))
    var model = DemoModel(left: DemoSlice(value: 2), right: DemoSlice(value: 1))
    func names() -> [String] {
      provider.subscriptions(model: model, message: nil).compactMap { ($0 as? DemoTopic)?.name }
    }
    #expect(names() == ["path0", "path1", "lens0"])
    model.page = .loaded(DemoSlice(value: 1))
    model.table = try RowTable(uniqueRows: [
      DemoRow(id: 1), DemoRow(id: 2, value: 1), DemoRow(id: 3, value: 1),
    ])
    #expect(names() == ["path0", "path1", "lens0", "case0", "nested0", "row2", "row3"])
    let any: any AnySubscriptionProvider = provider
    #expect(any.subscriptions(model: model, message: nil).count == 7)
    #expect(any.subscriptions(model: DemoPage.empty, message: nil).isEmpty)
  }

  @Test("Every dispatches at each interval, without drift, as long as the model says so")
  func every() async throws {
    let clock = ManualClock()
    let rig = try DemoListening(
      clock: clock,
      provider: FunctionSubscriptionProvider { (model: DemoWanted) in
        model.names.map { Every(.seconds(Int($0) ?? 0), send: DemoText($0)) }
      })
    rig.want("2", "3")
    await clock.waitForSleepers(count: 2)
    await clock.advance(by: .seconds(6)) { await clock.waitForSleepers(count: 2) }
    await rig.store?.run()
    #expect(rig.heard.sorted() == ["2", "2", "2", "3", "3"])
    rig.want("3")
    #expect(clock.sleepers.count == 1)
    rig.want("0")
    await eventually { !rig.errors.entries.isEmpty }
    #expect(rig.errors.entries.first?.description.contains("is invalid") == true)
    #expect(clock.sleepers.isEmpty)
  }

  @Test("Equal intervals with equal messages are one subscription")
  func everyEquality() {
    let every = Every(.seconds(1), send: DemoText("a"))
    #expect(every == Every(.seconds(1), send: DemoText("a")))
    #expect(every != Every(.seconds(2), send: DemoText("a")))
    #expect(every != Every(.seconds(1), send: DemoText("b")))
    #expect(every != Every(.seconds(1), send: DemoUnknown()))
  }
}
