import Millrace
import MillraceTesting
import Testing

/// Gates: what they let pass, change and drop, and in which order they are asked.
@EffectsHome
struct FlowGateTests {
  @Test("A gate that passes changes nothing, and sees message, store and cause")
  func pass() async {
    let rig = EffectsRig { $0 == "go" ? .run { send in await send("came") } : .none }
    var seen: [String] = []
    let gate = rig.flow.gate("watch") { passage in
      seen.append("\(passage.message) for \(passage.store), \(passage.cause)")
      return .pass
    }
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "came"])
    #expect(seen == ["go for store, sent", "came for store, effect 1 of turn 1"])
    gate.cancel()
  }

  @Test("A gate is asked when the turn has come, before the update, and not when the message is sent")
  func askedAtTheTurn() {
    let rig = EffectsRig { _ in .none }
    var asked = 0
    let gate = rig.flow.gate("count") { _ in
      asked += 1
      return .pass
    }
    let lock = rig.flow.lock("test")
    rig.send("a", "b")
    #expect(asked == 0)
    lock.release()
    #expect(asked == 2)
    gate.cancel()
  }

  @Test("A changed message takes the place of the first, also for observers, taps and the gates behind")
  func change() {
    let rig = EffectsRig { _ in .none }
    var recorded: [String] = []
    var behind: [String] = []
    let tap = rig.flow.tap { recorded.append("\($0.message)") }
    let first = rig.flow.gate("upper") { .change("\($0.message)!") }
    let second = rig.flow.gate("behind") { passage in
      behind.append("\(passage.message)")
      return .pass
    }
    rig.send("a")
    #expect(rig.heard == ["a!"])
    #expect(recorded == ["a!"])
    #expect(behind == ["a!"])
    for token in [tap, first, second] { token.cancel() }
  }

  @Test("A dropped message has no turn and no number, and the gates behind are not asked")
  func drop() {
    let rig = EffectsRig { _ in .none }
    var behind = 0
    let first = rig.flow.gate("sieve") { ($0.message as? String) == "bad" ? .drop : .pass }
    let second = rig.flow.gate("behind") { _ in
      behind += 1
      return .pass
    }
    rig.send("a", "bad", "b")
    #expect(rig.heard == ["a", "b"])
    #expect(rig.flow.lastSequence == 2)
    #expect(behind == 2)
    #expect(rig.errors == [])
    first.cancel()
    second.cancel()
  }

  @Test("The gate that was added first is asked first, whether it stands before the flow or before the store")
  func order() {
    let rig = EffectsRig { _ in .none }
    let gates = [
      rig.flow.gate("1") { .change("\($0.message)1") },
      rig.store.gate("2") { .change($0 + "2") },
      rig.flow.gate("3") { .change("\($0.message)3") },
      rig.store.gate("4") { .change($0 + "4") },
    ]
    rig.send("m")
    gates[1].cancel()
    rig.send("m")
    #expect(rig.heard == ["m1234", "m134"])
    for gate in gates { gate.cancel() }
  }

  @Test("A store's gate stands before that store only, and sees its messages as what they are")
  func storeGate() {
    let flow = Flow()
    func makeStore() -> Store<[String], String> {
      Store([], of: String.self, flow: flow) { state, message in
        state.append(message)
        return .none
      }
    }
    let one = makeStore()
    let two = makeStore()
    let gate = one.gate("sieve") { message in
      switch message {
      case "drop": .drop
      case "change": .change("changed")
      default: .pass
      }
    }
    for store in [one, two] {
      for message in ["drop", "change", "pass"] { store.send(message) }
    }
    #expect(one.withState { $0 } == ["changed", "pass"])
    #expect(two.withState { $0 } == ["drop", "change", "pass"])
    gate.cancel()
  }

  @Test(
    "A gate of the flow that answers with a type the store does not take: dropped, and reported with all names"
  )
  func wrongType() async {
    let rig = EffectsRig { $0 == "go" ? .run(in: .concat("q")) { send in await send("came") } : .none }
    let gate = rig.flow.gate("numbers") { ($0.message as? String) == "go" ? .pass : .change(7) }
    rig.send("a", "go")
    await rig.store.run()
    #expect(rig.heard == ["go"])
    let text = """
      The gate `numbers` changed a message for the store `store` into a `Int`, but the store accepts only `String`, \
      so the message was dropped. Return `.change` with a message of the store's type.
      """
    #expect(rig.errors == [text, text])
    #expect(rig.flow.isIdle)
    gate.cancel()
  }

  @Test("A gate that mends what an earlier one had spoiled is in time")
  func mended() {
    let rig = EffectsRig { _ in .none }
    let first = rig.flow.gate("spoils") { _ in .change(7) }
    let second = rig.flow.gate("mends") { .change("mended \($0.message)") }
    rig.send("a")
    #expect(rig.heard == ["mended 7"])
    #expect(rig.errors == [])
    first.cancel()
    second.cancel()
  }

  @Test(
    "A gate whose token ends is not called any more, also for waiting messages, and is released at the next turn"
  )
  func tokenEnds() {
    let rig = EffectsRig { _ in .none }
    let log = EffectsLog<String>()
    var gate: ObservationToken?
    do {
      let witness = EffectsWitness { log.add("let go") }
      gate = rig.flow.gate("sieve") { _ in
        withExtendedLifetime(witness) {}
        return .drop
      }
    }
    rig.send("a")
    let lock = rig.flow.lock("test")
    rig.send("b")
    gate = nil
    lock.release()
    #expect(rig.heard == ["b"])
    #expect(log.entries == ["let go"])
    _ = gate
  }

  @Test("A gate may be added and ended from inside of a gate")
  func changedWhileAsked() {
    let rig = EffectsRig { _ in .none }
    var inner: ObservationToken?
    var outer: ObservationToken?
    outer = rig.flow.gate("outer") { [unowned flow = rig.flow] passage in
      if (passage.message as? String) == "add" { inner = flow.gate("inner") { .change("\($0.message)+") } }
      if (passage.message as? String) == "end" { outer = nil }
      return .change("\(passage.message)!")
    }
    rig.send("add", "b", "end", "c")
    #expect(rig.heard == ["add!", "b!+", "end!+", "c+"])
    withExtendedLifetime((inner, outer)) {}
  }

  @Test("A message that a gate sends waits until the message before the gate had its turn")
  func gateSends() {
    let rig = EffectsRig { _ in .none }
    let gate = rig.flow.gate("sends") { [unowned store = rig.store] passage in
      if (passage.message as? String) == "go" { store.send("from the gate") }
      return .pass
    }
    rig.send("go")
    #expect(rig.heard == ["go", "from the gate"])
    gate.cancel()
  }

  @Test("A dropped message of an effect lets the effect end")
  func droppedEffectMessage() async {
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return .concatenate(.run { send in await send("drop") }, .send("after"))
    }
    let gate = rig.flow.gate("sieve") { ($0.message as? String) == "drop" ? .drop : .pass }
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "after"])
    #expect(rig.flow.isIdle)
    gate.cancel()
  }
}
