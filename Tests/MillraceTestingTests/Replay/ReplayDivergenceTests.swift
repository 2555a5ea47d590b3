import Millrace
import MillraceTesting
import Testing

/// A small search whose every decision can be made otherwise.
private struct Search: Codable, Equatable {
  var query = ""
  var results: [String] = []
  var isBusy = false
}

private enum SearchMessage: Codable, Equatable, Sendable {
  case typed(String)
  case found(String)
  case done
  case clear
  case stop
}

/// The parts of the search that differ from the recorded ones.
private struct Change {
  var state = false
  var label = "search"
  var starts = true
  var queue: EffectQueue = .latest("search")
  var handles = true
  var sends = true
  var sendsMore = false
  var followUp = SearchMessage.done
  var cancels = false
}

private final class Program {
  let store: Store<Search, SearchMessage>
  private let token: ObservationToken

  init(_ flow: Flow, _ change: Change = Change(), first: Search = Search()) {
    store = Store(first, name: "search", flow: flow) { search, message in
      switch message {
      case .typed(let text):
        search.query = change.state && text == "sw" ? text.uppercased() : text
        search.isBusy = true
        if change.cancels { return .cancelAll }
        return change.starts
          ? .run(in: change.queue, id: "id", label: EffectLabel("\(change.label) \(text)")) { send in
            await letOthersRun()
            await send(.found(text))
          } : .none
      case .found(let text):
        search.results.append(text)
        return .send(change.followUp)
      case .done:
        search.isBusy = false
        return .none
      case .clear:
        search.results = []
        return change.handles ? .none : .unhandled
      case .stop: return .cancel(id: "id")
      }
    }
    token = store.observe(\.results) { [store] results in
      if results.count == 2 && change.sends { store.send(.clear) }
      if results.count == 1 && change.sendsMore { store.send(.stop) }
    }
  }
}

struct ReplayDivergenceTests {
  /// 1 typed s, 2 typed sw (cancels the first), 3 found sw, 4 done, 5 typed swi, 6 found swi, 7 clear, 8
  /// done.
  @ReplayHome
  private static func record() async throws -> Replay {
    let program = Program(Flow(name: "app", environment: StoreEnvironment(clock: ManualClock())))
    let recorder = try HistoryRecorder(program.store.flow)
    try recorder.record(program.store)
    program.store.send(.typed("s"))
    program.store.send(.typed("sw"))
    await program.store.run()
    program.store.send(.typed("swi"))
    await program.store.run()
    try recorder.finish()
    return try Replay(lines: recorder.text)
  }

  private static func divergence(_ change: Change, first: Search = Search()) async throws -> ReplayDivergence?
  {
    try await record().divergence { stage in
      let program = Program(stage.flow, change, first: first)
      try stage.add(program.store)
      return program
    }
  }

  @Test("Code that has not changed agrees, and the report says how many turns were compared")
  func unchanged() async throws {
    let replay = try await Self.record()
    let report = try replay.run { stage in
      let program = Program(stage.flow)
      try stage.add(program.store)
      return program
    }
    #expect(report.divergence == nil)
    #expect(report.turnsCompared == 8 && report.turnCount == 8)
    #expect("\(report)" == "All 8 turns agree with the history.")
  }

  @Test(
    "An update that changes the state otherwise is found at its turn, with the difference and what came before"
  )
  func state() async throws {
    let divergence = try #require(try await Self.divergence(Change(state: true)))
    #expect(divergence.place == .turn(2) && divergence.turn == 2)
    #expect(divergence.cause == "sent")
    let text = "\(divergence)"
    #expect(text.hasPrefix(#"The replay diverges in turn 2, `typed("sw")` to `search` (sent)."#))
    #expect(text.contains("The state differs from the recorded one:"))
    #expect(text.contains("-") && text.contains(#""sw""#) && text.contains(#""SW""#))
    #expect(text.contains("Before it:\n  turn 1, `typed(\"s\")` to `search` (sent)"))
  }

  @Test("An effect with another label is found at the turn that asks for it")
  func label() async throws {
    let divergence = try #require(try await Self.divergence(Change(label: "look for")))
    #expect(divergence.place == .turn(1))
    #expect(
      divergence.findings == [
        .effects(
          """
          - started `search s`, id id, in search (latest), effect 1
          + started `look for s`, id id, in search (latest), effect 1
          """)
      ])
  }

  @Test("An effect that is no longer started is found at the turn that asked for it")
  func notStarted() async throws {
    let divergence = try #require(try await Self.divergence(Change(starts: false)))
    #expect(divergence.place == .turn(1))
    #expect(divergence.findings == [.effects("- started `search s`, id id, in search (latest), effect 1")])
  }

  @Test(
    "A queue with another strategy is found at the first turn that uses it",
    arguments: [
      .concat("search"), .exhaust("search"), .merge("search"), .debounce("search", for: .seconds(1)),
      .latest("other"), .latest("search").capacity(3),
    ] as [EffectQueue])
  func queue(_ queue: EffectQueue) async throws {
    let divergence = try #require(try await Self.divergence(Change(queue: queue)))
    #expect(divergence.place == .turn(1))
    #expect(divergence.findings.contains { if case .effects = $0 { true } else { false } })
  }

  @Test("A message that is no longer handled is found at its turn")
  func unhandled() async throws {
    let divergence = try #require(try await Self.divergence(Change(handles: false)))
    #expect(divergence.place == .turn(7))
    #expect(divergence.findings == [.handled(recorded: true)])
    #expect(divergence.context.count == 5)
  }

  @Test("An observer that no longer sends is found at the turn of the message that is missing")
  func observer() async throws {
    let divergence = try #require(try await Self.divergence(Change(sends: false)))
    #expect(divergence.place == .turn(7))
    #expect(divergence.message == "clear" && divergence.cause == "turn 6")
    // What comes in its place is the message behind it.
    #expect("\(divergence)".contains("Turn 6 sends another message now:"))
  }

  @Test("A message that a turn did not send then is found")
  func extra() async throws {
    let divergence = try #require(try await Self.divergence(Change(sendsMore: true)))
    // Observers send before the update's own message is in line.
    #expect(divergence.place == .turn(4))
    let text = "\(divergence)"
    #expect(text.contains("Turn 3 sends another message now:"), "\(text)")
  }

  @Test(
    "A message at the end of what a turn leads to is found at once when it is extra, and at its turn when missing"
  )
  func last() throws {
    func make(_ flow: Flow, sends: Bool) -> Store<Int, Int> {
      Store(0, name: "n", flow: flow) { sum, number in
        sum += number
        return sends && number == 2 ? .send(0) : .none
      }
    }
    func divergence(then: Bool, today: Bool) throws -> ReplayDivergence? {
      let flow = Flow()
      let recorder = try HistoryRecorder(flow)
      let store = make(flow, sends: then)
      try recorder.record(store)
      for number in 1...4 { store.send(number) }
      try recorder.finish()
      return try Replay(lines: recorder.text).divergence { try $0.add(make($0.flow, sends: today)) }
    }
    let extra = try #require(try divergence(then: false, today: true))
    #expect(extra.place == .turn(2))
    #expect(extra.findings == [.messageExtra("0", store: "n", byTurn: 2)])
    let missing = try #require(try divergence(then: true, today: false))
    #expect(missing.place == .turn(3))
    #expect(missing.findings == [.messageMissing(byTurn: 2)])
    #expect(try divergence(then: true, today: true) == nil)
  }

  @Test("A turn that sends another message is found, with the difference")
  func otherMessage() async throws {
    let divergence = try #require(try await Self.divergence(Change(followUp: .stop)))
    #expect(divergence.place == .turn(4))
    guard case .messageDiffers(byTurn: 3, let difference) = divergence.findings.first else {
      Issue.record("\(divergence)")
      return
    }
    #expect(difference.contains("done") && difference.contains("stop"))
  }

  @Test("Another first state is found before any turn")
  func firstState() async throws {
    let divergence = try #require(try await Self.divergence(Change(), first: Search(query: "x")))
    #expect(divergence.place == .beginning && divergence.turn == 0)
    #expect("\(divergence)".hasPrefix("The replay diverges before the first turn of `search`."))
  }
}
