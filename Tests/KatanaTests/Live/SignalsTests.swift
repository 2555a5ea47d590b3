import Katana
import KatanaTesting
import Millrace
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite(.serialized)
struct LiveSignalsTests {
  private let recorder = DispatchRecorder()

  private func listen(_ signals: Signals) throws -> Listening {
    try recorder.listen(to: signals, by: SignalsInterpreter.self)
  }

  /// Returns the process's action upon a signal: 0 is the default, 1 is nothing, all else is a handler.
  private func action(of number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
    // Sound: a pointer to a C function, or none, is as large as a number.
    return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #else
    // Sound: as above.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
  }

  @Test("A signal is a message, as often as it comes")
  func messages() async throws {
    let listening = try listen(Signals(SIGUSR1, SIGUSR2) { LiveMessage.heard("\($0)") })
    for (index, number) in [SIGUSR1, SIGUSR2, SIGUSR1].enumerated() {
      kill(getpid(), number)
      await recorder.waitForMessages(count: index + 1)
    }
    kill(getpid(), SIGUSR2)
    await recorder.waitForMessages(count: 4)
    listening.stop()
    #expect(recorder.heard == [SIGUSR1, SIGUSR2, SIGUSR1, SIGUSR2].map { "\($0)" })
  }

  @Test("The process's own reaction is suspended while there is a listener, and restored after the last one")
  func restored() throws {
    let earlier = action(of: SIGUSR1)
    _ = signal(SIGUSR1, SIG_IGN)
    #expect(action(of: SIGUSR1) == 1)
    let first = try listen(Signals(SIGUSR1, id: "first") { _ in nil })
    let handler = action(of: SIGUSR1)
    #expect(handler != 0 && handler != 1)
    let second = try listen(Signals(SIGUSR1, id: "second") { _ in nil })
    first.stop()
    #expect(action(of: SIGUSR1) == handler)
    second.stop()
    #expect(action(of: SIGUSR1) == 1)
    _ = signal(SIGUSR1, SIG_DFL)
    let third = try listen(Signals(SIGUSR1) { _ in nil })
    third.stop()
    #expect(action(of: SIGUSR1) == 0)
    #expect(earlier == 0)
  }

  @Test("Every listener of a signal hears it, and one that left does not")
  func several() async throws {
    let first = try listen(Signals(SIGUSR2, id: "first") { _ in LiveMessage.heard("first") })
    let second = try listen(Signals(SIGUSR2, id: "second") { _ in LiveMessage.heard("second") })
    kill(getpid(), SIGUSR2)
    await recorder.waitForMessages(count: 2)
    #expect(Set(recorder.heard) == ["first", "second"])
    first.stop()
    kill(getpid(), SIGUSR2)
    await recorder.waitForMessages(count: 3)
    second.stop()
    #expect(recorder.heard.last == "second")
    #expect(action(of: SIGUSR2) == 0)
  }

  @Test("Signals that cannot be listened for are errors, and leave nothing behind")
  func errors() throws {
    for number in [SIGKILL, SIGSTOP, SIGSEGV] {
      #expect(throws: SignalError.uncatchable(number)) { try listen(Signals(SIGUSR1, number) { _ in nil }) }
    }
    for number: Int32 in [0, -1, 1_000] {
      #expect(throws: SignalError.unknown(number)) { try listen(Signals(number) { _ in nil }) }
    }
    #expect(action(of: SIGUSR1) == 0)
    #expect("\(SignalError.uncatchable(9))".hasPrefix("The signal 9 cannot be observed"))
    #expect("\(SignalError.unknown(0))".hasPrefix("The system has no signal 0"))
    #expect("\(SignalError.noPipe(code: 24))".contains("error 24"))
  }

  @Test("The order of the signals does not matter to equality, the place and the id do")
  func equality() {
    #expect(
      Signals(SIGUSR1, SIGUSR2, id: "a") { _ in nil } == Signals(SIGUSR2, SIGUSR1, id: "a") { _ in nil })
    #expect(Signals(SIGUSR1, id: "a") { _ in nil } != Signals(SIGUSR2, id: "a") { _ in nil })
    let here = Signals(SIGUSR1) { _ in nil }
    let there = Signals(SIGUSR1) { _ in nil }
    #expect(here != there)
    #expect((0..<2).map { _ in Signals(SIGUSR1) { _ in nil } }.allSatisfy { $0 != here })
  }

  @Test("In a store it comes and goes with the model, and the store's end gives the signal back")
  @MainActor
  func inStore() async throws {
    var live: LiveStore? = try LiveStore { [Signals(SIGWINCH) { .some(LiveMessage.heard("\($0)")) }] }
    kill(getpid(), SIGWINCH)
    try await live?.waitUntilHeard(1)
    live?.listen(false)
    #expect(action(of: SIGWINCH) == 0)
    live?.listen(true)
    #expect(action(of: SIGWINCH) != 0)
    live = nil
    #expect(action(of: SIGWINCH) == 0)
    let failing = try LiveStore { [Signals(SIGKILL) { _ in nil }] }
    #expect(failing.errors.count == 1)
    #expect(failing.errors[0].contains("The signal 9 cannot be observed"))
  }
}
