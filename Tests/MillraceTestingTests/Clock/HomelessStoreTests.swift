import Dispatch
import Foundation
import Millrace
import TestResources
import Testing

@testable import MillraceTesting

/// Stores that are made where there is no actor, as in a test function without `@MainActor`.
@Suite("A store without a home, in a test without an actor")
nonisolated struct HomelessStoreTests {
  private static let sentence = """
    The flow `search` was created without an actor, so messages of its effects and timers wait until the program \
    pumps it. Write `@MainActor` before the test, function or type that creates the store, or call `await \
    store.run()` before you need the result.
    """

  /// Says what was asked for a second after it was asked, if nothing else was asked for a moment.
  private static func search(_ environment: StoreEnvironment, moment: Duration) -> Store<String, String> {
    Store("", name: "search", environment: environment) { answer, message in
      if message.hasPrefix("found") {
        answer = message
        return .none
      }
      return .run(in: .debounce("typing", for: moment)) { send in
        try await send.environment.clock.sleep(for: moment)
        await send("found \(message)")
      }
    }
  }

  @Test("It says its sentence where a test waits for sleepers that cannot come, and the test goes on")
  func sleepers() async {
    let clock = ManualClock()
    let store = Self.search(StoreEnvironment(clock: clock), moment: .seconds(1))
    let log = Log<Failures.Report>()
    store.send("swift")
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    await Failures.$listener.withValue({ log.append($0) }) {
      // The timer of the queue has rung, and the effect would sleep now.
      await clock.waitForSleepers(count: 1)
    }
    #expect(log.entries.count == 1)
    if case .failure(let text, _) = log.entries.first { #expect(text == Self.sentence) }
    withExtendedLifetime(store) {}
  }

  @Test("It says its sentence where a test waits for a condition that cannot come")
  func condition() async {
    let clock = ManualClock()
    let store = Self.search(StoreEnvironment(clock: clock), moment: .seconds(1))
    store.send("swift")
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    let error = await #expect(throws: ManualClockError.self) {
      try await clock.waitUntil { !store.state.isEmpty }
    }
    #expect(error == .homeless(flow: "search"))
  }

  @Test("A wait whose condition takes the turns goes on to the end")
  func pumped() async throws {
    let clock = ManualClock()
    let store = Self.search(StoreEnvironment(clock: clock), moment: .seconds(1))
    store.send("swift")
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    try await clock.waitUntil {
      store.pump()
      return clock.sleepers.count == 1
    }
    clock.jump(by: .seconds(1))
    await store.run()
    #expect(store.state == "found swift")
  }

  @Test("It works where the test awaits the store, with and without a manual clock")
  func running() async {
    let store = Self.search(StoreEnvironment(), moment: .milliseconds(1))
    store.send("swift")
    await store.run()
    #expect(store.state == "found swift")
  }

  @Test("It works where the test awaits what a test store receives")
  func receiving() async {
    let store = Self.search(StoreEnvironment(), moment: .milliseconds(1))
    let test = TestStore(store)
    test.send("swift")
    await test.receive("found swift") { $0 = "found swift" }
    await test.finish()
  }

  @Test("Where something else is awaited, the sentence is on standard error after some seconds", .realProcess)
  func silence() async {
    await #expect(processExitsWith: .success) {
      let said = StandardErrorText()
      let store = Self.search(StoreEnvironment(), moment: .milliseconds(1))
      store.send("swift")
      #expect(await said.next() == "Millrace: \(Self.sentence)\n")
      withExtendedLifetime(store) {}
    }
  }

  @Test("Where a sequence of its values is read, the sequence ends with the sentence", .realProcess)
  func values() async {
    await #expect(processExitsWith: .success) {
      let said = StandardErrorText()
      let store = Self.search(StoreEnvironment(), moment: .milliseconds(1))
      let values = store.values(of: \.self)
      store.send("swift")
      var answers: [String] = []
      for await answer in values { answers.append(answer) }
      #expect(answers == [""])
      #expect(await said.next() == "Millrace: \(Self.sentence)\n")
      withExtendedLifetime(store) {}
    }
  }

  @Test("A sequence that is read where the program pumps stays open", .realProcess)
  func pumpedValues() async {
    await #expect(processExitsWith: .success) {
      let said = StandardErrorText()
      let store = Self.search(StoreEnvironment(), moment: .milliseconds(1))
      store.pump()
      var values = store.values(of: \.self).makeAsyncIterator()
      #expect(await values.next() == "")
      store.send("swift")
      // The loop comes by too late.
      #expect(await said.next() == "Millrace: \(Self.sentence)\n")
      await store.run()
      #expect(await values.next() == "found swift")
    }
  }

  @Test("Sleepers that do not come make the test fail with their number")
  func missing() async {
    let clock = ManualClock()
    let log = Log<Failures.Report>()
    await Failures.$listener.withValue({ log.append($0) }) {
      await clock.waitForSleepers(count: 2, patience: .milliseconds(1))
    }
    #expect(log.entries.count == 1)
    if case .failure(let text, let place) = log.entries.first {
      #expect(
        text == """
          The test waits for 2 sleepers, but after 0.001 seconds of real time without work, at 0.0 seconds, no task sleeps. Check that the task starts, does not end early, and sleeps on this clock.
          """)
      #expect(place.fileID.hasSuffix("HomelessStoreTests.swift"))
    }
  }
}

/// The text that the process writes to standard error from now on.
private struct StandardErrorText: ~Copyable {
  private let pipe = Pipe()
  private let before = dup(2)

  init() { dup2(pipe.fileHandleForWriting.fileDescriptor, 2) }

  deinit { dup2(before, 2) }

  /// The next text, as soon as there is one.
  func next() async -> String {
    await withCheckedContinuation { [pipe] continuation in
      DispatchQueue.global().async {
        continuation.resume(
          returning: String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self))
      }
    }
  }
}
