import Katana
import KatanaTesting
import Millrace
import MillraceTesting
import Testing

/// Commands: how they are carried out, and how their messages come back.
@MainActor
struct CommandTests {
  @Test("What an interpreter dispatches at once has its turn, in order, before the store's dispatch returns")
  func atOnce() throws {
    let rig = try DemoRig(interpreters: [DemoEchoing()]) { text in
      text == "go" ? [DemoEcho(text: "a", count: 1000)] : []
    }
    rig.dispatch("go")
    #expect(rig.heard == ["go"] + (0..<1000).map { "a\($0)" })
    #expect(rig.flow.isIdle)
  }

  @Test("The commands of one update are begun in their order, after the turn")
  func order() throws {
    let log = DemoLog<String>()
    let rig = try DemoRig(interpreters: [DemoEchoing(log: log)]) { text in
      guard text == "go" else { return [] }
      #expect(log.entries == [])
      return [DemoEcho(text: "a"), DemoEcho(text: "b"), DemoEcho(text: "c", count: 2)]
    }
    let token = rig.store.observe { _ in if log.entries == [] { log.add("observer") } }
    rig.dispatch("go")
    #expect(log.entries == ["observer", "a", "b", "c"])
    #expect(rig.heard == ["go", "a0", "b0", "c0", "c1"])
    token.cancel()
  }

  @Test(
    "An interpreter may go on for as long as it keeps the way back, and dispatch from any thread, in order")
  func later() async throws {
    let working = DemoWorking()
    let rig = try DemoRig(interpreters: [working]) { $0 == "go" ? [DemoWork("w")] : [] }
    rig.dispatch("go")
    #expect(!rig.flow.isIdle)
    await Task.detached {
      for number in 0..<200 { #expect(working.shelf.kept[0](DemoText("\(number)"))) }
      working.shelf.release()
    }.value
    await rig.store.run()
    #expect(rig.heard == ["go"] + (0..<200).map { "\($0)" })
    #expect(working.cancelled.entries == [])
    #expect(rig.flow.isIdle)
  }

  @Test("An interpreter may dispatch nothing, and is over when it returns")
  func never() throws {
    let rig = try DemoRig(interpreters: [DemoEchoing()]) { _ in [DemoEcho(text: "", count: 0)] }
    rig.dispatch("go")
    #expect(rig.heard == ["go"])
    #expect(rig.flow.isIdle)
  }

  @Test("Run waits for a command until its way back is released")
  func runWaits() async throws {
    let working = DemoWorking()
    let rig = try DemoRig(interpreters: [working]) { $0 == "go" ? [DemoWork("w")] : [] }
    rig.dispatch("go")
    let running = Task { @MainActor in
      await rig.store.run()
      return rig.heard
    }
    await letOthersRun()
    Task.detached {
      working.shelf.kept[0](DemoText("last"))
      working.shelf.release()
    }
    #expect(await running.value == ["go", "last"])
  }

  @Test("An interpreter that is a task dispatches one message after another, each with its turn")
  func tasks() async throws {
    let rig = try DemoRig(interpreters: [DemoTasking()]) { text in
      text == "go" ? [DemoTask(text: "t"), DemoTask(text: "u")] : []
    }
    rig.dispatch("go")
    #expect(rig.heard == ["go"])
    await rig.store.run()
    #expect(rig.heard.filter { $0.hasPrefix("t") } == ["t0", "t1", "t2"])
    #expect(rig.heard.filter { $0.hasPrefix("u") } == ["u0", "u1", "u2"])
  }

  @Test(
    "An error that an interpreter of either form throws goes to the error handler, after what it dispatched")
  func throwing() async throws {
    let rig = try DemoRig(interpreters: [DemoThrowing(), DemoTasking()]) { text in
      switch text {
      case "go": [DemoBad(), DemoTask(text: "bad")]
      default: []
      }
    }
    rig.dispatch("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "before"])
    let failures = rig.errors.entries.map { error -> String in
      guard case .effectFailed("store", let label?, let error) = error else { return "\(error)" }
      return "\(label): \(error)"
    }
    #expect(
      failures == ["DemoBad(): bad command", "DemoTask(text: \"bad\", seconds: 0, effectID: nil): bad task"])
  }

  @Test("A command without an interpreter is reported by its name, and the others are carried out")
  func noInterpreter() throws {
    let rig = try DemoRig(interpreters: [DemoEchoing()]) { text in
      text == "go" ? [DemoMark("m"), DemoEcho(text: "a"), DemoMark("n").queued(in: .latest("q"))] : []
    }
    rig.dispatch("go")
    #expect(rig.heard == ["go", "a0"])
    #expect(rig.errors.entries.count == 2)
    for error in rig.errors.entries {
      guard case .reported("store", let inner as KatanaError) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(inner == .noInterpreter(command: "KatanaTests.DemoMark"))
    }
  }

  @Test(
    "A generic command is carried out as the one that it wraps, unless there is an interpreter of its own")
  func wrapper() throws {
    struct Own: CommandInterpreter {
      func interpret(dispatch: Dispatcher, command: DemoGeneric<Bool>) { dispatch(DemoText("own")) }
    }
    let rig = try DemoRig(interpreters: [DemoEchoing(), Own()]) { text in
      text == "go" ? [DemoGeneric(payload: 1), DemoGeneric(payload: "x"), DemoGeneric(payload: true)] : []
    }
    rig.dispatch("go")
    #expect(rig.heard == ["go", "1-0", "x-0", "own"])
    #expect(rig.errors.entries.isEmpty)
  }

  @Test("A command reaches the interpreter of its own type through any number of queues")
  func nestedWrappers() throws {
    let rig = try DemoRig(interpreters: [DemoEchoing()]) { text in
      text == "go"
        ? [
          DemoGeneric(payload: 1).queued(in: .concat("a")).queued(id: "x"),
          DemoEcho(text: "e").queued(id: "y"),
        ]
        : []
    }
    rig.dispatch("go")
    #expect(rig.heard == ["go", "e0", "1-0"] || rig.heard == ["go", "1-0", "e0"])
  }

  @Test("A delay dispatches after its time on the environment's clock, none of it at once")
  func delay() async throws {
    let rig = try DemoRig { text in
      switch text {
      case "go": [DelayCommand(for: .seconds(2), then: DemoText("late"))]
      case "now": [DelayCommand(for: .seconds(-1), then: DemoText("at once"))]
      default: []
      }
    }
    rig.dispatch("go")
    await rig.clock.waitForSleepers(count: 1)
    rig.clock.jump(by: .seconds(1))
    #expect(rig.heard == ["go"])
    #expect(rig.clock.sleepers.count == 1)
    rig.clock.jump(by: .seconds(1))
    await rig.store.run()
    #expect(rig.heard == ["go", "late"])
    rig.dispatch("now")
    await rig.store.run()
    #expect(rig.heard.last == "at once")
  }

  @Test("Delays are equal when time, message, queue and id are")
  func delayEquality() {
    let delay = DelayCommand(for: .seconds(1), then: DemoText("a"), effectID: "x")
    #expect(delay == DelayCommand(for: .seconds(1), then: DemoText("a"), effectID: "x"))
    #expect(delay != DelayCommand(for: .seconds(2), then: DemoText("a"), effectID: "x"))
    #expect(delay != DelayCommand(for: .seconds(1), then: DemoText("b"), effectID: "x"))
    #expect(delay != DelayCommand(for: .seconds(1), then: DemoUnknown(), effectID: "x"))
    #expect(delay != DelayCommand(for: .seconds(1), then: DemoText("a")))
    #expect(
      delay != DelayCommand(for: .seconds(1), then: DemoText("a"), effectQueue: .latest("q"), effectID: "x"))
  }

  @Test(
    "Chance comes from the environment: the same seed draws the same, and each draw goes on from the last")
  func random() throws {
    func draw(_ seed: UInt64) throws -> [String] {
      let rig = try DemoRig(seed: seed) { text in
        guard text == "go" else { return [] }
        return [
          RandomCommand(in: 1...1000) { DemoText("\($0)") },
          RandomCommand(in: 1...1000) { DemoText("\($0)") },
          RandomCommand(in: 0.0...1.0) { DemoText("\($0 >= 0 && $0 <= 1)") },
          RandomCommand(of: ["x", "y"]) { DemoText($0 ?? "none") },
          RandomCommand(of: [String]()) { DemoText($0 ?? "none") },
          RandomCommand { DemoText(Bool.random(using: &$0) ? "heads" : "tails") },
        ]
      }
      rig.dispatch("go")
      return rig.heard
    }
    let first = try draw(7)
    #expect(try draw(7) == first)
    #expect(try (8...20).map { try draw($0) }.contains { $0 != first })
    #expect(first.count == 7)
    #expect(first[3] == "true")
    #expect(first[5] == "none")
    var expected = RandomSource.seeded(7)
    #expect(first[1] == "\(Int.random(in: 1...1000, using: &expected))")
    #expect(first[2] == "\(Int.random(in: 1...1000, using: &expected))")
  }

  @Test("A message that fits no updater is reported to the error handler only if that was asked for")
  func unhandled() throws {
    for isAsked in [false, true] {
      let rig = try DemoRig(reportsUnhandled: isAsked)
      rig.store.dispatch(DemoUnknown())
      rig.dispatch("known")
      #expect(rig.heard == ["known"])
      #expect(rig.errors.entries.count == (isAsked ? 1 : 0))
      if case .unhandledMessage("store", "DemoUnknown()")? = rig.errors.entries.first { continue }
      #expect(!isAsked)
    }
  }
}
