import MillraceCore
import MillraceTesting
import Testing

/// The diagrams of the article about effects: drawn by hand there, and by the scheduler here.
@Suite("Queues, drawn as text") struct QueueDiagrams {
  /// The requests; `x` cancels all that runs or waits.
  static let requests = "ab-c---d------ex"

  @Test(
    "Every strategy does what its diagram says",
    arguments: [
      (FlattenStrategy.merge, "---ab-c---d"),
      (.concat, "---a--b--c--d"),
      (.concurrent(max: 2), "---ab-c---d"),
      (.latest, "------c---d"),
      (.newest(max: 2), "---ab-c---d"),
      (.exhaust, "---a--c---d"),
      (.oldest(max: 2), "---ab-c---d"),
      (.debounce(for: .seconds(2)), "------------d"),
      (.debounce(for: .seconds(2), cancelsRunning: false), "--------c---d"),
      (.throttle(for: .seconds(4), latest: true), "---a---c---d"),
      (.throttle(for: .seconds(4), latest: false), "---a---b---d"),
      (.spaced(by: .seconds(4)), "---a---b---c---d"),
    ])
  func diagram(strategy: FlattenStrategy, results: String) throws {
    let drawn = try draw(Self.requests, strategy, taking: 3)
    let expected = try Timeline(results)
    #expect(expected.difference(from: drawn) == nil)
  }

  /// The results of requests in one queue; each takes so many ticks.
  private func draw(
    _ requests: String, _ strategy: FlattenStrategy, taking length: Int
  ) throws -> Timeline<Character> {
    let timeline = try Timeline(requests)
    let recorder = TimelineRecorder<Character>()
    var scheduler = EffectScheduler<String, String>()
    var actions: [EffectAction] = []
    var letters: [UInt64: Character] = [:]
    var ends: [(tick: Int, token: EffectToken)] = []

    func carryOut(_ tick: Int) {
      for action in actions {
        switch action {
        case .start(let token): ends.append((tick + length, token))
        case .cancel(let token): ends.removeAll { $0.token == token }
        case .wait, .drop, .wake: break
        }
      }
      actions = []
    }

    for tick in 0..<24 {
      let now = Duration.seconds(tick)
      for end in ends where end.tick == tick {
        if let letter = letters[end.token.serial] { recorder.record(letter, at: now) }
        scheduler.finish(end.token, into: &actions)
      }
      ends.removeAll { $0.tick == tick }
      carryOut(tick)
      scheduler.timerFired(now: now, into: &actions)
      carryOut(tick)
      for moment in timeline.moments where moment.ticks == tick {
        guard case .value(let letter) = moment.event else { continue }
        if letter == "x" {
          scheduler.cancelAll(into: &actions)
          carryOut(tick)
          continue
        }
        let token = scheduler.request(
          id: nil, queue: "queue", policy: QueuePolicy(strategy), now: now, into: &actions)
        letters[token.serial] = letter
        carryOut(tick)
      }
    }
    return try recorder.timeline()
  }
}
