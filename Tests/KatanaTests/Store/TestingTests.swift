import Katana
import KatanaTesting
import Millrace
import MillraceTesting
import Testing

private struct DemoOpaque: Command {
  let work: @Sendable () -> Void
}

/// The helpers with which parts are tested without an application.
struct TestingTests {
  @Test("An outcome is the model and the commands of one update, or of several, and whether all were known")
  func outcome() {
    let updater = DemoCounting(name: "c")
    let one = updater.outcome(of: DemoStep.add(2), on: DemoSlice())
    #expect(one.model.value == 2)
    #expect(one.commands == [DemoMark("c0")])
    #expect(one.isHandled)
    let several = updater.outcome(of: [DemoStep.add(2), DemoStep.add(3), DemoUnknown()], on: DemoSlice())
    #expect(several.model.value == 5)
    #expect(several.commands == [DemoMark("c0"), DemoMark("c2")])
    #expect(!several.isHandled)
    #expect(several != one)
    #expect(updater.outcome(of: [], on: DemoSlice(value: 4)).model.value == 4)
    #expect(updater.outcome(of: [], on: DemoSlice()).isHandled)
  }

  @Test("Commands are equal by type, value and order; those that are not Equatable are equal to none")
  func commands() {
    let both = CommandList([DemoMark("a"), DemoEcho(text: "b")])
    #expect(both == [DemoMark("a"), DemoEcho(text: "b")])
    #expect(both != [DemoEcho(text: "b"), DemoMark("a")])
    #expect(both != [DemoMark("a")])
    #expect(both != [DemoMark("a"), DemoEcho(text: "c")])
    #expect(CommandList([DemoOpaque {}]) != [DemoOpaque {}])
    #expect(CommandList([DemoMark("q").queued(id: "x")]) == [DemoMark("q").queued(id: "x")])
    #expect(CommandList([DemoMark("q").queued(id: "x")]) != [DemoMark("q")])
    #expect(CommandList() == [])
    #expect(both.of(DemoMark.self) == [DemoMark("a")])
    #expect(both.count == 2)
    #expect((both.last as? DemoEcho)?.text == "b")
  }

  @Test("Commands are written down as an array is")
  func description() {
    #expect(CommandList([]).description == "[]")
    #expect("\(CommandList([DemoMark("a"), DemoMark("b")]))".contains("DemoMark(name: \"a\")"))
  }

  @Test("A recorder hears what an interpreter of either form dispatches")
  func interpret() async throws {
    let recorder = DispatchRecorder()
    try recorder.interpret(DemoEcho(text: "a", count: 2), by: DemoEchoing())
    try await recorder.interpret(DemoTask(text: "t"), by: DemoTasking())
    #expect(recorder.messages(of: DemoText.self) == ["a0", "a1", "t0", "t1", "t2"])
    #expect(recorder.messages(of: DemoUnknown.self) == [])
    #expect(recorder.messages.count == 5)
    #expect(throws: DemoFailure("bad command")) { try recorder.interpret(DemoBad(), by: DemoThrowing()) }
    await #expect(throws: DemoFailure("bad task")) {
      try await recorder.interpret(DemoTask(text: "bad"), by: DemoTasking())
    }
    #expect(recorder.messages.count == 6)
  }

  @Test("A recorder waits for messages that come later, from any thread")
  func waits() async throws {
    let recorder = DispatchRecorder()
    let working = DemoWorking()
    try recorder.interpret(DemoWork("w"), by: working)
    await recorder.waitForMessages(count: 0)
    Task.detached { for number in 0..<3 { working.shelf.kept[0](DemoText("\(number)")) } }
    await recorder.waitForMessages(count: 3)
    #expect(recorder.messages(of: DemoText.self) == ["0", "1", "2"])
  }

  @Test("A wait for messages that never come ends with its task")
  func waitIsCancelled() async {
    let recorder = DispatchRecorder()
    let waiting = Task { await recorder.waitForMessages(count: 1) }
    await letOthersRun()
    waiting.cancel()
    await waiting.value
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await recorder.waitForMessages(count: 1)
    }
    await cancelled.value
    #expect(recorder.messages.isEmpty)
  }

  @Test("A cancelled recorder refuses messages, and notifies the sender once")
  func cancel() throws {
    let recorder = DispatchRecorder()
    let working = DemoWorking()
    try recorder.interpret(DemoWork("w"), by: working)
    recorder.cancel()
    recorder.cancel()
    #expect(working.cancelled.entries == ["w"])
    #expect(working.shelf.kept[0](DemoText("late")) == false)
    #expect(recorder.messages.isEmpty)
    try recorder.interpret(DemoWork("after"), by: working)
    #expect(working.cancelled.entries == ["w", "after"])
  }

  @Test("As in a store, a later onCancel replaces an earlier one, and what is over is not reported")
  func onCancel() throws {
    let recorder = DispatchRecorder()
    let log = DemoLog<String>()
    let dispatch = recorder.dispatch
    dispatch.onCancel { log.add("first") }
    dispatch.onCancel { log.add("second") }
    recorder.dispatch.onCancel { log.add("let go") }
    recorder.cancel()
    #expect(log.entries == ["second"])
    withExtendedLifetime(dispatch) {}
  }

  @Test("Ten ticks are ten messages, without waiting")
  func ticks() async {
    let clock = ManualClock()
    let recorder = DispatchRecorder(environment: StoreEnvironment(clock: clock))
    let every = Every(.seconds(1), send: DemoText("tick"))
    let listening = recorder.listen(to: every, by: EveryInterpreter.self)
    await clock.advance(by: .seconds(10)) { await clock.waitForSleepers(count: 1) }
    await recorder.waitForMessages(count: 10)
    #expect(recorder.messages(of: DemoText.self) == Array(repeating: "tick", count: 10))
    listening.stop()
    #expect(await listening.end() is CancellationError)
    #expect(clock.sleepers.isEmpty)
  }

  @Test("A recorder listens by a class, and stops it; one whose start throws is stopped at once")
  func listen() async throws {
    var environment = StoreEnvironment()
    let station = DemoStation()
    environment[DemoStationKey.self] = station
    let recorder = DispatchRecorder(environment: environment)
    let listening = try recorder.listen(to: DemoTopic(name: "a"), by: DemoTopicListener.self)
    #expect(station.say("said", to: "a"))
    #expect(recorder.messages(of: DemoText.self) == ["said"])
    listening.stop()
    #expect(await listening.end() == nil)
    #expect(station.log.entries == ["+a", "-a"])
    #expect(throws: DemoFailure("cannot hear bad")) {
      try recorder.listen(to: DemoTopic(name: "bad"), by: DemoTopicListener.self)
    }
    #expect(station.log.entries == ["+a", "-a", "+bad", "-bad"])
  }

  @Test("As in a store, what a listener says after its stop is refused, and its stop is called once")
  func listenAfterStop() throws {
    var environment = StoreEnvironment()
    let station = DemoStation()
    environment[DemoStationKey.self] = station
    let recorder = DispatchRecorder(environment: environment)
    let listening = try recorder.listen(to: DemoTopic(name: "a"), by: DemoTopicListener.self)
    listening.stop()
    listening.stop()
    #expect(station.say("late", to: "a") == false)
    #expect(recorder.messages.isEmpty)
    #expect(station.log.entries == ["+a", "-a"])
  }

  @Test("The end of a listener that listens for ever needs no stop before it")
  func endStops() async throws {
    let clock = ManualClock()
    let recorder = DispatchRecorder(environment: StoreEnvironment(clock: clock))
    let listening = recorder.listen(to: Every(.seconds(1), send: DemoText("tick")), by: EveryInterpreter.self)
    await clock.waitForSleepers(count: 1)
    #expect(await listening.end() is CancellationError)
    #expect(clock.sleepers.isEmpty)
    var environment = StoreEnvironment()
    let station = DemoStation()
    environment[DemoStationKey.self] = station
    let hearing = try DispatchRecorder(environment: environment)
      .listen(to: DemoTopic(name: "a"), by: DemoTopicListener.self)
    #expect(await hearing.end() == nil)
    #expect(station.log.entries == ["+a", "-a"])
  }

  @Test("A recorder tells with which error a listener that is a task has ended")
  func listenThrows() async {
    let recorder = DispatchRecorder()
    let bad = recorder.listen(to: DemoChannel(name: "bad"), by: DemoChannelListener.self)
    #expect(await bad.finish() as? DemoFailure == DemoFailure("cannot hear"))
    let brief = recorder.listen(to: DemoChannel(name: "brief"), by: DemoChannelListener.self)
    #expect(await brief.finish() == nil)
    #expect(recorder.messages(of: DemoText.self) == ["from brief"])
    let zero = recorder.listen(to: Every(.zero, send: DemoUnknown()), by: EveryInterpreter.self)
    #expect(await zero.finish() is InvalidInterval)
  }
}
