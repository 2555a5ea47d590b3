import Harvest
import MillraceTesting
import Testing

private typealias Machine = Harvester<String, Int>
private typealias Loop = Feedback<Reply<String, Int>.Success, String>

/// Inputs that are made of what became of inputs.
@MainActor
@Suite struct ScenarioFeedbackTests {
  private let clock = ManualClock()
  /// `+` counts, `=` does not, and everything else is rejected.
  private let mapping = Machine.Mapping { input, state in
    input.hasPrefix("+") ? state + 1 : input.hasPrefix("=") ? state : nil
  }

  private func machine(_ feedback: Loop) -> (Machine, ScenarioBox<[String]>, ObservationToken) {
    let harvester = Machine(
      state: 0, mapping: mapping, feedback: feedback, environment: StoreEnvironment(clock: clock))
    let heard = ScenarioBox<[String]>([])
    return (harvester, heard, harvester.onReply { reply in heard.value.append(reply.input) })
  }

  @Test("produce is called for every input that is accepted, and for none that is rejected")
  func produce() async {
    let (harvester, heard, token) = machine(
      Loop(
        produce: { reply, send in
          if reply.input == "+" { await send("= after \(reply.fromState)") }
        }, strategy: .concat))
    harvester.send("+")
    await harvester.run()
    harvester.send("x")
    await harvester.run()
    #expect(heard.value == ["+", "= after 0", "x"])
    token.cancel()
  }

  @Test("A rejected input reaches no feedback, and stops none that runs", arguments: [false, true])
  func rejected(isStream: Bool) async throws {
    let seen = ScenarioLog<String>()
    let feedback =
      isStream
      ? Loop(transform: { replies in
        replies.map { reply in
          seen.add(reply.input)
          return "= \(reply.input)"
        }.filter { $0 == "= +" }
      })
      : Loop(
        tryGet: { reply in
          seen.add(reply.input)
          return reply.input == "+" ? reply.input : nil
        },
        produce: { input, send in
          try await send.environment.clock.sleep(for: .seconds(1))
          await send("= \(input)")
        })
    let (harvester, heard, token) = machine(feedback)
    harvester.send("+")
    if !isStream { await clock.waitForSleepers(count: 1) }
    harvester.send("x")
    clock.jump(by: .seconds(1))
    try await clock.waitUntil { heard.value.contains("= +") }
    await harvester.run()
    #expect(!seen.entries.contains("x"))
    #expect(heard.value.sorted() == ["+", "= +", "x"])
    token.cancel()
  }

  @Test("tryGet finds what is produced for; with latest, a reply without it stops what runs")
  func tryGet() async throws {
    let (harvester, heard, token) = machine(
      Loop(
        tryGet: { $0.input.hasPrefix("+") ? $0.toState : nil },
        produce: { state, send in
          try await send.environment.clock.sleep(for: .seconds(1))
          await send("= \(state)")
        }))
    harvester.send("+")
    await clock.waitForSleepers(count: 1)
    harvester.send("+")
    try await clock.waitUntil { clock.sleepers.count == 1 }
    clock.jump(by: .seconds(1))
    await harvester.run()
    #expect(heard.value == ["+", "+", "= 2"])
    harvester.send("+")
    await clock.waitForSleepers(count: 1)
    harvester.send("= stop")
    try await clock.waitUntil { clock.sleepers.isEmpty }
    clock.jump(by: .seconds(1))
    await harvester.run()
    #expect(heard.value == ["+", "+", "= 2", "+", "= stop"])
    token.cancel()
  }

  @Test("With another strategy than latest, a reply in which nothing is found does nothing")
  func tryGetElsewhere() async {
    let (harvester, heard, token) = machine(
      Loop(
        tryGet: { $0.input.hasPrefix("+") ? $0.input : nil },
        produce: { input, send in
          try await send.environment.clock.sleep(for: .seconds(1))
          await send("= \(input)")
        }, strategy: .merge))
    harvester.send("+ one")
    harvester.send("= nothing")
    harvester.send("+ two")
    await clock.waitForSleepers(count: 2)
    clock.jump(by: .seconds(1))
    await harvester.run()
    #expect(heard.value.prefix(3) == ["+ one", "= nothing", "+ two"])
    #expect(heard.value.dropFirst(3).sorted() == ["= + one", "= + two"])
    token.cancel()
  }

  @Test("filter produces for those that satisfy it, and the others change nothing")
  func filter() async {
    let (harvester, heard, token) = machine(
      Loop(
        filter: { $0.input.hasPrefix("+") },
        produce: { reply, send in
          try await send.environment.clock.sleep(for: .seconds(1))
          await send("= \(reply.input)")
        }))
    harvester.send("+ one")
    await clock.waitForSleepers(count: 1)
    harvester.send("= nothing")
    clock.jump(by: .seconds(1))
    await harvester.run()
    #expect(heard.value == ["+ one", "= nothing", "= + one"])
    token.cancel()
  }

  @Test(
    "What is produced is flattened by the strategy",
    arguments: [
      (FlattenStrategy.merge, ["= a", "= b", "= c"], 3), (.concat, ["= a", "= b", "= c"], 1),
      (.latest, ["= c"], 1), (.exhaust, ["= a"], 1),
    ])
  func strategies(strategy: FlattenStrategy, results: [String], running: Int) async throws {
    let (harvester, heard, token) = machine(
      Loop(
        filter: { $0.input.hasPrefix("+") },
        produce: { reply, send in
          try await send.environment.clock.sleep(for: .seconds(1))
          await send("= \(reply.input.dropFirst())")
        }, strategy: strategy))
    for letter in ["a", "b", "c"] { harvester.send("+\(letter)") }
    try await clock.waitUntil { clock.sleepers.count == running }
    while !harvester.store.flow.isIdle {
      try await clock.waitUntil { !clock.sleepers.isEmpty || harvester.store.flow.isIdle }
      clock.jump(by: .seconds(1))
    }
    #expect(heard.value.dropFirst(3).sorted() == results)
    token.cancel()
  }

  @Test("transform gives what a sequence made of the replies gives")
  func transform() async throws {
    let (harvester, heard, token) = machine(
      Loop(transform: { replies in
        replies.compactMap { reply in reply.input.hasPrefix("+") ? "= seen \(reply.input)" : nil }
      }))
    harvester.send("+ one")
    harvester.send("x")
    harvester.send("+ two")
    try await clock.waitUntil { heard.value.count == 5 }
    await harvester.run()
    #expect(heard.value.filter { !$0.hasPrefix("= ") } == ["+ one", "x", "+ two"])
    #expect(heard.value.filter { $0.hasPrefix("= ") } == ["= seen + one", "= seen + two"])
    token.cancel()
  }

  @Test("transform may produce for each element, flattened by a strategy")
  func transformAndProduce() async throws {
    let (harvester, heard, token) = machine(
      Loop(
        transform: { replies in replies.compactMap { $0.toState }.filter { $0 > 0 } },
        produce: { state, send in
          guard state < 3 else { return }
          await send("+ \(state)")
        }, strategy: .concat))
    harvester.send("+")
    try await clock.waitUntil { harvester.state == 3 }
    await harvester.run()
    #expect(heard.value == ["+", "+ 1", "+ 2"])
    token.cancel()
  }

  @Test("Several feedbacks are one, and each has a queue of its own; empty gives nothing")
  func reduced() async throws {
    func echo(_ name: String) -> Loop {
      Loop(filter: { $0.input == "+" }, produce: { _, send in await send("= \(name)") })
    }
    let (harvester, heard, token) = machine(
      reduce([echo("one"), .empty, echo("two")]) + .empty
        + Loop(transform: { $0.compactMap { $0.input == "+" ? "= three" : nil } }))
    harvester.send("+")
    try await clock.waitUntil { heard.value.count == 4 }
    #expect(heard.value.sorted() == ["+", "= one", "= three", "= two"])
    let (other, nothing, end) = machine(.empty)
    other.send("+")
    await other.run()
    #expect(nothing.value == ["+"])
    token.cancel()
    end.cancel()
  }

  @Test("A machine with feedback has inputs from a sequence, whose end ends the feedback")
  func inputs() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let harvester = Machine(
      state: 0, inputs: stream, mapping: mapping,
      feedback: Loop(
        filter: { $0.input == "+" },
        produce: { _, send in
          try await send.environment.clock.sleep(for: .seconds(1))
          await send("+ again")
        }), environment: StoreEnvironment(clock: clock))
    continuation.yield("+")
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    try await clock.waitUntil { harvester.state == 2 }
    continuation.yield("+")
    await clock.waitForSleepers(count: 1)
    continuation.finish()
    try await clock.waitUntil { harvester.isFinished && clock.sleepers.isEmpty }
    #expect(harvester.state == 3)
  }

  @Test("A feedback ends with its machine, its sequence of replies, too")
  func end() async throws {
    let ended = ScenarioLog<String>()
    var harvester: Machine? = Machine(
      state: 0, mapping: mapping,
      feedback: Loop(
        produce: { _, send in
          defer { ended.add("work") }
          try await send.environment.clock.sleep(for: .seconds(1))
        })
        + Loop(transform: { replies in
          AsyncStream<String> { continuation in
            let reading = Task {
              for await _ in replies { ended.add("reply") }
              ended.add("replies")
              continuation.finish()
            }
            continuation.onTermination = { _ in reading.cancel() }
          }
        }), environment: StoreEnvironment(clock: clock))
    weak let gone = harvester
    harvester?.send("+")
    await clock.waitForSleepers(count: 1)
    try await clock.waitUntil { ended.entries == ["reply"] }
    harvester = nil
    #expect(gone == nil)
    try await clock.waitUntil { ended.entries.count == 3 }
    #expect(ended.entries.sorted() == ["replies", "reply", "work"])
    #expect(clock.sleepers.isEmpty)
  }

  @Test("An error of a feedback goes to the flow's error handler, and the feedback goes on")
  func errors() async {
    let errors = ScenarioBox<[String]>([])
    let flow = Flow(environment: StoreEnvironment(clock: clock))
    flow.errorHandler = { error in errors.value.append("\(error)") }
    let harvester = Machine(
      state: 0, mapping: mapping,
      feedback: Loop(
        filter: { $0.input.hasPrefix("+") },
        produce: { reply, send in
          if reply.input == "+ bad" { throw ScenarioFailure("torn") }
          await send("= fine")
        }), flow: flow)
    harvester.send("+ bad")
    await harvester.run()
    harvester.send("+ good")
    await harvester.run()
    #expect(errors.value.count == 1 && errors.value.first?.contains("torn") == true)
    #expect(harvester.state == 2)
  }
}
