import Millrace
import MillraceTesting
import Testing

/// The results of effects and subscriptions, and their time.
struct ReplayEffectTests {
  @Test("A message of an effect that today's code has cancelled, or never started, says so")
  func effectGone() throws {
    func replay(effects: String) throws -> ReplayDivergence? {
      let lines = """
        {"every":1,"first":0,"flow":"f","history":"millrace","version":1}
        {"enters":"n","state":0}
        {"cause":"sent","effects":\(effects),"store":"n","turn":1,"message":5,"state":0}
        {"cause":"sent","effects":[{"kind":"cancelled","label":"five","id":"five","serial":1}],"store":"n","turn":2,"message":6}
        {"cause":"effect 1 of turn 1","store":"n","turn":3,"message":7}
        """
      return try Replay(lines: lines).divergence { stage in
        try stage.add(
          Store(0, of: Int.self, name: "n", flow: stage.flow) { _, number in
            number == 5
              ? .run(id: "five", label: "five") { await $0(7) } : number == 6 ? .cancel(id: "five") : .none
          })
      }
    }
    let cancelled = try replay(effects: #"[{"kind":"started","label":"five","id":"five","serial":1}]"#)
    #expect(
      cancelled?.findings == [
        .effectNotRunning(1, why: "is `five` and was cancelled now in or after turn 2")
      ])
    #expect(cancelled?.place == .turn(3))

    let lines = """
      {"every":1,"first":0,"flow":"f","history":"millrace","version":1}
      {"enters":"n","state":0}
      {"cause":"effect 4 of turn 1","store":"n","turn":3,"message":7}
      """
    let absent = try Replay(lines: lines).divergence { stage in
      try stage.add(Store(0, of: Int.self, name: "n", flow: stage.flow) { _, _ in .none })
    }
    #expect(absent?.findings == [.effectNotRunning(4, why: "the current code has not started")])
    let text = try #require(absent).description
    #expect(text.contains("The message came from effect 4, which the current code has not started."))
  }

  @Test("An effect whose end starts another today, or no more, is found between the turns")
  func ends() async throws {
    func make(_ flow: Flow, queue: EffectQueue?) -> Store<Int, Int> {
      Store(0, name: "n", flow: flow) { sum, number in
        sum += number
        return number > 0
          ? .concatenate(.run(in: queue, label: "a") { _ in }, .run(label: "b") { _ in }) : .none
      }
    }
    let text = try await Task { @ReplayHome in
      let flow = Flow(environment: StoreEnvironment(clock: ManualClock()))
      let store = make(flow, queue: nil)
      let recorder = try HistoryRecorder(flow)
      try recorder.record(store)
      store.send(1)
      await store.run()
      try recorder.finish()
      return recorder.text
    }.value
    #expect(try Replay(lines: text).divergence { try $0.add(make($0.flow, queue: nil)) } == nil)
    let changed = text.replacing(#""label":"b""#, with: #""label":"c""#)
    let divergence = try #require(
      try Replay(lines: changed).divergence { try $0.add(make($0.flow, queue: nil)) })
    #expect(divergence.place == .after(1))
    #expect("\(divergence)".hasPrefix("The replay diverges after turn 1, in `n`."))
  }

  @Test("A message of a subscription that is not there today is found")
  func subscription() async throws {
    let text = try await Task { @ReplayHome in
      let clock = ManualClock()
      let flow = Flow(environment: StoreEnvironment(clock: clock))
      let store = Store(
        0, name: "n", flow: flow,
        subscriptions: {
          $0 < 3
            ? [
              .listening("bell") { sender in
                sender.send(1); return {}
              }
            ] : []
        },
        update: { (sum: inout Int, number: Int) -> Effect<Int> in
          sum += number
          return .none
        })
      let recorder = try HistoryRecorder(flow)
      try recorder.record(store)
      await store.run()
      try recorder.finish()
      return recorder.text
    }.value
    #expect(text.contains(#""cause":"subscription 1""#))
    func make(_ flow: Flow, listens: Bool) -> Store<Int, Int> {
      Store(
        0, name: "n", flow: flow,
        subscriptions: { _ in listens ? [.listening("bell") { _ in {} }] : [] },
        update: { sum, number in
          sum += number
          return .none
        })
    }
    #expect(try Replay(lines: text).divergence { try $0.add(make($0.flow, listens: true)) } == nil)
    let divergence = try #require(
      try Replay(lines: text).divergence { try $0.add(make($0.flow, listens: false)) })
    #expect(divergence.place == .beginning)
    #expect(divergence.findings.contains { if case .subscriptionsAtBeginning = $0 { true } else { false } })
  }

  private static func queues(_ flow: Flow) -> Store<Int, Int> {
    Store(0, name: "n", flow: flow) { _, number in
      switch number {
      case 1: .run(in: .concat("q"), id: "a") { _ in }
      case 2: .run(in: .concat("q"), id: "b") { _ in }
      case 3: .cancel(id: "a")
      default: .run(in: .debounce("d", for: .seconds(5)), id: "c") { _ in }
      }
    }
  }

  @Test("A cancelled effect whose body had returned gives its place to the next in the same turn, as it did")
  func returned() throws {
    func history(_ returned: String) -> String {
      """
      {"every":1,"first":0,"flow":"f","history":"millrace","version":1}
      {"enters":"n","state":0}
      {"cause":"sent","effects":[{"kind":"started","id":"a","queue":"q (concat)","serial":1}],"store":"n","turn":1,"message":1}
      {"cause":"sent","effects":[{"kind":"waiting","id":"b","queue":"q (concat)","serial":2}],"store":"n","turn":2,"message":2}
      {"cause":"sent","effects":[{"kind":"cancelled","id":"a","queue":"q (concat)","serial":1},\
      {"kind":"started","id":"b","queue":"q (concat)","serial":2}],\(returned)"store":"n","turn":3,"message":3}
      """
    }
    let faithful = try Replay(lines: history(#""returned":[1],"#)).divergence {
      try $0.add(Self.queues($0.flow))
    }
    #expect(faithful == nil)
    let held = try Replay(lines: history("")).divergence { try $0.add(Self.queues($0.flow)) }
    #expect(held?.place == .turn(3))
  }

  @Test(
    "When a time was over is for the record to say, also where it has a little less than the queue waits for")
  func time() throws {
    let text = #"""
      {"every":1,"first":0,"flow":"f","history":"millrace","version":1}
      {"enters":"n","state":0}
      {"cause":"sent","effects":[{"kind":"waiting","id":"c","queue":"d (debounce(for: 5.0 seconds))","serial":1}],"store":"n","time":[0,1000],"turn":1,"message":4}
      {"after":1,"effects":[{"kind":"started","id":"c","queue":"d (debounce(for: 5.0 seconds))","serial":1}],"store":"n","time":[0,4999000000000000000]}
      """#
    #expect(try Replay(lines: text).divergence { try $0.add(Self.queues($0.flow)) } == nil)
  }
}
