import Katana
import KatanaTesting
import Millrace
import MillraceTesting
import Testing

/// A listener that lives on the main actor.
@MainActor
private final class TourMainListener: SubscriptionInterpreter {
  private let topic: TourTopic
  private let dispatch: Dispatcher

  init(subscription: TourTopic, dispatch: Dispatcher) {
    topic = subscription
    self.dispatch = dispatch
  }

  func start() {
    MainActor.assertIsolated()
    dispatch(TourText("started \(topic.name)"))
  }

  func stop() { dispatch.environment[TourStationKey.self].stopped(topic.name) }
}

private struct TourWatched: Model {
  var slice = TourSlice() {
    didSet { changes += 1 }
  }
  var changes = 0
}

private final class TourShared: Model {
  var slice = TourSlice()
}

/// The edges that a reader of the promises would try next.
struct TourEdgeTests {
  @MainActor
  @Test(
    "A listener may live on the main actor; what it dispatches at its start has its turn after the start's")
  func mainActor() async throws {
    var environment = StoreEnvironment()
    let station = TourStation()
    environment[TourStationKey.self] = station
    let store = try Katana.Store(
      model: TourWanted(names: ["a"]),
      updater: CombinedUpdater<TourWanted>(
        .full(
          FunctionUpdater { (model: inout TourWanted, message: TourWant) in
            model.names = message.names
            return []
          }),
        .full(
          FunctionUpdater { (model: inout TourWanted, message: TourText) in
            model.heard.append(message.text)
            return []
          })),
      subscriptions: FunctionSubscriptionProvider { (model: TourWanted) in
        model.names.map { TourTopic(name: $0) }
      },
      subscriptionInterpreters: [TourMainListener.self], environment: environment)
    #expect(store.model.heard == [])
    await store.run()
    #expect(store.model.heard == ["started a"])
    store.dispatch(TourWant(names: ["b"]))
    await store.run()
    #expect(store.model.heard == ["started a", "started b"])
    #expect(station.log.entries == ["-a"])
  }

  @Test(
    "A slice with an observer of its own is changed as an assignment would, and one in an object is reached too"
  )
  func observed() {
    let watched = CombinedUpdater<TourWatched>(.slice(\.slice, TourCounting()))
    let outcome = watched.outcome(of: TourStep.add(2), on: TourWatched())
    #expect(outcome.model.slice.value == 2)
    #expect(outcome.model.changes == 1)
    let shared = TourShared()
    let object = CombinedUpdater<TourShared>(.slice(\.slice, TourCounting()))
    #expect(object.outcome(of: TourStep.add(2), on: shared).isHandled)
    #expect(shared.slice.value == 2)
  }

  @Test("A queue of a store that has no room for a command says so, by the command")
  func queueFull() throws {
    let working = TourWorking()
    let rig = try TourRig(interpreters: [working]) { text in
      [TourWork(text).queued(in: .concat("q").capacity(1))]
    }
    rig.dispatch("a", "b", "c")
    #expect(working.begun.entries == ["a"])
    guard case .queueFull("store", _, let label?)? = rig.errors.entries.first else {
      Issue.record("\(rig.errors.entries)")
      return
    }
    #expect("\(label)".hasPrefix("TourWork(name: \"c\""))
  }

  @Test("An interpreter that throws does not keep the commands after it from being carried out")
  func goesOn() throws {
    let rig = try TourRig(interpreters: [TourThrowing(), TourEchoing()]) { text in
      text == "go" ? [TourBad(), TourEcho(text: "a"), TourBad()] : []
    }
    rig.dispatch("go")
    #expect(rig.heard == ["go", "before", "a0", "before"])
    #expect(rig.errors.entries.count == 2)
  }
}
