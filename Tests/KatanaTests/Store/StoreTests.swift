import Katana
import Millrace
import MillraceTesting
import Testing

/// Puts what it was told into words of its own, on the main actor.
@MainActor
private final class DemoMainInterpreter: CommandInterpreter {
  var told: [String] = []

  func interpret(dispatch: Dispatcher, command: DemoMark) {
    told.append(command.name)
    dispatch(DemoText("told \(command.name)"))
  }
}

/// A store that lives in an actor.
private actor DemoKeeper {
  private var rig: DemoRig?

  func make() throws {
    rig = try DemoRig(interpreters: [DemoEchoing(), DemoTasking()]) { text in
      switch text {
      case "go": [DemoEcho(text: "a"), DemoTask(text: "t")]
      default: []
      }
    }
  }

  func heard(after text: String) async -> [String] {
    rig?.dispatch(text)
    let atOnce = rig?.heard ?? []
    await rig?.store.run()
    return atOnce + ["|"] + (rig?.heard ?? [])
  }

  func sender() -> Sender<any Message>? { rig?.store.sender() }
}

/// The home of a store, the ways of messages to it, and the kernel's tools on it.
struct StoreTests {
  @Test("Two modules in a cycle of messages need not know each other, and need a constant stack")
  func cycle() async throws {
    let store = try Katana.Store(
      model: DemoMatch(), updater: DemoMatch.updater, interpreters: [DemoPingToPong(), DemoPongToPing()])
    store.dispatch(DemoPing.Event.serve(10))
    await store.run()
    #expect(store.model == DemoMatch(ping: .init(served: 11), pong: .init(returned: 11)))
    let fast = try Katana.Store(
      model: DemoMatch(), updater: DemoMatch.updater,
      interpreters: [DemoPingToPong(), DemoPongToPingAtOnce()])
    fast.dispatch(DemoPing.Event.serve(50_000))
    #expect(fast.model == DemoMatch(ping: .init(served: 50_001), pong: .init(returned: 50_001)))
  }

  @MainActor
  @Test("A store on the main actor takes interpreters that live there, and calls them there")
  func mainActor() async throws {
    let interpreter = DemoMainInterpreter()
    let rig = try DemoRig(interpreters: [interpreter]) { $0 == "go" ? [DemoMark("m")] : [] }
    rig.dispatch("go")
    #expect(rig.heard == ["go", "told m"])
    let sender = rig.store.sender()
    await Task.detached { _ = sender.send(DemoText("go")) }.value
    await rig.store.run()
    #expect(interpreter.told == ["m", "m"])
  }

  @Test("A store on an actor does the same there")
  func onAnActor() async throws {
    let keeper = DemoKeeper()
    try await keeper.make()
    #expect(await keeper.heard(after: "go") == ["go", "a0", "|", "go", "a0", "t0", "t1", "t2"])
    let sender = try #require(await keeper.sender())
    sender.send(DemoText("posted"))
    #expect(await keeper.heard(after: "sent").suffix(2) == ["posted", "sent"])
  }

  @Test("A store without a home is pumped by hand: what callbacks dispatch later waits for the pump")
  func pumped() async throws {
    let working = DemoWorking()
    let rig = try DemoRig(interpreters: [working, DemoEchoing()]) { text in
      text == "go" ? [DemoEcho(text: "a"), DemoWork("w")] : []
    }
    rig.dispatch("go")
    #expect(rig.heard == ["go", "a0"])
    working.shelf.kept[0](DemoText("later"))
    #expect(rig.heard == ["go", "a0"])
    #expect(rig.store.pump() == 1)
    #expect(rig.heard == ["go", "a0", "later"])
    working.shelf.release()
    rig.store.pump()
    #expect(rig.flow.isIdle)
  }

  @MainActor
  @Test("Messages of a sender come from other threads, those of each in its order, none lost")
  func sender() async throws {
    let rig = try DemoRig()
    let sender = rig.store.sender()
    await withTaskGroup { group in
      for name in ["a", "b", "c"] {
        group.addTask { for number in 0..<100 { #expect(sender.send(DemoText("\(name)\(number)"))) } }
      }
    }
    await rig.store.run()
    #expect(rig.heard.count == 300)
    for name in ["a", "b", "c"] {
      #expect(rig.heard.filter { $0.hasPrefix(name) } == (0..<100).map { "\(name)\($0)" })
    }
  }

  @MainActor
  @Test("A dispatch from inside of a turn waits for its end")
  func nested() throws {
    let rig = try DemoRig()
    var seen: [[String]] = []
    let token = rig.store.observe { [unowned rig] model in
      seen.append(model.heard)
      if model.heard == ["a"] { rig.dispatch("b") }
    }
    rig.dispatch("a")
    #expect(rig.heard == ["a", "b"])
    #expect(seen == [["a"], ["a", "b"]])
    token.cancel()
  }

  @MainActor
  @Test("A tap sees each message, what caused it, and the commands it started, by what they are")
  func taps() async throws {
    let working = DemoWorking()
    let rig = try DemoRig(interpreters: [DemoEchoing(), working], reportsUnhandled: true) { text in
      switch text {
      case "go": [DemoEcho(text: "a"), DemoWork("w", queue: .latest("q"), id: "x")]
      case "stop": [CancelCommand(id: "x")]
      default: []
      }
    }
    let lines = DemoLog<String>()
    let token = rig.flow.tap(detail: .changes) { record in
      let message = (record.message as? DemoText)?.text ?? "\(record.message)"
      let effects = record.effects.map {
        "\($0.kind) \($0.label.map { "\($0)" } ?? "-") \($0.id.map { "\($0)" } ?? "-")"
      }
      lines.add("\(record.sequence) \(message) \(record.isHandled) \(record.isChanged == true) \(effects)")
    }
    rig.dispatch("go", "stop")
    rig.store.dispatch(DemoUnknown())
    #expect(lines.entries.count == 4)
    #expect(lines.entries[0].hasPrefix("1 go true true"))
    #expect(lines.entries[0].contains("started DemoEcho(text: \\\"a\\\", count: 1) -"))
    #expect(lines.entries[0].contains("started DemoWork(name: \\\"w\\\""))
    #expect(lines.entries[1].hasPrefix("2 a0 true true"))
    #expect(lines.entries[2].contains("cancelled DemoWork(name: \\\"w\\\""))
    #expect(lines.entries[3] == "4 DemoUnknown() false false []")
    token.cancel()
  }

  @MainActor
  @Test("The label of a command is compared by the command")
  func labels() throws {
    let rig = try DemoRig(interpreters: [DemoEchoing()]) { text in
      text.hasPrefix("go") ? [DemoEcho(text: "a", count: 0), DemoEcho(text: text, count: 0)] : []
    }
    let labels = DemoLog<EffectLabel>()
    let token = rig.flow.tap { record in
      for event in record.effects where event.kind == .started { event.label.map { labels.add($0) } }
    }
    rig.dispatch("go 1", "go 2")
    let all = labels.entries
    #expect(all.count == 4)
    #expect(all[0] == all[2])
    #expect(all[0].hashValue == all[2].hashValue)
    #expect(all[1] != all[3])
    token.cancel()
  }

  @MainActor
  @Test("A gate of the flow may drop a message or change it, also one that a command dispatched")
  func gates() throws {
    let rig = try DemoRig(interpreters: [DemoEchoing()]) { $0 == "go" ? [DemoEcho(text: "a", count: 3)] : [] }
    let gate = rig.flow.gate("censor") { passage in
      switch (passage.message as? DemoText)?.text {
      case "a0": .drop
      case "a1": .change(DemoText("changed") as any Message)
      default: .pass
      }
    }
    rig.dispatch("go")
    #expect(rig.heard == ["go", "changed", "a2"])
    gate.cancel()
    rig.dispatch("a0")
    #expect(rig.heard.last == "a0")
    #expect(rig.errors.entries.isEmpty)
  }

  @MainActor
  @Test("A gate may change a message into one of another module")
  func gateToOtherType() throws {
    let store = try Katana.Store(
      model: DemoMatch(), updater: DemoMatch.updater,
      interpreters: [DemoPingToPong(), DemoPongToPingAtOnce()])
    let gate = store.flow.gate("swap") { passage in
      passage.message is DemoUnknown ? .change(DemoPing.Event.serve(0)) : .pass
    }
    store.dispatch(DemoUnknown())
    #expect(store.model.ping.served == 1)
    gate.cancel()
  }

  @MainActor
  @Test("Two stores on one flow have one order of turns, each with its own interpreters and its own ids")
  func twoStores() throws {
    let flow = Flow(name: "both")
    let order = DemoLog<String>()
    func make(_ name: String, _ working: DemoWorking) throws -> Katana.Store<DemoModel> {
      try Katana.Store(
        model: DemoModel(),
        updater: FunctionUpdater { (model: inout DemoModel, message: DemoText) in
          model.heard.append(message.text)
          switch message.text {
          case "go": return [DemoWork(name, queue: .latest("q"), id: "x")]
          case "stop": return [CancelCommand(id: "x")]
          default: return []
          }
        }, interpreters: [working], name: name, flow: flow)
    }
    let (left, right) = (DemoWorking(), DemoWorking())
    let one = try make("one", left)
    let two = try make("two", right)
    let token = flow.tap { order.add("\($0.store) \($0.sequence)") }
    for text in ["go", "stop"] {
      one.dispatch(DemoText(text))
      if text == "go" { two.dispatch(DemoText(text)) }
    }
    #expect(order.entries == ["one 1", "two 2", "one 3"])
    #expect(left.cancelled.entries == ["one"])
    #expect(right.cancelled.entries == [])
    token.cancel()
  }
}
