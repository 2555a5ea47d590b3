import Aftermath
import MillraceTesting
import Synchronization
import Testing

@Suite("Rate limits")
@MainActor
struct ToolsRateTests {
  let bench = ToolsBench()

  private func limited(
    _ limit: Int, per time: Duration, isSilent: Bool = false
  ) throws -> RateLimitCommandMiddleware {
    try RateLimitCommandMiddleware(
      limit: limit, per: time, environment: bench.engine.environment, isSilent: isSilent)
  }

  @Test("what is above the limit fails, and passes again when the time is over")
  func commands() async throws {
    bench.useBooks()
    bench.engine.pipeCommands(through: [try limited(2, per: .seconds(1))])
    for shelf in ["1", "2", "3"] { bench.books(shelf) }
    #expect(bench.told == ["1", "2"])
    let text =
      #"`ToolsBooks(shelf: "3")` was rejected, because 2 of its type have already passed within 1.0 seconds; "#
      + "execute it later, or raise the limit."
    #expect(bench.errors.lines.all == [text])
    await #expect(
      throws: Failure.rateLimited(message: #"ToolsBooks(shelf: "4")"#, limit: 2, time: .seconds(1))
    ) {
      try await bench.engine.result(of: ToolsBooks(shelf: "4"))
    }
    bench.clock.jump(by: .milliseconds(999))
    bench.books("5")
    bench.clock.jump(by: .milliseconds(1))
    bench.books("6")
    #expect(bench.told == ["1", "2", "6"])
  }

  @Test("the window slides: each counts for the whole time from when it has passed")
  func slides() throws {
    bench.useBooks()
    bench.engine.pipeCommands(through: [try limited(2, per: .seconds(10), isSilent: true)])
    for second in 0..<24 {
      bench.books("\(second)")
      bench.clock.jump(by: .seconds(second == 0 ? 9 : 1))
    }
    #expect(bench.told == ["0", "1", "2", "11", "12", "21", "22"])
    #expect(bench.errors.lines.all == [])
  }

  @Test("each type has a limit of its own")
  func types() throws {
    bench.useBooks()
    bench.engine.pipeCommands(through: [try limited(1, per: .seconds(1), isSilent: true)])
    for _ in 0..<2 {
      bench.books()
      bench.engine.execute(command: ToolsTouch())
    }
    #expect(bench.told == ["a", "touched"])
  }

  @Test("events of one command count together, and what is too much fails or is dropped")
  func events() async throws {
    bench.engine.use(ToolsBooks.self) { .data([$0.shelf]) }
    let environment = bench.engine.environment
    bench.engine.pipeEvents(through: [
      try RateLimitEventMiddleware(limit: 2, per: .seconds(1), environment: environment)
    ])
    bench.engine.publish(event: Event<ToolsBooks>.progress)
    bench.engine.publish(event: Event<ToolsBooks>.data(["1"]))
    bench.engine.publish(event: Event<ToolsBooks>.data(["2"]))
    for name in ["Ada", "Bob", "Cyd"] { bench.engine.post(fact: ToolsFact(name: name)) }
    #expect(bench.told == ["wait", "1", "Ada", "Bob"])
    let rest =
      " was rejected, because 2 of its type have already passed within 1.0 seconds; "
      + "execute it later, or raise the limit."
    #expect(
      bench.errors.lines.all == [
        #"`event ToolsBooks data ["2"]`"# + rest, #"`fact ToolsFact(name: "Cyd")`"# + rest,
      ])
    await #expect(throws: Failure.self) { try await bench.engine.result(of: ToolsBooks()) }
    bench.engine.pipeEvents(through: [
      try RateLimitEventMiddleware(limit: 1, per: .seconds(1), environment: environment, isSilent: true)
    ])
    bench.told = []
    for name in ["Ada", "Bob"] { bench.engine.post(fact: ToolsFact(name: name)) }
    #expect(bench.told == ["Ada"])
    #expect(bench.errors.lines.all.count == 3)
  }

  @Test("a limit or a time that is not above zero is an error that says so")
  func invalid() {
    let environment = bench.engine.environment
    #expect(throws: InvalidRateLimit(limit: 0, time: .seconds(1))) { try limited(0, per: .seconds(1)) }
    #expect(throws: InvalidRateLimit(limit: 1, time: .zero)) { try limited(1, per: .zero) }
    #expect(throws: InvalidRateLimit(limit: -1, time: .seconds(-1))) {
      try RateLimitEventMiddleware(limit: -1, per: .seconds(-1), environment: environment)
    }
    #expect(
      "\(InvalidRateLimit(limit: 0, time: .seconds(1)))"
        == "A rate limit of 0 per 1.0 seconds is invalid, because both must be above zero; use greater values, "
        + "or use the silence middleware to stop everything.")
  }

  @Test(
    "no stretch of the time sees more than the limit, and nothing is refused that would fit",
    arguments: 1...40)
  func law(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let clock = ManualClock()
    let limit = Int.random(in: 1...20, using: &random)
    let time = Int.random(in: 1...50, using: &random)
    let middleware = try RateLimitCommandMiddleware(
      limit: limit, per: .milliseconds(time), environment: StoreEnvironment(clock: clock), isSilent: true)
    var now = 0
    var passed: [Int] = []
    for _ in 0..<400 {
      let step = Int.random(in: 0...4, using: &random) * Int.random(in: 0...2, using: &random)
      now += step
      clock.jump(by: .milliseconds(step))
      let lines = ToolsLines()
      try middleware.intercept(command: ToolsBooks(), execute: { _ in }, next: { _ in lines.add("passed") })
      let fits = passed.count { $0 > now - time } < limit
      #expect((lines.all.count == 1) == fits, "seed \(seed), \(limit) per \(time), at \(now) after \(passed)")
      if lines.all.count == 1 { passed.append(now) }
    }
  }

  @Test("copies count together, on several threads")
  func threads() async throws {
    let middleware = try limited(100, per: .seconds(1), isSilent: true)
    let passed = ToolsLines()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { @concurrent in
          for _ in 0..<200 {
            try? middleware.intercept(
              command: ToolsBooks(), execute: { _ in }, next: { _ in passed.add("passed") })
          }
        }
      }
    }
    #expect(passed.all.count == 100)
  }
}
