import Millrace
import MillraceTesting
import Testing

/// Effects end with their store.
@EffectsHome
struct EffectEndTests {
  private typealias TheStore = Store<EffectsState, String>

  private func makeStore(
    on flow: Flow, log: EffectsLog<String> = EffectsLog(), _ script: @escaping (String) -> Effect<String>
  ) -> TheStore {
    Store(EffectsState(), of: String.self, flow: flow) { state, message in
      state.heard.append(message)
      log.add(message)
      return script(message)
    }
  }

  @Test("The end of a store cancels what runs, before the last reference's release returns")
  func cancels() async {
    let clock = ManualClock()
    var store: TheStore? = makeStore(on: Flow(environment: StoreEnvironment(clock: clock))) { _ in
      .merge(
        .run { send in try await send.sleep(10) },
        .run(in: .latest("q")) { send in try await send.sleep(20) },
        .run(in: .concat("c")) { send in try await send.sleep(30) })
    }
    store?.send("go")
    await clock.waitForSleepers(count: 3)
    store = nil
    #expect(clock.sleepers == [])
  }

  @Test("The end of a store ends its timer")
  func timer() async {
    let clock = ManualClock()
    var store: TheStore? = makeStore(on: Flow(environment: StoreEnvironment(clock: clock))) { _ in
      .run(in: .debounce("q", for: .seconds(5))) { _ in }
    }
    store?.send("go")
    await clock.waitForSleepers(count: 1)
    store = nil
    #expect(clock.sleepers == [])
  }

  @Test("Nothing is delivered after the end, also of bodies that do not look, and no error is reported")
  func nothingAfter() async {
    let driver = EffectsScriptedDriver(.ignores)
    let log = EffectsLog<String>()
    let flow = Flow(driver: driver)
    let errors = EffectsLog<String>()
    flow.errorHandler = { errors.add("\($0)") }
    var store: TheStore? = makeStore(on: flow, log: log) { message in
      guard message == "go" else { return .none }
      return .merge(
        .run(label: "sends") { send in await send("late") },
        .run(label: "throws") { _ in throw EffectsFailure("late") },
        .run(label: "catches") { _ in
          throw EffectsFailure("late")
        } catch: {
          "late \($0)"
        },
        .concatenate(.run(label: "step") { _ in }, .send("late step")))
    }
    store?.send("go")
    store = nil
    for name in ["sends", "throws", "catches", "step"] { await driver.perform(name) }
    await flow.run()
    #expect(log.entries == ["go"])
    #expect(errors.entries == [])
    #expect(driver.cancelled.sorted() == ["catches", "sends", "step", "throws"])
  }

  @Test("What waited in a queue or in a sequence never begins after the end")
  func waitingNeverBegins() async {
    let driver = EffectsScriptedDriver(.ignores)
    let flow = Flow(driver: driver)
    var store: TheStore? = makeStore(on: flow) { _ in
      .concatenate(
        .merge(
          .run(in: .concat("q"), label: "first") { _ in }, .run(in: .concat("q"), label: "second") { _ in }),
        .run(label: "third") { _ in })
    }
    store?.send("go")
    store = nil
    await driver.perform("first")
    while await driver.perform("wake") {}
    #expect(Set(driver.asked) == ["first", "wake"])
    #expect(flow.isIdle)
  }

  @Test("A store that ends on another thread cancels its effects, and nothing is delivered after")
  func otherThread() async {
    let driver = EffectsScriptedDriver(.ignores)
    let log = EffectsLog<String>()
    let flow = Flow(driver: driver)
    let parcel = EffectsParcel(
      makeStore(on: flow, log: log) { message in
        message == "go" ? .run(label: "work") { send in await send("late") } : .none
      })
    parcel.value?.send("go")
    let sender = parcel.value?.sender()
    await Task.detached { parcel.value = nil }.value
    #expect(driver.cancelled == ["work"])
    #expect(sender?.send("posted late") == false)
    await driver.perform("work")
    await flow.run()
    #expect(log.entries == ["go"])
    #expect(flow.isIdle)
  }

  @Test("A store may end on another thread at any moment of its effects' lives")
  func otherThreadAnyMoment() async {
    for _ in 0..<200 {
      let log = EffectsLog<String>()
      let ended = EffectsLatch()
      let flow = Flow()
      let parcel = EffectsParcel(
        makeStore(on: flow, log: log) { message in
          guard message == "go" else { return .none }
          return .merge(
            .run { send in
              for _ in 0..<5 { await send("a") }
            },
            .run(in: .concat("q")) { send in await send("b") },
            .run(in: .concat("q")) { send in await send("c") })
        })
      parcel.value?.send("go")
      let ending = Task.detached {
        parcel.value = nil
        ended.open()
      }
      await ended.wait()
      let count = log.entries.count
      await flow.run()
      // No home turn lies between the end and this line, so what was counted then is all there is.
      #expect(log.entries.count == count)
      await ending.value
    }
  }

  @Test("Messages that waited for a store that has ended are passed over, without a turn, and others go on")
  func messagesInLine() {
    let flow = Flow()
    let log = EffectsLog<String>()
    var one: TheStore? = makeStore(on: flow, log: log) { _ in .none }
    let two = makeStore(on: flow, log: log) { _ in .none }
    let lock = flow.lock("test")
    one?.send("to one")
    two.send("to two")
    one?.send("to one again")
    one = nil
    let three = makeStore(on: flow, log: log) { _ in .none }
    three.send("to three")
    lock.release()
    #expect(log.entries == ["to two", "to three"])
    #expect(three.withState { $0.heard } == ["to three"])
    #expect(flow.lastSequence == 2)
    #expect(flow.waitingCount == 0)
  }

  @Test("What was posted to a store that has ended is gone, and a sender then says no")
  func posted() async {
    let flow = Flow()
    let log = EffectsLog<String>()
    var store: TheStore? = makeStore(on: flow, log: log) { _ in .none }
    let sender = store?.sender()
    #expect(sender?.send("in time") == true)
    store = nil
    #expect(sender?.send("too late") == false)
    await flow.run()
    #expect(log.entries == [])
  }

  @Test("A message that a gate delays does not outlive its store")
  func delayed() async {
    let clock = ManualClock()
    let flow = Flow(environment: StoreEnvironment(clock: clock))
    let log = EffectsLog<String>()
    let gate = flow.gate("slow") { _ in .delay(.seconds(5)) }
    var store: TheStore? = makeStore(on: flow, log: log) { _ in .none }
    store?.send("later")
    await clock.waitForSleepers(count: 1)
    #expect(!flow.isIdle)
    store = nil
    #expect(clock.sleepers == [])
    await flow.run()
    #expect(flow.isIdle)
    #expect(log.entries == [])
    gate.cancel()
  }

  @Test("A flow on which only an ended store had effects becomes idle, also for a caller that waits in run")
  func runReturns() async {
    let flow = Flow()
    let parcel = EffectsParcel(
      makeStore(on: flow) { _ in
        .run { _ in try? await ManualClock().sleep(for: .seconds(1)) }
      })
    parcel.value?.send("go")
    let waiting = EffectsParcel(flow)
    let waiter = Task { await waiting.value?.run() }
    await letOthersRun()
    Task.detached { parcel.value = nil }
    await waiter.value
    #expect(flow.isIdle)
  }
}
