import KatanaTesting
import MillraceTesting
import Testing

@testable import Katana
@testable import Millrace

/// A dispatch that is awaited with what it leads to.
@MainActor
struct AwaitingConcurrencyTests {
  private func rig(_ script: @escaping @Sendable (String) -> [any Command] = { _ in [] }) throws -> DemoRig {
    try DemoRig(interpreters: [DemoTasking(), DemoEchoing(), DemoThrowing(), DemoWorking()], script)
  }

  @Test("A dispatch with a bound is not taken while as many messages wait")
  func bounded() async throws {
    let rig = try rig()
    let sender = rig.store.sender()
    let lock = rig.store.flow.lock("test")
    sender.dispatch(DemoText("a"))
    #expect(sender.dispatch(DemoText("b"), limit: 2) == .accepted)
    #expect(sender.dispatch(DemoText("c"), limit: 2) == .full)
    lock.release()
    await rig.store.run()
    #expect(rig.heard == ["a", "b"])
    #expect(sender.dispatch(DemoText("d"), limit: 1) == .accepted)
    await rig.store.run()
  }

  @Test("It returns after the commands of the commands' messages, however they are carried out")
  func chain() async throws {
    let rig = try rig { text in
      switch text {
      case "start": [DemoTask(text: "task"), DemoEcho(text: "echo", count: 2)]
      case "task2": [DemoEcho(text: "last")]
      default: []
      }
    }
    await rig.store.dispatchAndWait(DemoText("start"))
    #expect(rig.heard.first == "start")
    #expect(
      rig.heard.sorted() == ["echo0", "echo1", "last0", "start", "task0", "task1", "task2"])
  }

  @Test("The work of a dispatch is over with all that it led to; to cancel it drops this, and nothing else")
  func work() async throws {
    let rig = try rig { text in
      switch text {
      case "start": [DemoTask(text: "task")]
      case "task2": [DemoEcho(text: "last")]
      case "mine", "other": [DemoWork("work of \(text)")]
      default: []
      }
    }
    rig.dispatch("other")
    let mine = rig.store.dispatch(DemoText("mine"))
    await rig.store.dispatch(DemoText("start")).finish()
    #expect(rig.heard == ["other", "mine", "start", "task0", "task1", "task2", "last0"])
    #expect(rig.store.effectsInFlight.count == 2)
    mine.cancel()
    await mine.finish()
    #expect(rig.store.effectsInFlight.count == 1)
  }

  @Test("It does not wait for work of other messages")
  func others() async throws {
    let rig = try rig { text in
      text == "other" ? [DemoWork("work")] : text == "mine" ? [DemoTask(text: "t")] : []
    }
    rig.dispatch("other")
    await rig.store.dispatchAndWait(DemoText("mine"))
    #expect(rig.heard == ["other", "mine", "t0", "t1", "t2"])
    #expect(!rig.flow.isIdle)
  }

  @Test("A failed, a cancelled and a dropped command are over")
  func ends() async throws {
    let rig = try rig { text in
      switch text {
      case "fail": [DemoBad(), DemoTask(text: "bad")]
      case "cancel": [DemoWork("a", id: "id"), CancelCommand(id: "id")]
      case "drop":
        [DemoWork("b", queue: .latest("q"), id: "x"), DemoTask(text: "c").queued(in: .latest("q"))]
      default: []
      }
    }
    for text in ["fail", "cancel", "drop"] { await rig.store.dispatchAndWait(DemoText(text)) }
    let heard = rig.heard.filter { !$0.hasPrefix("c") || $0 == "cancel" }
    #expect(heard == ["fail", "before", "cancel", "drop"])
  }

  @Test("Cancelling the caller ends the wait for a chain that does not end")
  func cancelled() async throws {
    let rig = try rig { text in text == "work" ? [DemoWork("endless")] : [] }
    let store = rig.store
    let waiting = Task { await store.dispatchAndWait(DemoText("work")) }
    try await ManualClock().waitUntil { await MainActor.run { rig.heard == ["work"] } }
    waiting.cancel()
    await waiting.value
    #expect(!rig.flow.isIdle)
  }

  @Test("A message that a gate drops, or that a gate delays, does not hold the caller for ever")
  func gates() async throws {
    let rig = try rig { text in text == "b" ? [DemoTask(text: "t")] : [] }
    let gate = rig.store.gate("gate") { message in
      (message as? DemoText)?.text == "a" ? .drop : .pass
    }
    await rig.store.dispatchAndWait(DemoText("a"))
    await rig.store.dispatchAndWait(DemoText("b"))
    gate.cancel()
    #expect(rig.heard == ["b", "t0", "t1", "t2"])
  }
}

/// A model that an interpreter reads.
@MainActor
struct ModelReaderTests {
  private struct Ask: Command, Equatable {
    var waits = false
  }

  private struct Reading: ModelCommandInterpreter {
    let latch: DemoLatch
    let errors: DemoLog<String>

    func interpret(dispatch: AsyncDispatch, command: Ask, model: ModelReader<DemoModel>) async throws {
      errors.add("begun")
      if command.waits { await latch.wait() }
      do {
        await dispatch(DemoText("saw \(try await model().heard.count)"))
      } catch {
        errors.add("\(error)")
      }
    }
  }

  private struct OfSlice: ModelCommandInterpreter {
    func interpret(dispatch: AsyncDispatch, command: Ask, model: ModelReader<DemoSlice>) async throws {}
  }

  @Test("It reads the model of the moment, not that of the command")
  func moment() async throws {
    let latch = DemoLatch()
    let rig = try DemoRig(interpreters: [Reading(latch: latch, errors: DemoLog())]) { text in
      text == "ask" ? [Ask(waits: true)] : []
    }
    rig.dispatch("ask", "more", "most")
    latch.open()
    await rig.store.run()
    #expect(rig.heard == ["ask", "more", "most", "saw 3"])
  }

  @Test("In a store that has ended there is no model")
  func gone() async throws {
    let (latch, errors) = (DemoLatch(), DemoLog<String>())
    var rig: DemoRig? = try DemoRig(interpreters: [Reading(latch: latch, errors: errors)]) { text in
      text == "ask" ? [Ask(waits: true)] : []
    }
    let flow = rig?.flow
    rig?.dispatch("ask")
    try await ManualClock().waitUntil { !errors.entries.isEmpty }
    rig = nil
    latch.open()
    try await ManualClock().waitUntil { errors.entries.count == 2 }
    await flow?.runUntilBodiesReturn()
    #expect(errors.entries.last == "CancellationError()")
    let reader = StateReader(Millrace.Store(DemoModel(), of: Int.self) { _, _ in .none })
    #expect(try await reader { $0.heard } == nil)
  }

  @Test("An interpreter that reads another model is refused when the store is made")
  func otherModel() {
    #expect(throws: KatanaError.otherModel(part: "OfSlice", model: "DemoModel", of: "DemoSlice")) {
      try DemoRig(interpreters: [OfSlice()])
    }
  }

  @Test("A reading of a store that is pumped by hand comes when it is pumped")
  func pumped() async throws {
    let rig = try DemoRig(
      interpreters: [Reading(latch: DemoLatch(), errors: DemoLog())], isolation: nil
    ) { text in text == "ask" ? [Ask()] : [] }
    rig.dispatch("ask", isolation: nil)
    await rig.store.run(isolation: nil)
    #expect(rig.heard == ["ask", "saw 1"])
  }
}
