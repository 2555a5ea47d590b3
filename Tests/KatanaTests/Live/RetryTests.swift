import Foundation
import KatanaTesting
import Millrace
import MillraceTesting
import Testing

@testable import Katana

/// Sources that cannot be opened at once.
struct LiveRetryTests {
  private struct Refused: Error, Equatable { let reason: String }

  /// Answers each attempt from a list; the last answer stays.
  private final class Door: Sendable {
    private let answers: Locked<[Result<Int, Refused>]>
    let log = DemoLog<String>()

    init(_ answers: [Result<Int, Refused>]) { self.answers = Locked(answers) }

    func reopening() -> Reopening<Int, Refused> {
      Reopening { [self] () throws(Refused) in
        log.add("open")
        return try answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
      } close: { [self] in
        log.add("close \($0)")
      }
    }

    func start(_ source: Reopening<Int, Refused>, on clock: ManualClock, isTold: Bool = true) throws(Refused)
    {
      try source.start(clock: clock) { [self] error in
        log.add("told \(error.reason)")
        return isTold
      } isTemporary: {
        $0.reason != "for ever"
      } reopened: { [self] error in
        log.add("reopened after \(error.reason)")
      }
    }
  }

  @Test("The pauses double up to half a minute")
  func pauses() {
    var pauses = RetryPauses()
    #expect((0..<8).map { _ in pauses.take() } == [1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
  }

  @Test("What opens at once is neither told nor tried again, and closed once")
  func atOnce() throws {
    let door = Door([.success(1)])
    let source = door.reopening()
    try door.start(source, on: ManualClock())
    source.stop()
    source.stop()
    #expect(door.log.entries == ["open", "close 1"])
  }

  @Test("An error is told once, each other one again, and the source is tried until it opens")
  func retry() async throws {
    let clock = ManualClock()
    let (first, second) = (Refused(reason: "first"), Refused(reason: "second"))
    let door = Door([.failure(first), .failure(first), .failure(second), .success(2)])
    let source = door.reopening()
    try door.start(source, on: clock)
    for seconds in [1, 2, 4] {
      await clock.waitForSleepers(count: 1)
      await clock.advance(by: .seconds(seconds))
    }
    try await clock.waitUntil { door.log.entries.last == "reopened after second" }
    source.stop()
    #expect(
      door.log.entries == [
        "open", "told first", "open", "open", "told second", "open", "reopened after second", "close 2",
      ])
  }

  @Test("An error that the model does not take is thrown, and one that stays is not tried again")
  func thrown() throws {
    let door = Door([.failure(Refused(reason: "x"))])
    #expect(throws: Refused(reason: "x")) {
      try door.start(door.reopening(), on: ManualClock(), isTold: false)
    }
    let shut = Door([.failure(Refused(reason: "for ever"))])
    let clock = ManualClock()
    try shut.start(shut.reopening(), on: clock)
    #expect(clock.sleepers.isEmpty)
    #expect(shut.log.entries == ["open", "told for ever"])
  }

  @Test("A stop ends the attempts")
  func stop() async throws {
    let clock = ManualClock()
    let door = Door([.failure(Refused(reason: "x"))])
    let source = door.reopening()
    try door.start(source, on: clock)
    await clock.waitForSleepers(count: 1)
    source.stop()
    try await clock.waitUntil { clock.sleepers.isEmpty }
    #expect(door.log.entries == ["open", "told x"])
  }

  @Test("A descriptor that cannot be read is told to the model, and read as soon as it can be")
  func standardInput() async throws {
    let clock = ManualClock()
    let recorder = DispatchRecorder(environment: StoreEnvironment(clock: clock))
    let pipe = try LivePipe()
    // A number that no other test's file gets.
    let descriptor = Int32(min(sysconf(Int32(_SC_OPEN_MAX)), 60_000)) - 7
    let listening = recorder.listen(
      to: StandardInput(descriptor: descriptor) { event in
        if case .line(let line) = event { LiveMessage.heard(line) } else { nil }
      } failed: { error in
        LiveMessage.heard(error == .closed(descriptor: descriptor) ? "closed" : "\(error)")
      }, by: StandardInputInterpreter.self)
    await recorder.waitForMessages(count: 1)
    for seconds in [1, 2] {
      await clock.waitForSleepers(count: 1)
      if seconds == 2 { try #require(dup2(pipe.reading, descriptor) == descriptor) }
      await clock.advance(by: .seconds(seconds))
    }
    pipe.write("line\n")
    await recorder.waitForMessages(count: 2)
    listening.stop()
    await listening.end()
    close(descriptor)
    #expect(recorder.heard == ["closed", "line"])
  }

  #if os(Linux)
  @Test("A path that is not there is told to the model, and watched as soon as it is")
  func fileChanges() async throws {
    let clock = ManualClock()
    let recorder = DispatchRecorder(environment: StoreEnvironment(clock: clock))
    let folder = try LiveFolder()
    let path = folder.path("later")
    let listening = try recorder.listen(
      to: FileChanges(path) { change in
        LiveMessage.heard(change == .created(path) ? "created" : "\(change)")
      } failed: { error in
        LiveMessage.heard(error == .missing(path: path) ? "missing" : "\(error)")
      }, by: FileChangesInterpreter.self)
    #expect(recorder.heard == ["missing"])
    await clock.waitForSleepers(count: 1)
    try folder.write("", to: "later")
    await clock.advance(by: .seconds(1))
    await recorder.waitForMessages(count: 2)
    try folder.write("x", to: "later")
    await recorder.waitForMessages(count: 3)
    listening.stop()
    #expect(recorder.heard.prefix(2) == ["missing", "created"])
  }
  #endif

  @Test("A signal that cannot be caught is told to the model")
  @MainActor
  func signals() async throws {
    let live = try LiveStore {
      [
        Signals(SIGKILL) { _ in
          nil
        } failed: { error in
          LiveMessage.heard(error == .uncatchable(SIGKILL) ? "uncatchable" : "\(error)")
        }
      ]
    }
    #expect(live.store.model.heard == ["uncatchable"])
    #expect(live.errors.isEmpty)
  }
}
