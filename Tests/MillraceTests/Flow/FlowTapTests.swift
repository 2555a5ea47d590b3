import Millrace
import MillraceTesting
import Testing

/// Taps: what a record says of a turn.
@EffectsHome
struct FlowTapTests {
  @Test("A record has the number, the flow, the store, the message, the cause, and what became of effects")
  func fields() {
    let rig = EffectsRig(driver: EffectsScriptedDriver()) { _ in
      .run(in: .latest("q"), id: "id", label: "label") { _ in }
    }
    var records: [TurnRecord] = []
    let token = rig.flow.tap { records.append($0) }
    rig.send("a")
    let record = records.first
    #expect(records.count == 1)
    #expect(record?.sequence == 1)
    #expect(record?.flow == "rig")
    #expect(record?.store == "store")
    #expect(record?.message as? String == "a")
    #expect(record?.cause == .sent)
    #expect(record?.isHandled == true)
    #expect(record?.isChanged == nil)
    let event = record?.effects.first
    #expect(record?.effects.count == 1)
    #expect(event?.kind == .started)
    #expect(event?.store == "store")
    #expect(event?.serial == 1)
    #expect(event?.turn == 1)
    #expect(event?.label == "label")
    #expect(event?.id == "id")
    #expect(event?.queue == .latest("q"))
    token.cancel()
  }

  @Test("The cause says what made the message arrive")
  func causes() async {
    let rig = EffectsRig { message in
      switch message {
      case "sent": .concatenate(.send("now"), .run { send in await send("effect") }, .send("step"))
      case "posted": .merge(.none, .run { send in await send("second effect") })
      default: .none
      }
    }
    var causes: [String] = []
    let token = rig.flow.tap { causes.append("\($0.sequence) \($0.message): \($0.cause)") }
    let observer = rig.store.observe { [unowned store = rig.store] state in
      if state.heard.last == "now" { store.send("observer") }
    }
    rig.send("sent")
    await rig.store.run()
    rig.store.sender().send("posted")
    await rig.store.run()
    #expect(
      causes == [
        "1 sent: sent", "2 now: turn 1", "3 observer: turn 2", "4 effect: effect 1 of turn 1",
        "5 step: turn 1",
        "6 posted: posted", "7 second effect: effect 2 of turn 6",
      ])
    token.cancel()
    observer.cancel()
  }

  @Test("A subscription's message is caused by the subscription")
  func subscriptionCause() async {
    let flow = Flow()
    let wired = EffectsParcel<Sender<String>>(nil)
    let store = Store(
      0, of: String.self, flow: flow,
      subscriptions: { _ in
        [
          .listening("one") { _ in {} },
          .listening("two") { sender in
            wired.value = sender
            return {}
          },
        ]
      }
    ) { _, _ in .none }
    var causes: [Cause] = []
    let token = flow.tap { causes.append($0.cause) }
    wired.value?.send("x")
    await store.run()
    #expect(causes == [.subscription(2)])
    #expect("\(Cause.subscription(2))" == "subscription 2")
    token.cancel()
  }

  @Test("What a tap sends is a turn of its own, behind what waits, caused by the recorded turn")
  func tapSends() {
    let rig = EffectsRig { $0 == "go" ? .send("now") : .none }
    var causes: [String] = []
    let token = rig.flow.tap { [unowned store = rig.store] record in
      causes.append("\(record.message): \(record.cause)")
      if record.sequence == 1 { store.send("from the tap") }
    }
    rig.send("go")
    #expect(rig.heard == ["go", "now", "from the tap"])
    #expect(causes == ["go: sent", "now: turn 1", "from the tap: turn 1"])
    token.cancel()
  }

  @Test("A message that waits behind a lock, or comes from a gate's delay, keeps its cause")
  func causeKept() async {
    let rig = EffectsRig { $0 == "go" ? .run { send in await send("came") } : .none }
    var causes: [Cause] = []
    let token = rig.flow.tap { causes.append($0.cause) }
    let lock = rig.flow.lock("test")
    rig.send("a")
    rig.store.sender().send("b")
    rig.store.pump()
    lock.release()
    #expect(causes == [.sent, .posted])
    token.cancel()
  }

  @Test("Numbers have no gaps, whatever gates drop and delay, over all stores")
  func noGaps() async {
    let clock = ManualClock()
    let flow = Flow(environment: StoreEnvironment(clock: clock))
    let stores = (0..<3).map { _ in
      Store(0, of: Int.self, flow: flow) { count, message in
        count += 1
        return message > 0 && message.isMultiple(of: 7) ? .send(message - 1) : .none
      }
    }
    var generator = RandomSource.seeded(0x5EED_0003)
    let gate = flow.gate("random") { [generator] _ in
      var generator = generator
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: return .drop
      case 1: return .delay(.seconds(Int.random(in: 0..<3, using: &generator)))
      default: return .pass
      }
    }
    var sequences: [UInt64] = []
    let token = flow.tap { sequences.append($0.sequence) }
    for _ in 0..<300 {
      stores[Int.random(in: 0..<3, using: &generator)].send(Int.random(in: 0..<50, using: &generator))
    }
    await eventually(on: clock) {
      clock.jump(by: .seconds(1))
      return flow.isIdle
    }
    #expect(sequences.count > 100)
    #expect(sequences == Array(1...UInt64(sequences.count)))
    #expect(stores.reduce(0) { $0 + $1.withState { $0 } } == sequences.count)
    token.cancel()
    gate.cancel()
  }

  @Test("A turn whose update answers unhandled is recorded as such, also from inside of a merge")
  func unhandled() {
    let rig = EffectsRig { message in
      switch message {
      case "unknown": .unhandled
      case "half": .merge(.send("now"), .unhandled)
      default: .none
      }
    }
    var handled: [Bool] = []
    let token = rig.flow.tap { handled.append($0.isHandled) }
    rig.send("known", "unknown", "half")
    #expect(handled == [true, false, false, true])
    #expect(rig.errors.count == 2)
    token.cancel()
  }

  @Test("A tap that asks for changes learns which turns changed the state; others do not")
  func changes() {
    let flow = Flow()
    let store = Store(0, of: Int.self, flow: flow) { state, message in
      state = message
      return .none
    }
    var changed: [Bool?] = []
    let plain = flow.tap { changed.append($0.isChanged) }
    store.send(1)
    #expect(changed == [nil])
    let asking = flow.tap(detail: .changes) { _ in }
    store.send(1)
    store.send(2)
    store.send(2)
    #expect(changed == [nil, false, true, false])
    asking.cancel()
    store.send(3)
    store.send(3)
    #expect(changed == [nil, false, true, false, nil, nil])
    plain.cancel()
  }

  @Test("For a state that cannot be compared, a record does not say whether it changed")
  func incomparable() {
    struct Opaque { var number = 0 }
    let flow = Flow()
    let store = Store(Opaque(), of: Int.self, flow: flow) { state, message in
      state.number = message
      return .none
    }
    var changed: [Bool?] = []
    let token = flow.tap(detail: .changes) { changed.append($0.isChanged) }
    store.send(1)
    #expect(changed == [nil])
    token.cancel()
  }

  @Test("A tap that asks for times learns how long the update and the observers took; others do not")
  func times() {
    let clock = HandClock()
    let flow = Flow(environment: StoreEnvironment(clock: clock))
    let store = Store(0, of: Int.self, flow: flow) { state, message in
      clock.advance(by: .milliseconds(message))
      state = message
      return .none
    }
    let observer = store.observe { state in clock.advance(by: .milliseconds(2 * state)) }
    var times: [TurnTimes?] = []
    let plain = flow.tap { times.append($0.times) }
    store.send(1)
    #expect(times == [nil])
    let asking = flow.tap(detail: [.times, .changes]) { #expect($0.isChanged != nil) }
    store.send(3)
    #expect(times.last??.update == .milliseconds(3))
    #expect(times.last??.observers == .milliseconds(6))
    asking.cancel()
    store.send(4)
    #expect(times.count == 3 && times[2] == nil)
    plain.cancel()
    observer.cancel()
  }

  @Test("The record is made after the observers were notified and the effects handed over")
  func afterTheTurn() {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { _ in .run(label: "work") { _ in } }
    var steps: [String] = []
    let token = rig.flow.tap { _ in
      steps.append("tap")
      #expect(driver.asked == ["work"])
    }
    let observer = rig.store.observe { _ in steps.append("observer") }
    rig.send("a")
    #expect(steps == ["observer", "tap"])
    token.cancel()
    observer.cancel()
  }
}

/// A message, and a label, that counts how often it is made a text.
private struct FlowCounted: Hashable, Sendable, CustomStringConvertible {
  let texts: EffectsLog<String>

  static func == (left: FlowCounted, right: FlowCounted) -> Bool { left.texts === right.texts }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(texts)) }

  var description: String {
    texts.add("text")
    return "counted"
  }
}

extension FlowTapTests {
  private func countedStore(_ flow: Flow) -> Store<Int, FlowCounted> {
    Store(0, of: FlowCounted.self, flow: flow) { count, message in
      count += 1
      return count.isMultiple(of: 2)
        ? .send(message)
        : .run(id: EffectID(message), label: EffectLabel(message)) { send in await send(message) }
    }
  }

  @Test("Without a tap no text is made of messages, labels or ids; with one, only when it is printed")
  func noTexts() async {
    let texts = EffectsLog<String>()
    let flow = Flow()
    let store = countedStore(flow)
    let gate = flow.gate("pass") { _ in .pass }
    let lock = flow.lock("test")
    for _ in 0..<10 { store.send(FlowCounted(texts: texts)) }
    lock.release()
    gate.cancel()
    for _ in 0..<10 { store.send(FlowCounted(texts: texts)) }
    #expect(texts.entries == [])
    var records: [TurnRecord] = []
    let token = flow.tap { records.append($0) }
    for _ in 0..<10 { store.send(FlowCounted(texts: texts)) }
    #expect(texts.entries == [])
    #expect(records.first.map { "\($0.message)" } == "counted")
    #expect(texts.entries.count == 1)
    token.cancel()
  }
}
