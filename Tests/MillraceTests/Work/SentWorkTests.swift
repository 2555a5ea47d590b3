import MillraceTesting
import Testing

@testable import Millrace

/// The handle of one send: what belongs to its work, and when it is over.
@EffectsHome
struct SentWorkTests {
  /// A rig whose messages of the form `name:…` run an effect that sleeps a second and sends the rest.
  private func rig(_ others: @escaping (String) -> Effect<String>? = { _ in nil }) -> EffectsRig {
    EffectsRig { message in
      if let effect = others(message) { return effect }
      guard let colon = message.firstIndex(of: ":") else { return .none }
      let rest = String(message[message.index(after: colon)...])
      return .run(label: EffectLabel(String(message[..<colon]))) { send in
        try await send.sleep(1)
        await send(rest)
      }
    }
  }

  @Test("The work of a message without effects is over when `send` returns")
  func nothing() async {
    let rig = rig()
    let work = rig.store.send("a")
    #expect(!rig.flow.isWorking(on: work.number))
    await work.finish()
    work.cancel()
    #expect(rig.heard == ["a"])
  }

  @Test(
    "`finish` returns when the effects, those of their messages, and so on have ended; others are not waited for"
  )
  func chain() async {
    let rig = rig()
    let work = rig.store.send("a:b:c")
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .milliseconds(500))
    rig.store.send("x:y:z:end")
    let waiting = Task { await work.finish() }
    for step in 0..<3 {
      await rig.clock.waitForSleepers(count: 2)
      #expect(rig.flow.isWorking(on: work.number), "step \(step)")
      rig.clock.jump(by: .milliseconds(500))
    }
    await waiting.value
    #expect(rig.heard == ["a:b:c", "x:y:z:end", "b:c", "y:z:end", "c"])
    #expect(rig.store.effectsInFlight.map(\.label) == ["y"])
  }

  @Test("`cancel` ends exactly the effects of its send, with what waits in queues and the rest of sequences")
  func cancel() async {
    let rig = rig { message in
      switch message {
      case "line":
        .merge(
          .run(in: .concat("line"), label: "one") { try await $0.sleep(1) },
          .run(in: .concat("line"), label: "two") { try await $0.sleep(1) })
      case "steps": .concatenate(.run(label: "first") { try await $0.sleep(1) }, .send("second"))
      default: nil
      }
    }
    let line = rig.store.send("line")
    let steps = rig.store.send("steps")
    let other = rig.store.send("other:over")
    await rig.clock.waitForSleepers(count: 3)
    line.cancel()
    steps.cancel()
    #expect(!rig.flow.isWorking(on: line.number) && !rig.flow.isWorking(on: steps.number))
    #expect(rig.flow.isWorking(on: other.number))
    await steps.finish()
    rig.clock.jump(by: .seconds(1))
    await other.finish()
    await rig.store.run()
    #expect(rig.heard == ["line", "steps", "other:over", "over"])
  }

  @Test("An effect that replaces another belongs to the work of its own send")
  func replaced() async {
    let rig = rig { message in
      message.hasPrefix("find")
        ? .run(in: .latest("find"), label: EffectLabel(message)) { send in
          try await send.sleep(1)
          await send("found \(message)")
        } : nil
    }
    let first = rig.store.send("find a")
    let second = rig.store.send("find b")
    await first.finish()
    #expect(rig.flow.isWorking(on: second.number))
    first.cancel()
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(1))
    await second.finish()
    #expect(rig.heard == ["find a", "find b", "found find b"])
  }

  @Test("A debounced effect belongs to its send while it waits")
  func debounced() async {
    let rig = rig { message in
      message.hasPrefix("find") ? .run(in: .debounce("find", for: .seconds(3))) { await $0("found") } : nil
    }
    let first = rig.store.send("find a")
    let second = rig.store.send("find b")
    #expect(!rig.flow.isWorking(on: first.number))
    #expect(rig.flow.isWorking(on: second.number))
    second.cancel()
    #expect(!rig.flow.isWorking(on: second.number))
    await rig.store.run()
    #expect(rig.heard == ["find a", "find b"])
  }

  @Test(
    "What observers send in the turns belongs to the outer send; the inner handle is that of its own effects")
  func observers() async {
    let rig = rig()
    let log = Store([String](), of: String.self, name: "log", flow: rig.flow) { entries, message in
      entries.append(message)
      return .run(label: EffectLabel("log \(message)")) { try await $0.sleep(5) }
    }
    var inner: SentWork?
    let token = rig.store.observe(messages: String.self) { message in
      if message == "a:b" { inner = log.send("saw \(message)") }
    }
    let outer = rig.store.send("a:b")
    let handle = inner
    #expect(handle.map { rig.flow.isWorking(on: $0.number) } == true)
    handle?.cancel()
    #expect(handle.map { rig.flow.isWorking(on: $0.number) } == false)
    #expect(rig.flow.isWorking(on: outer.number))
    rig.store.send("a:b")
    outer.cancel()
    #expect(!rig.flow.isWorking(on: outer.number))
    // The work of the second send goes on, in both stores.
    #expect(rig.store.effectsInFlight.count == 1)
    #expect(log.effectsInFlight.count == 1)
    token.cancel()
  }

  @Test("A message that waits for a lock belongs to its send, and is dropped if the work is cancelled")
  func locked() async {
    let rig = rig()
    let lock = rig.flow.lock("test")
    let kept = rig.store.send("a:b")
    let dropped = rig.store.send("c:d")
    let last = rig.store.send("e")
    #expect(rig.flow.isWorking(on: dropped.number))
    dropped.cancel()
    #expect(!rig.flow.isWorking(on: dropped.number))
    await dropped.finish()
    #expect(rig.flow.isWorking(on: kept.number) && rig.flow.isWorking(on: last.number))
    lock.release()
    #expect(rig.heard == ["a:b", "e"])
    await last.finish()
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(1))
    await kept.finish()
    #expect(rig.heard == ["a:b", "e", "b"])
  }

  @Test("A message that a gate delays belongs to its send; one that it drops has no work")
  func gates() async {
    let rig = rig()
    let gate = rig.store.gate("gate") { $0 == "drop" ? .drop : $0 == "later:b" ? .delay(.seconds(2)) : .pass }
    await rig.store.send("drop").finish()
    let work = rig.store.send("later:b")
    #expect(rig.flow.isWorking(on: work.number))
    let cancelled = rig.store.send("later:b")
    cancelled.cancel()
    #expect(!rig.flow.isWorking(on: cancelled.number))
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(2))
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(1))
    await work.finish()
    #expect(rig.heard == ["later:b", "b"])
    gate.cancel()
  }

  @Test(
    "A turn whose work is cancelled in it begins no effect; a message that is sent then is work of its own")
  func cancelledInTurn() async {
    let rig = rig { $0 == "b" ? .merge(.run(label: "late") { await $0("late") }, .send("c:d")) : nil }
    var work: SentWork?
    var next: SentWork?
    let token = rig.store.observe(messages: String.self) { message in
      guard message == "b" else { return }
      work?.cancel()
      next = rig.store.send("n:m")
    }
    work = rig.store.send("a:b")
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(1))
    await work?.finish()
    // Its message at once has had its turn, which began nothing.
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.heard == ["a:b", "b", "n:m", "c:d"])
    #expect(rig.store.effectsInFlight.map(\.label) == ["n"])
    rig.clock.jump(by: .seconds(1))
    await next?.finish()
    #expect(rig.heard.last == "m")
    token.cancel()
  }

  @Test(
    "A task that is cancelled while it waits cancels the work, unless it asks not to",
    arguments: [true, false])
  func cancelledWait(cancelling: Bool) async {
    let rig = rig()
    let work = rig.store.send("a:b")
    await rig.clock.waitForSleepers(count: 1)
    let waiting = Task { await work.finish(cancelling: cancelling) }
    await letOthersRun()
    waiting.cancel()
    await waiting.value
    #expect(rig.flow.isWorking(on: work.number) == !cancelling)
    rig.clock.jump(by: .seconds(1))
    await rig.store.run()
    #expect(rig.heard == (cancelling ? ["a:b"] : ["a:b", "b"]))
  }

  @Test("A task that is cancelled before it waits does not wait")
  func cancelledBefore() async {
    let rig = rig()
    let work = rig.store.send("a:b")
    let waiting = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await work.finish()
    }
    await waiting.value
    #expect(!rig.flow.isWorking(on: work.number))
  }

  @Test("The end of the store ends the wait")
  func storeEnds() async {
    let clock = ManualClock()
    var store: Store<Int, Int>? = Store(0, environment: StoreEnvironment(clock: clock)) { _, _ in
      .run { try await $0.environment.clock.sleep(for: .seconds(9)) }
    }
    let work = store?.send(1)
    let waiting = Task { await work?.finish() }
    await clock.waitForSleepers(count: 1)
    store = nil
    await waiting.value
    work?.cancel()
  }

  @Test("The end of one store on a flow ends the wait for it, while the flow goes on")
  func oneStoreEnds() async {
    let rig = rig()
    var store: Store<Int, Int>? = Store(0, flow: rig.flow) { _, _ in .run { try await $0.sleep(9) } }
    let work = store?.send(1)
    let waiting = Task { await work?.finish() }
    await rig.clock.waitForSleepers(count: 1)
    store = nil
    await waiting.value
    rig.send("still here")
    #expect(rig.heard == ["still here"])
  }

  @Test("A handle works from anywhere: the work is waited for and cancelled at the store's home")
  func fromElsewhere() async {
    let rig = rig()
    let first = rig.store.send("a:b")
    let second = rig.store.send("c:d")
    await rig.clock.waitForSleepers(count: 2)
    await Task.detached { second.cancel() }.value
    await Task.detached { await second.finish() }.value
    #expect(!rig.flow.isWorking(on: second.number))
    let waiting = Task.detached { await first.finish() }
    rig.clock.jump(by: .seconds(1))
    await waiting.value
    #expect(rig.heard == ["a:b", "c:d", "b"])
  }

  @Test("A sender waits for the work of what it posts")
  func sender() async {
    let rig = rig()
    let sender = rig.store.sender().map { (number: Int) in "a:\(number)" }
    let answer = Task.detached { await sender.sendAndFinish(7) }
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(1))
    #expect(await answer.value)
    #expect(rig.heard == ["a:7", "7"])
  }

  @Test("At the store's home a sender waits as well, though its message has still to come home")
  func senderAtHome() async {
    let rig = rig()
    let sender = rig.store.sender()
    let posting = Task { @EffectsHome in await sender.sendAndFinish("a:b") }
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(1))
    #expect(await posting.value)
    #expect(rig.heard == ["a:b", "b"])
  }

  @Test("A sender whose task is cancelled cancels the work; one whose store has ended does not wait")
  func senderEnds() async {
    var rig: EffectsRig? = rig()
    let clock = rig?.clock
    let sender = rig?.store.sender()
    let posting = Task.detached { await sender?.sendAndFinish("a:b") }
    await clock?.waitForSleepers(count: 1)
    posting.cancel()
    #expect(await posting.value == true)
    await rig?.store.run()
    #expect(rig?.heard == ["a:b"])
    rig = nil
    #expect(await sender?.sendAndFinish("c") == false)
    #expect(await Sender<Int> { $0 > 0 }.sendAndFinish(1))
    #expect(await Sender<Int> { $0 > 0 }.sendAndFinish(0) == false)
  }

  @Test("A sender hears false for a message whose turn does not come before its store ends")
  func senderLost() async {
    var rig: EffectsRig? = rig()
    let flow = rig?.flow
    let clock = rig?.clock
    let gate = rig?.store.gate("slow") { $0 == "slow" ? .delay(.seconds(1)) : .pass }
    let sender = rig?.store.sender()
    let slow = Task.detached { await sender?.sendAndFinish("slow") }
    await clock?.waitForSleepers(count: 1)
    let lock = flow?.lock("animation")
    let locked = Task.detached { await sender?.sendAndFinish("locked") }
    await flow?.run(until: { flow?.waitingCount == 1 })
    rig = nil
    let answers = await [slow.value, locked.value]
    #expect(answers == [false, false])
    lock?.release()
    gate?.cancel()
  }

  /// A driver that keeps the way home shut until it is told to open it.
  private final class GateDriver: Driver {
    private struct Content {
      var isShut = false
      var jobs: [@Sendable () async -> Void] = []
      var waiter: CheckedContinuation<Void, Never>?
    }

    private let content = Locked(Content())

    func shut() { content.withLock { $0.isShut = true } }

    /// Returns when a job waits to go home.
    func waitForJob() async {
      await withCheckedContinuation { continuation in
        let isThere = content.withLock { content in
          if content.jobs.isEmpty { content.waiter = continuation }
          return !content.jobs.isEmpty
        }
        if isThere { continuation.resume() }
      }
    }

    func open() {
      let jobs = content.withLock { content in
        content.isShut = false
        defer { content.jobs = [] }
        return content.jobs
      }
      for job in jobs { Task { await job() } }
    }

    func start(
      _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
    ) -> DriverHandle {
      let (isKept, waiter) = content.withLock { content in
        guard content.isShut, job.purpose == .wake else {
          return (false, nil as CheckedContinuation<Void, Never>?)
        }
        content.jobs.append { await operation() }
        return (true, content.waiter.take())
      }
      waiter?.resume()
      return isKept ? DriverHandle {} : DriverHandle(Task { await operation() })
    }
  }

  @Test("A wait in another isolation that is cancelled returns when the home has cancelled the work")
  func cancelledElsewhere() async {
    let driver = GateDriver()
    let log = EffectsLog<String>()
    let rig = EffectsRig(driver: driver) { message in
      guard message == "go" else { return .none }
      return .run { send in
        try await withTaskCancellationHandler {
          try await send.sleep(1)
        } onCancel: {
          log.add("cancelled")
        }
      }
    }
    let sender = rig.store.sender()
    let posting = Task.detached {
      await sender.sendAndFinish("go")
      log.add("returned")
    }
    await rig.clock.waitForSleepers(count: 1)
    driver.shut()
    posting.cancel()
    await driver.waitForJob()
    await letOthersRun()
    driver.open()
    await posting.value
    #expect(log.entries == ["cancelled", "returned"])
    #expect(rig.store.effectsInFlight.isEmpty)
  }

  @Test("A cancelled wait in another isolation ends with the flow, or at once where there is no home")
  func cancelledWithoutHome() async {
    let driver = GateDriver()
    var rig: EffectsRig? = EffectsRig(driver: driver) { _ in .run { try await $0.sleep(1) } }
    let work = rig?.store.send("go")
    await rig?.clock.waitForSleepers(count: 1)
    driver.shut()
    let waiting = Task.detached { await work?.finish() }
    waiting.cancel()
    await driver.waitForJob()
    rig = nil
    await waiting.value
    let flow = Flow(name: "homeless", isolation: nil)
    let store = Store(0, of: Int.self, flow: flow, isolation: nil) { _, _ in .run { try await $0.sleep(1) } }
    let other = store.send(1, isolation: nil)
    let cancelled = Task.detached { await other.finish() }
    cancelled.cancel()
    await cancelled.value
  }

  @Test(
    "A caller that is gone cancels all but work that outlives it, at later steps as well",
    arguments: [false, true])
  func outlivingWork(isCallerGone: Bool) async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      guard message == "go" else { return .none }
      func work(_ name: String, in queue: EffectQueue? = nil) -> Effect<String> {
        .run(in: queue, label: EffectLabel(name)) { await $0(name) }
      }
      return .merge(
        work("plain"), work("lasting").durable(), work("mapped").durable().map { $0 },
        .concatenate(work("step"), work("dropped step"), work("lasting step").durable()),
        work("first", in: .concat("line")), work("waiting", in: .concat("line")).durable())
    }
    let work = rig.store.send("go")
    if isCallerGone {
      let waiting = Task { @EffectsHome in await work.finish() }
      waiting.cancel()
      await waiting.value
      #expect(driver.cancelled == ["plain", "step", "first"])
      for name in ["plain", "step", "first", "lasting", "mapped", "lasting step", "waiting"] {
        await driver.perform(name)
      }
      #expect(rig.heard == ["go", "lasting", "mapped", "lasting step", "waiting"])
    } else {
      work.cancel()
      #expect(driver.cancelled == ["plain", "lasting", "mapped", "step", "first"])
      await driver.perform("first")
      #expect(driver.open == [])
      #expect(rig.heard == ["go"])
    }
    #expect(rig.flow.isIdle)
  }

  @Test("Subscriptions that a turn starts are not part of its work")
  func subscriptions() async {
    let clock = ManualClock()
    let store = Store(
      false, of: Bool.self, environment: StoreEnvironment(clock: clock),
      subscriptions: { $0 ? [.every(.seconds(1), id: "tick") { true }] : [] }
    ) { state, message in
      state = message
      return .none
    }
    await store.send(true).finish()
    #expect(store.flow.isListening)
  }

  @Test("Effects of a part belong to the work of their send, and their end with the part ends it")
  func parts() async {
    struct Whole { var page: Int? = 0 }
    let clock = ManualClock()
    let store = Store(
      Whole(), of: String.self, environment: StoreEnvironment(clock: clock),
      parts: [Part("page", at: \Whole.page, { (text: String) in text }) { _, _ in .none }]
    ) { whole, message in
      if message == "leave" { whole.page = nil }
      guard message == "load" else { return .none }
      return Effect<String>.run(label: "load") { try await $0.environment.clock.sleep(for: .seconds(9)) }
        .within(PartMembership(PartTag("page")))
    }
    let work = store.send("load")
    #expect(store.flow.isWorking(on: work.number))
    store.send("leave")
    #expect(!store.flow.isWorking(on: work.number))
    await work.finish()
  }

  @Test("Messages of callback work, and of effects that send at once, keep to their send")
  func callbacks() async {
    let ended = EffectsLog<EffectContinuation<String>>()
    let rig = rig { message in
      switch message {
      case "listen":
        .callback(label: "listen") { continuation in
          continuation.send("heard")
          ended.add(continuation)
        }
      case "heard": .send("then:b")
      default: nil
      }
    }
    let work = rig.store.send("listen")
    await rig.clock.waitForSleepers(count: 1)
    ended.entries[0].finish()
    rig.store.pump()
    #expect(rig.flow.isWorking(on: work.number))
    rig.clock.jump(by: .seconds(1))
    await work.finish()
    #expect(rig.heard == ["listen", "heard", "then:b", "b"])
  }

  @Test("Taps hear what a cancellation of work ends, between turns")
  func taps() async {
    let rig = rig()
    let events = EffectsLog<String>()
    let tap = rig.flow.tap(effect: { events.add("\($0.kind) \($0.label.map { "\($0)" } ?? "")") }) { _ in }
    let work = rig.store.send("a:b")
    work.cancel()
    #expect(events.entries == ["cancelled a"])
    tap.cancel()
  }
}

/// Work on stores without a home.
struct HomelessWorkTests {
  @Test("`run(until:)` takes the turns of a store without a home until the work is over")
  func homeless() async {
    let clock = ManualClock()
    let store = Store("", of: String.self, environment: StoreEnvironment(clock: clock)) { text, message in
      text += message
      switch message {
      case "a": return .run { await $0("b") }
      case "c": return .run { try await $0.environment.clock.sleep(for: .seconds(9)) }
      default: return .none
      }
    }
    store.send("c")
    let work = store.send("a")
    await store.run(until: work)
    #expect(store.state == "cab")
    #expect(store.effectsInFlight.count == 1)
    let other = Store("", of: String.self) { _, _ in .none }
    // The number of the first send of each flow is the same.
    await store.run(until: other.send("c"))
    #expect(store.effectsInFlight.count == 1)
    work.cancel()
    store.pump()
    #expect(store.effectsInFlight.count == 1)
  }

  @Test("`finish` of a store without a home, whose turns nothing takes, fails the test")
  func stranded() async {
    let texts = EffectsLog<String>()
    let store = Store(0, of: Int.self) { state, message in
      state += message
      return message > 1 ? .run { send in await send(1) } : .none
    }
    await IssueReporter.$current.withValue(IssueReporter { text, _ in texts.add(text) }) {
      await store.send(5).finish()
    }
    #expect(store.state == 5)
    #expect(texts.entries.count == 1)
    #expect(texts.entries.first?.hasPrefix("`finish()` returned early. The flow `") == true)
    #expect(texts.entries.first?.contains("Write `@MainActor` before the test") == true)
  }

  private actor OnlyRead {
    private let store: Store<Int, Int>
    nonisolated let sender: Sender<Int>

    init() {
      store = Store(0) { state, message in
        state += message
        return .none
      }
      sender = store.sender()
    }

    var value: Int { store.state }
  }

  @Test("`sendAndFinish` returns false if nothing has taken its message, and says so")
  func strandedSender() async {
    let texts = EffectsLog<String>()
    let actor = OnlyRead()
    let isTaken = await IssueReporter.$current.withValue(IssueReporter { text, _ in texts.add(text) }) {
      await actor.sender.sendAndFinish(5)
    }
    let value = await actor.value
    #expect(!isTaken && value == 0)
    #expect(texts.entries.count == 1)
    #expect(texts.entries.first?.hasPrefix("`sendAndFinish(_:)` returned early. The flow `") == true)
  }

  @Test("`finish` returns also when turns were taken by hand since the first work waited without a home")
  func strandedLater() async {
    let texts = EffectsLog<String>()
    let store = Store(0, of: Int.self) { state, message in
      state += message
      return message > 1 ? .run { send in await send(1) } : .none
    }
    store.send(5)
    await eventually { store.flow.gateway.postedCount == 2 }
    // Its turn comes behind those of what has waited.
    let work = store.send(5)
    #expect(store.state == 11)
    await IssueReporter.$current.withValue(IssueReporter { text, _ in texts.add(text) }) {
      await work.finish()
    }
    #expect(texts.entries.count == 1)
  }

  @Test(
    "Where another task takes the turns of a store without a home, `finish` returns at the end of the work")
  func pumped() async {
    let log = EffectsLog<String>()
    let clock = ManualClock()
    let store = Store(0, of: Int.self, environment: StoreEnvironment(clock: clock)) { state, message in
      state += message
      guard message > 1 else { return .none }
      return .run { send in
        try await send.environment.clock.sleep(for: .seconds(1))
        await send(1)
      }
    }
    let work = store.send(5)
    let waiting = Task.detached { [nudge = store.flow.nudge] in
      await work.finish()
      log.add("over")
      nudge()
    }
    await clock.waitForSleepers(count: 1)
    await store.flow.run { !store.flow.workWaiters.isEmpty || !log.entries.isEmpty }
    #expect(log.entries.isEmpty, "the work is not over")
    clock.jump(by: .seconds(1))
    await store.flow.run { !log.entries.isEmpty }
    await waiting.value
    #expect(store.state == 6)
  }
}
