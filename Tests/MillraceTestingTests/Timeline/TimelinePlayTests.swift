import MillraceTesting
import Testing

@Suite struct TimelinePlayTests {
  private let clock = ManualClock()

  private func at(_ seconds: Int) -> ManualClock.Instant { .init(offset: .seconds(seconds)) }

  @Test("Each event is performed at its time, in order, from the present of the clock on")
  func times() async throws {
    clock.jump(by: .seconds(100))
    let recorder = TimelineRecorder<Character>(clock: clock)
    let timeline = try Timeline("a--b-(cd)-^!|")
    await clock.play(timeline) { recorder.record(event: $0) }
    #expect(timeline.difference(from: try recorder.timeline()) == nil)
    #expect(clock.now == at(109))
  }

  @Test("The tick of the timeline is the time that passes")
  func tick() async throws {
    await clock.play(try Timeline("--a", tick: .milliseconds(10))) { _ in
      #expect(clock.now.offset == .milliseconds(20))
    }
    #expect(clock.now.offset == .milliseconds(30))
  }

  @Test("A timeline takes its whole duration, silence included")
  func silence() async throws {
    await clock.play(try Timeline("---")) { _ in Issue.record("nothing happens") }
    #expect(clock.now == at(3))
  }

  @Test("One after the other, timelines follow as their texts would")
  func sequence() async throws {
    let recorder = TimelineRecorder<Character>(clock: clock)
    for text in ["ab-", "(cd)", "-e|"] {
      await clock.play(try Timeline(text)) { recorder.record(event: $0) }
    }
    #expect("\(try recorder.timeline())" == "ab-(cd)-e|")
  }

  @Test("A sleeper with the time of an event is woken before it, and has run when it is performed")
  func sleepersFirst() async throws {
    let log = Log<String>()
    let task = Task {
      for second in 1...4 {
        try await clock.sleep(until: at(second))
        log.append("tick \(second)")
      }
    }
    await clock.play(try Timeline("a-b-(cd)")) { event in
      if case .value(let letter) = event { log.append("\(letter)") }
    } settle: {
      // What is woken at a time has written it down, and sleeps until the next one.
      await become {
        let seconds = Int(clock.now.offset.components.seconds)
        return log.entries.count { $0.hasPrefix("tick") } == min(4, seconds)
          && (seconds >= 4 || clock.sleepers == [at(seconds + 1)])
      }
    }
    #expect(log.entries == ["a", "tick 1", "tick 2", "b", "tick 3", "tick 4", "c", "d"])
    try await task.value
  }

  @Test("Nothing settles between the events of one tick")
  func groups() async throws {
    let log = Log<String>()
    await clock.play(try Timeline("a(bc)|")) { event in
      if case .value(let letter) = event { log.append("\(letter)") } else { log.append("|") }
    } settle: {
      log.append("settle")
    }
    #expect(log.entries == ["settle", "a", "settle", "b", "c", "settle", "|", "settle"])
  }

  @MainActor
  @Test("Events are performed in the isolation of the caller")
  func isolation() async throws {
    let clock = ManualClock()
    var letters: [Character] = []
    await clock.play(try Timeline("a-b")) { event in
      MainActor.assertIsolated()
      if case .value(let letter) = event { letters.append(letter) }
    } settle: {
      MainActor.assertIsolated()
      letters.append(".")
    }
    #expect(String(letters) == ".a.b.")
  }

  @Test("Values need not be Sendable")
  func notSendable() async throws {
    final class Box { var count = 0 }
    let box = Box()
    await clock.play(try Timeline("a-a", values: ["a": box])) { event in
      if case .value(let box) = event { box.count += 1 }
    }
    #expect(box.count == 2)
  }

  private enum Refusal: Error { case refused }

  @Test("When performing throws, the time stands still there")
  func throwing() async throws {
    let timeline = try Timeline("a--b--c|")
    await #expect(throws: Refusal.refused) {
      try await clock.play(timeline) { event throws(Refusal) in
        if case .value("b") = event { throw .refused }
      }
    }
    #expect(clock.now == at(3))
  }
}
