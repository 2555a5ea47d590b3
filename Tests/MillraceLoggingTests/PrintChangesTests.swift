import Millrace
import MillraceLogging
import MillraceSupport
import MillraceTesting
import MillraceToolkit
import Testing

@MainActor
@Suite struct PrintChangesTests {
  private let lines = Lines()

  @Test("A turn shows its number, its message, what has changed, and what becomes of effects")
  func turns() async {
    let store = Search.store()
    let token = store.printChanges(to: lines.add)
    store.send(.typed("swift"))
    await store.run()
    #expect(
      lines.text == """
          1 search  .typed("swift")
              query: "" → "swift"
            ▸ search swift
          2 search  .found(["swift"])  ← search swift, turn 1
            + results[0]: "swift"
            ✓ search swift  turn 1
        """)
    lines.clear()
    store.send(.typed("hang"))
    store.send(.typed("other"))
    #expect(
      lines.text == """
          3 search  .typed("hang")
              query: "swift" → "hang"
            ▸ search hang
          4 search  .typed("other")
              query: "hang" → "other"
            ✗ search hang cancelled
            ▸ search other
        """)
    await store.run()
    withExtendedLifetime(token) {}
  }

  @Test(
    "A failed effect shows its error, a message that nothing handles says so, and other errors stand alone")
  func errors() async {
    let store = Search.store()
    var told: [String] = []
    store.flow.errorHandler = { told.append("\($0)") }
    let token = store.printChanges(redaction: .marked, to: lines.add)
    store.send(.typed("fail"))
    await store.run()
    #expect(lines.all.last == "    ✗ search fail: The network is down (pearl).  turn 1")
    store.send(.unknown)
    #expect(lines.all.last == "  2 search  .unknown  not handled")
    lines.clear()
    store.send(.report)
    #expect(
      lines.all.first?.hasPrefix("    ! The store `search` reports: The network is down (pearl).") == true)
    #expect(told.count == 3)
    withExtendedLifetime(token) {}
  }

  @Test("Each part can be left out, and a turn without any of them is not printed")
  func parts() async {
    let store = Search.store()
    func printed(_ parts: PrintedParts, _ message: Search.Message) async -> [String] {
      lines.clear()
      let token = store.printChanges(parts, to: lines.add)
      store.send(message)
      await store.run()
      token.cancel()
      return lines.all
    }
    #expect(await printed(.messages, .typed("a")).count == 2)
    #expect(await printed(.state, .found([])) == ["  3 search  .found([])", "    - results[0]: \"a\""])
    #expect(await printed(.state, .found([])) == [])
    #expect(await printed(.effects, .failed) == [])
    #expect(
      await printed(.effects, .typed("b")) == [
        #"  6 search  .typed("b")"#, "    ▸ search b", "    ✓ search b  turn 6",
      ])
  }

  @Test("A filter leaves turns out, with what becomes of their effects later")
  func filter() async {
    let store = Search.store()
    let token = store.printChanges(
      where: { record in
        guard let message = record.message as? Search.Message else { return false }
        return message != .typed("b")
      }, to: lines.add)
    store.send(.typed("b"))
    await store.run()
    #expect(lines.all == [#"  2 search  .found(["b"])  ← search b, turn 1"#, #"    + results[0]: "b""#])
    withExtendedLifetime(token) {}
  }

  @Test("Of a flow all stores are printed, of a store its own turns, also beside another of its name")
  func stores() {
    let flow = Search.flow()
    let first = Search.store(flow: flow)
    let second = Search.store(flow: flow)
    let own = Lines()
    let token = flow.printChanges(.messages, to: lines.add)
    let ownToken = second.printChanges(.messages, to: own.add)
    first.send(.failed)
    second.send(.failed)
    #expect(lines.all == ["  1 search  .failed", "  2 search  .failed"])
    #expect(own.all == ["  2 search  .failed"])
    let late = Search.store(name: "late", flow: flow)
    late.send(.found(["a"]))
    #expect(lines.all.count == 3)
    withExtendedLifetime((token, ownToken)) {}
  }

  @Test("Secrets are hidden in messages and in the state, as the redaction says")
  func secrets() {
    let store = Search.store()
    let token = store.printChanges(to: lines.add)
    store.send(.signedIn(user: "ada", password: "pearl"))
    store.send(.key(Redacted("pearl")))
    #expect(
      lines.all == [
        #"  1 search  .signedIn(user: "ada", password: <redacted>)"#, "  2 search  .key(<redacted>)",
      ])
    withExtendedLifetime(token) {}
  }

  @Test("Control characters are printed as escapes, and no line is longer than the maximum length")
  func hostile() async {
    let store = Search.store()
    let token = store.printChanges(maximumLength: 40, isColored: false, to: lines.add)
    let text = "\u{1B}[2J\n\u{9B}31m\u{202E}" + String(repeating: "漢", count: 100)
    store.send(.typed(text))
    await store.run()
    #expect(lines.all.count > 4)
    for line in lines.all {
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect(!line.contains("\u{202E}"))
      #expect(TextWidth.of(line) <= 40, "\(line)")
    }
    withExtendedLifetime(token) {}
  }

  @Test("Colours are used when they are asked for, and each line ends without one")
  func colors() {
    let store = Search.store()
    let token = store.printChanges(isColored: true, to: lines.add)
    store.send(.found(["a"]))
    #expect(
      lines.all[0] == "\u{1B}[2m  1\u{1B}[0m \u{1B}[36msearch\u{1B}[0m  \u{1B}[1m.found([\"a\"])\u{1B}[0m")
    #expect(lines.all[1] == "    \u{1B}[32m+ results[0]: \"a\"\u{1B}[0m")
    withExtendedLifetime(token) {}
  }

  @Test("It prints until its token ends, and does not keep the store")
  func ends() {
    var store: Store? = Search.store()
    weak let weakStore = store
    let token = store?.printChanges(to: lines.add)
    store?.send(.failed)
    token?.cancel()
    store?.send(.failed)
    #expect(lines.all.count == 1)
    store = nil
    #expect(weakStore == nil)
  }

  @Test("The end of a store cancels its effects, and what is printed of it comes from no other store")
  func endOfStore() {
    let flow = Search.flow()
    var store: Store? = Search.store(flow: flow)
    let token = flow.printChanges(to: lines.add)
    store?.send(.typed("hang"))
    store = nil
    let next = Search.store(name: "next", flow: flow)
    next.send(.found(["a"]))
    #expect(lines.all.suffix(2) == [#"  2 next    .found(["a"])"#, #"    + results[0]: "a""#])
    withExtendedLifetime(token) {}
  }

  @Test("A break of the history is told")
  func breaks() {
    let store = Search.store()
    let token = store.printChanges(to: lines.add)
    _ = FlowInternals(store.flow).breakHistory("a past state was kept")
    #expect(lines.all == ["    — the history breaks at 1: a past state was kept"])
    withExtendedLifetime(token) {}
  }

  @Test(
    "The time of a turn is shown in the unit that fits",
    arguments: [
      (Duration.zero, nil), (.nanoseconds(1_400), "1 µs"), (.microseconds(41), "41 µs"),
      (.microseconds(1_234), "1.2 ms"), (.microseconds(12_345), "12 ms"), (.milliseconds(999), "999 ms"),
      (.milliseconds(1_234), "1.2 s"),
    ])
  func times(_ time: Duration, _ text: String?) {
    let clock = SteppingClock(step: time)
    let store = Store(
      0, of: Int.self, name: "number", environment: StoreEnvironment(clock: clock)
    ) { number, _ in
      clock.advance()
      number += 1
      return .none
    }
    let token = store.printChanges(.messages, to: lines.add)
    store.send(7)
    #expect(lines.all == ["  1 number  7" + (text.map { "  \($0)" } ?? "")])
    withExtendedLifetime(token) {}
  }
}

/// A clock that a test moves by hand, and on which nothing waits.
private final class SteppingClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let step: Duration
  private let time = Locked(Duration.zero)

  init(step: Duration) {
    self.step = step
  }

  var now: Instant { Instant(offset: time.withLock { $0 }) }
  var minimumResolution: Duration { .zero }

  func advance() { time.withLock { $0 += step } }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
