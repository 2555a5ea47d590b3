import Aftermath
import MillraceTesting
import Testing

@Suite("Timing from a command to its answer")
@MainActor
struct ToolsAnswerTests {
  let bench = ToolsBench()
  let lines = ToolsLines()

  init() {
    pipe([])
    bench.engine.use(ToolsBooks.self) { _ in .progress }
    bench.engine.use(ToolsMove.self) { _ in .progress }
    bench.react(to: ToolsMove.self) { _ in }
  }

  private func pipe(_ inner: [any CommandMiddleware]) {
    let timing = CommandTiming(
      environment: bench.engine.environment, within: .seconds(10), sink: lines.sink)
    bench.engine.pipeCommands(through: [timing] + inner)
    bench.engine.pipeEvents(through: [timing])
  }

  private func pass(_ seconds: Int) { bench.clock.jump(by: .seconds(seconds)) }
  private func answer() { bench.engine.publish(event: Event<ToolsBooks>.data(["a"])) }

  @Test("it ends with the first data, not with progress, and later data tells nothing")
  func data() {
    bench.books()
    pass(1)
    bench.engine.publish(event: Event<ToolsBooks>.progress)
    pass(2)
    answer()
    answer()
    #expect(lines.all == ["aftermath: command ToolsBooks was answered after 3.0 seconds"])
    #expect(bench.told == ["wait", "wait", "a", "a"])
  }

  @Test("it ends with the first error")
  func error() {
    bench.books()
    pass(1)
    bench.engine.publish(event: Event<ToolsBooks>.error(ToolsProblem()))
    #expect(lines.all == ["aftermath: command ToolsBooks was answered after 1.0 seconds"])
  }

  @Test("an error that the handler throws is an answer")
  func thrown() {
    bench.useBooks()
    bench.books("bad")
    bench.books("slow")
    #expect(
      lines.all == [
        "aftermath: command ToolsBooks was answered after 0.0 seconds",
        "aftermath: command ToolsBooks was answered after 2.0 seconds",
      ])
  }

  @Test("of several commands the oldest of the type is answered first")
  func order() {
    bench.books()
    pass(1)
    bench.engine.execute(command: ToolsMove.left)
    bench.books()
    pass(1)
    answer()
    bench.engine.publish(event: Event<ToolsMove>.data(1))
    pass(3)
    answer()
    #expect(
      lines.all == [
        "aftermath: command ToolsBooks was answered after 2.0 seconds",
        "aftermath: command ToolsMove was answered after 1.0 seconds",
        "aftermath: command ToolsBooks was answered after 4.0 seconds",
      ])
  }

  @Test("a command that has no handler, or fails with a failure, is forgotten")
  func forgotten() throws {
    pipe([
      try RateLimitCommandMiddleware(limit: 1, per: .seconds(60), environment: bench.engine.environment)
    ])
    bench.books()
    pass(1)
    bench.books()
    bench.engine.execute(command: ToolsTouch())
    pass(1)
    answer()
    answer()
    bench.engine.publish(event: Event<ToolsTouch>.data(()))
    #expect(lines.all == ["aftermath: command ToolsBooks was answered after 2.0 seconds"])
    #expect(bench.errors.lines.all.count == 2)
  }

  @Test("a command that is not answered within the limit is reported, once the next of its type comes")
  func limit() {
    bench.books()
    bench.books()
    pass(10)
    bench.books()
    #expect(lines.all == [])
    bench.clock.jump(by: .nanoseconds(1))
    answer()
    #expect(
      lines.all == [
        "aftermath: command ToolsBooks was not answered within 10.0 seconds",
        "aftermath: command ToolsBooks was not answered within 10.0 seconds",
        "aftermath: command ToolsBooks was answered after 1e-09 seconds",
      ])
    bench.books()
    pass(11)
    bench.books()
    #expect(lines.all.count == 4)
  }

  @Test("events without a command, and facts, are no answers")
  func strangers() {
    answer()
    bench.engine.post(fact: ToolsFact(name: "Ada"))
    #expect(lines.all == [])
    #expect(bench.told == ["a", "Ada"])
  }

  @Test("the time of an asynchronous handler is its whole work")
  func asynchronous() async {
    struct Handler: AsyncCommandHandler {
      let environment: StoreEnvironment
      func handle(command: ToolsBooks) async throws -> [String] {
        try await environment.clock.sleep(for: .seconds(3))
        return ["late"]
      }
    }
    bench.engine.use(handler: Handler(environment: bench.engine.environment))
    bench.books()
    await bench.clock.waitForSleepers(count: 1)
    pass(3)
    await bench.engine.run()
    #expect(lines.all == ["aftermath: command ToolsBooks was answered after 3.0 seconds"])
  }

  @Test("used by several threads, each answer is reported once")
  func threads() async {
    let timing = CommandTiming(environment: bench.engine.environment) { [lines] command, time in
      lines.add("\(command) \(time, default: "never")")
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { @concurrent in
          for _ in 0..<500 {
            try? timing.intercept(command: ToolsBooks(), execute: { _ in }, next: { _ in })
            try? timing.intercept(event: Event<ToolsBooks>.data([]), publish: { _ in }, next: { _ in })
          }
        }
      }
    }
    #expect(lines.all == Array(repeating: "ToolsBooks 0.0 seconds", count: 4_000))
  }
}
