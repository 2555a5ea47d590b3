import Katana
import KatanaTesting
import Millrace
import MillraceTesting
import Testing

private struct TourOpaque: Command {
  let work: @Sendable () -> Void
}

/// The helpers with which parts are tested without an application.
struct TourTestingTests {
  @Test("An outcome is the model and the commands of one update, or of several, and whether all were known")
  func outcome() {
    let updater = TourCounting(name: "c")
    let one = updater.outcome(of: TourStep.add(2), on: TourSlice())
    #expect(one.model.value == 2)
    #expect(one.commands == [TourMark("c0")])
    #expect(one.isHandled)
    let several = updater.outcome(of: [TourStep.add(2), TourStep.add(3), TourUnknown()], on: TourSlice())
    #expect(several.model.value == 5)
    #expect(several.commands == [TourMark("c0"), TourMark("c2")])
    #expect(!several.isHandled)
    #expect(several != one)
    #expect(updater.outcome(of: [], on: TourSlice(value: 4)).model.value == 4)
    #expect(updater.outcome(of: [], on: TourSlice()).isHandled)
  }

  @Test("Commands are equal by type, value and order; those that are not Equatable are equal to none")
  func commands() {
    let both = CommandList([TourMark("a"), TourEcho(text: "b")])
    #expect(both == [TourMark("a"), TourEcho(text: "b")])
    #expect(both != [TourEcho(text: "b"), TourMark("a")])
    #expect(both != [TourMark("a")])
    #expect(both != [TourMark("a"), TourEcho(text: "c")])
    #expect(CommandList([TourOpaque {}]) != [TourOpaque {}])
    #expect(CommandList([TourMark("q").queued(id: "x")]) == [TourMark("q").queued(id: "x")])
    #expect(CommandList([TourMark("q").queued(id: "x")]) != [TourMark("q")])
    #expect(CommandList() == [])
    #expect(both.of(TourMark.self) == [TourMark("a")])
    #expect(both.count == 2)
    #expect((both.last as? TourEcho)?.text == "b")
  }

  @Test("Commands are written down as an array is")
  func description() {
    #expect(CommandList([]).description == "[]")
    #expect("\(CommandList([TourMark("a"), TourMark("b")]))".contains("TourMark(name: \"a\")"))
  }

  @Test("A recorder hears what an interpreter of either form dispatches")
  func interpret() async throws {
    let recorder = DispatchRecorder()
    try recorder.interpret(TourEcho(text: "a", count: 2), by: TourEchoing())
    try await recorder.interpret(TourTask(text: "t"), by: TourTasking())
    #expect(recorder.messages(of: TourText.self) == ["a0", "a1", "t0", "t1", "t2"])
    #expect(recorder.messages(of: TourUnknown.self) == [])
    #expect(recorder.messages.count == 5)
    #expect(throws: TourFailure("bad command")) { try recorder.interpret(TourBad(), by: TourThrowing()) }
    await #expect(throws: TourFailure("bad task")) {
      try await recorder.interpret(TourTask(text: "bad"), by: TourTasking())
    }
    #expect(recorder.messages.count == 6)
  }

  @Test("A recorder waits for messages that come later, from any thread")
  func waits() async throws {
    let recorder = DispatchRecorder()
    let working = TourWorking()
    try recorder.interpret(TourWork("w"), by: working)
    await recorder.waitForMessages(count: 0)
    Task.detached { for number in 0..<3 { working.shelf.kept[0](TourText("\(number)")) } }
    await recorder.waitForMessages(count: 3)
    #expect(recorder.messages(of: TourText.self) == ["0", "1", "2"])
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

  @Test("A cancelled recorder refuses messages, and tells whoever asked, once")
  func cancel() throws {
    let recorder = DispatchRecorder()
    let working = TourWorking()
    try recorder.interpret(TourWork("w"), by: working)
    recorder.cancel()
    recorder.cancel()
    #expect(working.cancelled.entries == ["w"])
    #expect(working.shelf.kept[0](TourText("late")) == false)
    #expect(recorder.messages.isEmpty)
    try recorder.interpret(TourWork("after"), by: working)
    #expect(working.cancelled.entries == ["w", "after"])
  }

  @Test("As in a store, a later onCancel replaces an earlier one, and what is over is not told")
  func onCancel() throws {
    let recorder = DispatchRecorder()
    let log = TourLog<String>()
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
    let every = Every(.seconds(1), send: TourText("tick"))
    let listening = recorder.listen(to: every, by: EveryInterpreter.self)
    await clock.advance(by: .seconds(10)) { await clock.waitForSleepers(count: 1) }
    await recorder.waitForMessages(count: 10)
    #expect(recorder.messages(of: TourText.self) == Array(repeating: "tick", count: 10))
    listening.stop()
    #expect(await listening.end() is CancellationError)
    #expect(clock.sleepers.isEmpty)
  }

  @Test("A recorder listens by a class, and stops it; one whose start throws is stopped at once")
  func listen() async throws {
    var environment = StoreEnvironment()
    let station = TourStation()
    environment[TourStationKey.self] = station
    let recorder = DispatchRecorder(environment: environment)
    let listening = try recorder.listen(to: TourTopic(name: "a"), by: TourTopicListener.self)
    #expect(station.say("said", to: "a"))
    #expect(recorder.messages(of: TourText.self) == ["said"])
    listening.stop()
    #expect(await listening.end() == nil)
    #expect(station.log.entries == ["+a", "-a"])
    #expect(throws: TourFailure("cannot hear bad")) {
      try recorder.listen(to: TourTopic(name: "bad"), by: TourTopicListener.self)
    }
    #expect(station.log.entries == ["+a", "-a", "+bad", "-bad"])
  }

  @Test("As in a store, what a listener says after its stop is refused, and its stop is called once")
  func listenAfterStop() throws {
    var environment = StoreEnvironment()
    let station = TourStation()
    environment[TourStationKey.self] = station
    let recorder = DispatchRecorder(environment: environment)
    let listening = try recorder.listen(to: TourTopic(name: "a"), by: TourTopicListener.self)
    listening.stop()
    listening.stop()
    #expect(station.say("late", to: "a") == false)
    #expect(recorder.messages.isEmpty)
    #expect(station.log.entries == ["+a", "-a"])
  }

  @Test("A recorder tells with which error a listener that is a task has ended")
  func listenThrows() async {
    let recorder = DispatchRecorder()
    let bad = recorder.listen(to: TourChannel(name: "bad"), by: TourChannelListener.self)
    #expect(await bad.end() as? TourFailure == TourFailure("cannot hear"))
    let brief = recorder.listen(to: TourChannel(name: "brief"), by: TourChannelListener.self)
    #expect(await brief.end() == nil)
    #expect(recorder.messages(of: TourText.self) == ["from brief"])
    let zero = recorder.listen(to: Every(.zero, send: TourUnknown()), by: EveryInterpreter.self)
    #expect(await zero.end() is InvalidInterval)
  }
}
