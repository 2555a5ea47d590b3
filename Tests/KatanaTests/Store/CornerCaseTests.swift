import Katana
import KatanaTesting
import Millrace
import MillraceTesting
import Testing

/// A listener that lives on the main actor.
@MainActor
private final class DemoMainListener: SubscriptionInterpreter {
  private let topic: DemoTopic
  private let dispatch: Dispatcher

  init(subscription: DemoTopic, dispatch: Dispatcher) {
    topic = subscription
    self.dispatch = dispatch
  }

  func start() {
    MainActor.assertIsolated()
    dispatch(DemoText("started \(topic.name)"))
  }

  func stop() { dispatch.environment[DemoStationKey.self].stopped(topic.name) }
}

private struct DemoWatched: Model {
  var slice = DemoSlice() {
    didSet { changes += 1 }
  }
  var changes = 0
}

private final class DemoShared: Model {
  var slice = DemoSlice()
}

/// The edges that a reader of the promises would try next.
struct CornerCaseTests {
  @MainActor
  @Test(
    "A listener may live on the main actor; what it dispatches at its start has its turn after the start's")
  func mainActor() async throws {
    var environment = StoreEnvironment()
    let station = DemoStation()
    environment[DemoStationKey.self] = station
    let store = try Katana.Store(
      model: DemoWanted(names: ["a"]), updater: DemoWanted.updater, subscriptions: DemoWanted.topics,
      subscriptionInterpreters: [DemoMainListener.self], environment: environment)
    #expect(store.model.heard == [])
    await store.run()
    #expect(store.model.heard == ["started a"])
    store.dispatch(DemoWant(names: ["b"]))
    await store.run()
    #expect(store.model.heard == ["started a", "started b"])
    #expect(station.log.entries == ["-a"])
  }

  @Test(
    "A slice with an observer of its own is changed as an assignment would, and one in an object is reached too"
  )
  func observed() {
    let watched = CombinedUpdater<DemoWatched>(.slice(\.slice, DemoCounting()))
    let outcome = watched.outcome(of: DemoStep.add(2), on: DemoWatched())
    #expect(outcome.model.slice.value == 2)
    #expect(outcome.model.changes == 1)
    let shared = DemoShared()
    let object = CombinedUpdater<DemoShared>(.slice(\.slice, DemoCounting()))
    #expect(object.outcome(of: DemoStep.add(2), on: shared).isHandled)
    #expect(shared.slice.value == 2)
  }

  @Test("A queue of a store that has no room for a command says so, by the command")
  func queueFull() throws {
    let working = DemoWorking()
    let rig = try DemoRig(interpreters: [working]) { text in
      [DemoWork(text).queued(in: .concat("q").capacity(1))]
    }
    rig.dispatch("a", "b", "c")
    #expect(working.begun.entries == ["a"])
    guard case .queueFull("store", _, let label?)? = rig.errors.entries.first else {
      Issue.record("\(rig.errors.entries)")
      return
    }
    #expect("\(label)".hasPrefix("DemoWork(name: \"c\""))
  }

  @Test("An interpreter that throws does not keep the commands after it from being carried out")
  func goesOn() throws {
    let rig = try DemoRig(interpreters: [DemoThrowing(), DemoEchoing()]) { text in
      text == "go" ? [DemoBad(), DemoEcho(text: "a"), DemoBad()] : []
    }
    rig.dispatch("go")
    #expect(rig.heard == ["go", "before", "a0", "before"])
    #expect(rig.errors.entries.count == 2)
  }
}
