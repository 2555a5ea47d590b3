import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite("Manual time and time as text") struct TestingSamples {
  @Test("A ticker ticks when the clock is moved")
  func ticker() async throws {
    let clock = ManualClock()
    let store = Store(
      0, of: Int.self, environment: StoreEnvironment(clock: clock),
      subscriptions: { count in count < 3 ? [.every(.seconds(1), id: "ticker") { 1 }] : [] },
      update: { count, step in
        count += step
        return .none
      })
    await clock.advance(by: .seconds(2)) { await clock.waitForSleepers(count: 1) }
    #expect(store.state == 2)
    await clock.advance(by: .seconds(5))
    try await clock.waitUntil { store.state == 3 }
    try clock.requireNoSleepers()
  }

  @Test("Typing is played, and what the store did is drawn")
  func typing() async throws {
    let clock = ManualClock()
    let store = Store("", of: Character.self, environment: StoreEnvironment(clock: clock)) { text, letter in
      text.append(letter)
      return .none
    }
    let recorder = TimelineRecorder<String>(clock: clock)
    let token = store.observe(\.self) { recorder.record($0) }

    let typed = try Timeline("a--b-(cd)|")
    await clock.play(typed) { event in
      if case .value(let letter) = event { store.send(letter) }
    } settle: {
      await store.run()
    }

    let expected = try Timeline(
      "1--2-(34)|", values: ["1": "a", "2": "ab", "3": "abc", "4": "abcd"])
    recorder.record(event: .end)
    #expect(expected.difference(from: try recorder.timeline()) == nil)
    token.cancel()
  }

  @Test("A difference is drawn so that it can be read")
  func difference() throws {
    let expected = try Timeline("a--b-(cd)|")
    let actual = try Timeline("a----b|")
    #expect(
      expected.difference(from: actual) == """
        expected: a--b-(cd)|
        actual:   a----b   |
                     ^
        expected "b" after 3 ticks, got nothing until "b" after 5 ticks
        """)
  }

  @Test("The body of an effect runs without a store")
  func body() async throws {
    let greet: @Sendable (Send<String>) async throws -> Void = { send in
      await send("hello \(send.environment.identifiers.next().low)")
    }

    let sent = TimelineRecorder<String>(clock: ManualClock())
    let environment = StoreEnvironment(identifiers: .counting(from: 7))
    try await greet(Send(environment: environment) { sent.record($0) })

    let timeline = try sent.timeline(values: ["h": "hello 7"])
    #expect(timeline.description == "h")
  }
}
