import Aftermath
import Testing

@Suite("Middleware for commands and events")
@MainActor
struct ToolsGenericTests {
  let bench = ToolsBench()
  let lines = ToolsLines()

  init() {
    bench.useBooks()
  }

  @Test("one type serves the chain of commands and the chain of events")
  func both() {
    bench.engine.pipeCommands(through: [Following<any AnyCommand>(lines: lines)])
    bench.engine.pipeEvents(through: [Following<any AnyEvent>(lines: lines)])
    bench.engine.execute(command: ToolsTouch())
    #expect(bench.told == ["touched"])
    #expect(lines.all == ["ToolsTouch", "done", "Event<ToolsTouch>", "done"])
  }

  @Test("with any other subject, middleware of the library passes it on")
  func others() throws {
    let limit = try RateLimitMiddleware<Int>(
      limit: 1, per: .seconds(1), environment: bench.engine.environment)
    for number in 1...3 {
      try limit.pass(number) { lines.add("\($0)") }
      try AbortMiddleware<Int>(commands: [ToolsTouch.self]).pass(number) { lines.add("\($0)") }
      try FailMiddleware<Int>(failures: [(ToolsTouch.self, ToolsProblem())]).pass(number) {
        lines.add("\($0)")
      }
    }
    try LogMiddleware<Int>(sink: lines.sink).pass(4) { _ in }
    #expect(lines.all == ["1", "1", "1", "2", "2", "2", "3", "3", "3", "aftermath: 4"])
  }
}

private struct Following<Subject: Sendable>: GenericMiddleware {
  let lines: ToolsLines

  func pass(_ subject: Subject, to next: (Subject) throws -> Void) throws {
    lines.add("\(type(of: subject as Any))")
    try next(subject)
    lines.add("done")
  }
}

extension Following: CommandMiddleware where Subject == any AnyCommand {}
extension Following: EventMiddleware where Subject == any AnyEvent {}
