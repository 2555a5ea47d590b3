import MillraceTesting
import Testing

@testable import Millrace

/// Something like the span of a tracer.
private enum Span {
  @TaskLocal static var name = "none"
}

/// The values of the sender's task that bodies see.
@EffectsHome
struct EffectInheritanceTests {
  /// Messages that begin with `>` are only heard; any other asks for a body that tells what it sees.
  private func rig(_ queue: EffectQueue? = nil) -> EffectsRig {
    EffectsRig { message in
      if message.hasPrefix(">") { return .none }
      if message == "stop" { return .cancel(id: "first") }
      return .run(in: queue, id: EffectID(message)) { send in await send(">\(message) \(Span.name)") }
    }
  }

  private func seen(_ rig: EffectsRig) -> [String] { rig.heard.filter { $0.hasPrefix(">") } }

  @Test(
    "A body sees the task locals of the synchronous send that asked for it, and so do those that it leads to")
  func locals() async {
    let rig = EffectsRig { message in
      if message.hasPrefix(">") { return .none }
      return .run { send in
        await send(">\(message) \(Span.name)")
        if message == "first" { await send("second") }
      }
    }
    Span.$name.withValue("a") { rig.send("first") }
    await rig.store.run()
    rig.send("third")
    await rig.store.run()
    #expect(seen(rig) == [">first a", ">second a", ">third none"])
  }

  @Test("A body sees the task locals of a sender that waits for the work, also at a later step of a sequence")
  func waitingSender() async {
    let rig = EffectsRig { message in
      if message.hasPrefix(">") { return .none }
      return .concatenate(
        .run { send in await send(">\(message) \(Span.name)") },
        .run { send in await send(">later \(Span.name)") })
    }
    let sender = rig.store.sender().map { (number: Int) in "\(number)" }
    let posting = Task.detached {
      await Span.$name.withValue("request") { await sender.sendAndFinish(7) }
    }
    #expect(await posting.value)
    #expect(seen(rig) == [">7 request", ">later request"])
    #expect(rig.flow.contexts.count == 0)
  }

  @Test("A body has the priority of the synchronous send that asked for it")
  func priority() async {
    let rig = EffectsRig { message in
      if message.hasPrefix(">") { return .none }
      return .run { send in await send(">\(Task.basePriority == .utility)") }
    }
    // Not awaited before, because that would raise it.
    let isSent = EffectsLatch()
    let task = Task(priority: .utility) {
      rig.send("go")
      isSent.open()
    }
    await isSent.wait()
    await task.value
    await rig.store.run()
    #expect(seen(rig) == [">true"])
  }

  @Test("A body that waits in a queue sees those of its own sender when it begins", arguments: [false, true])
  func queued(isDebounced: Bool) async {
    let rig = rig(isDebounced ? .debounce("q", for: .seconds(1)) : .concat("q"))
    Span.$name.withValue("a") { rig.send("first") }
    if !isDebounced { Span.$name.withValue("b") { rig.send("second") } }
    Span.$name.withValue("c") { rig.send(">other") }
    if isDebounced { await rig.clock.waitForSleepers(count: 1) }
    await Span.$name.withValue("d") {
      rig.clock.jump(by: .seconds(1))
      await rig.store.run()
    }
    #expect(seen(rig) == [">other", ">first a"] + (isDebounced ? [] : [">second b"]))
  }

  @Test("A body that waits in a queue and was cancelled, or never waited for, leaves nothing behind")
  func dropped() async {
    let rig = rig(.debounce("q", for: .seconds(1)))
    weak var context: TaskContext?
    Span.$name.withValue("a") { rig.send("first") }
    context = rig.flow.turnContext
    #expect(context != nil)
    rig.send("stop")
    #expect(context == nil)
    #expect(rig.flow.isIdle)
  }

  @Test("A later step of a sequence sees those of its sender, whatever ended the step before")
  func steps() async {
    let shelf = CallbackShelf()
    let rig = EffectsRig { message in
      switch message {
      case "go":
        .concatenate(
          .callback(id: "first") { shelf.keep($0) },
          .run { send in await send(">\(Span.name)") },
          .send("more"))
      case "more": .run { send in await send(">more \(Span.name)") }
      case "stop": .cancel(id: "first")
      default: .none
      }
    }
    Span.$name.withValue("a") { rig.send("go") }
    Span.$name.withValue("b") { rig.send("stop") }
    await rig.store.run()
    Span.$name.withValue("c") { rig.send("go") }
    shelf[1]?.finish()
    Span.$name.withValue("d") { rig.send(">") }
    await rig.store.run()
    #expect(seen(rig).filter { $0.count > 1 } == [">a", ">more a", ">c", ">more c"])
  }

  @Test("A post carries none, also when another's send takes it home")
  func posts() async {
    let rig = rig()
    let sender = rig.store.sender()
    Span.$name.withValue("a") { _ = sender.send("first") }
    // The first has not come home: nothing has been awaited.
    Span.$name.withValue("b") { rig.send("second") }
    await rig.store.run()
    #expect(Set(seen(rig)) == [">first none", ">second b"])
  }

  @Test("A post that inherits carries those of its poster, in its place among the others")
  func inheritingPosts() async {
    let rig = rig()
    let sender = rig.store.sender().map { (message: String) in message }
    Span.$name.withValue("a") {
      sender.send(">1")
      sender.send("first", inheriting: true)
      sender.send(">2")
      sender.send("second", inheriting: false)
    }
    Span.$name.withValue("b") { rig.send(">3") }
    #expect(rig.heard == [">1", "first", ">2", "second", ">3"])
    await rig.store.run()
    #expect(Set(seen(rig).dropFirst(3)) == [">first a", ">second none"])
    #expect(rig.flow.contexts.count == 0)
  }

  @Test("What an inheriting post has to keep is forgotten with its message")
  func forgotten() {
    let flow = Flow(name: "flow")
    var store: Store? = Store(0, of: Int.self, name: "store", flow: flow) { _, _ in .none }
    let sender = store?.sender()
    let lock = flow.lock("test")
    sender?.send(1, inheriting: true)
    flow.pump()
    #expect(flow.contexts.count == 1)
    #expect(store?.dropWaitingMessages() == [1])
    #expect(flow.contexts.count == 0)
    sender?.send(2, inheriting: true)
    flow.pump()
    #expect(flow.contexts.count == 1)
    store = nil
    flow.pump()
    #expect(flow.contexts.count == 0)
    #expect(sender?.send(3, inheriting: true) == false)
    lock.release()
  }

  @Test("The table of contexts gives no more than a message can name, and gives places again")
  func table() {
    var table = ContextTable()
    let context = TaskContext()
    let marks = (0..<65_000).map { table.add(context, lane: $0 % 2) }
    #expect(Set(marks).count == 65_000)
    #expect(!marks.contains(nil) && !marks.contains(Flow.fromCaller) && !marks.contains(Flow.fromNowhere))
    #expect(table.add(context, lane: 0) == nil)
    table.drop(lane: 1)
    #expect(table.count == 32_500)
    #expect(table.take(Flow.fromNowhere) == nil)
    let mark = table.add(context, lane: 0)
    #expect(mark != nil && table.take(mark ?? 0) === context)
  }

  @Test("A message that waits behind a lock carries none")
  func locked() async {
    let rig = rig()
    let lock = rig.flow.lock("test")
    Span.$name.withValue("a") { rig.send("first") }
    Span.$name.withValue("b") { lock.release() }
    await rig.store.run()
    #expect(seen(rig) == [">first none"])
  }

  @Test("A subscription carries none unless it is asked to", arguments: [false, true])
  func subscriptions(inherits: Bool) async {
    let rig = SubscriptionsRig { id in
      StoreSubscription(EffectID(id)) { (send: Send<String>) in await send(">\(Span.name)") }
        .map { (message: String) in message }.inheriting(inherits)
    }
    Span.$name.withValue("a") { rig.want("x") }
    await eventually(on: rig.clock) { rig.heard.count == 1 }
    #expect(rig.heard == [inherits ? "a" : "none"])
  }

  @Test("Work that is asked for later is begun in order, and cancelled before it begins sees that")
  func context() async {
    let log = EffectsLog<String>()
    var context: TaskContext? = Span.$name.withValue("a") { TaskContext() }
    let latch = EffectsLatch()
    let gate = EffectsLatch()
    let first = context?.start(on: nil, nil) {
      await gate.wait()
      log.add("\(Span.name) \(Task.isCancelled)")
      latch.open()
    }
    first?.cancel()
    gate.open()
    await latch.wait()
    context = nil
    #expect(log.entries == ["a true"])
  }
}
