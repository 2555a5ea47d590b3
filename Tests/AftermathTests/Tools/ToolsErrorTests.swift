import Aftermath
import Testing

@Suite("Error middleware")
@MainActor
struct ToolsErrorTests {
  let bench = ToolsBench()
  let lines = ToolsLines()
  private let lost = #"ToolsProblem(text: "lost")"#

  @Test("an error that a handler throws is a line, and goes on to those who react and to the error handler")
  func command() {
    bench.useBooks()
    bench.engine.pipeCommands(through: [ErrorCommandMiddleware(sink: lines.sink)])
    bench.books("bad")
    bench.books("a")
    #expect(lines.all == [#"aftermath: command ToolsBooks(shelf: "bad") failed: \#(lost)"#])
    #expect(bench.told == [lost, "a"])
    #expect(bench.errors.lines.all == [lost])
  }

  @Test("errors of the middleware behind are seen, those of the middleware before are not")
  func place() {
    bench.useBooks()
    bench.engine.pipeCommands(through: [
      ErrorCommandMiddleware { [lines] command, error in lines.add("outer \(command): \(error)") },
      FailCommandMiddleware(failures: [(ToolsBooks.self, ToolsProblem())]),
      ErrorCommandMiddleware { [lines] command, error in lines.add("inner \(command): \(error)") },
    ])
    bench.books()
    #expect(lines.all == [#"outer ToolsBooks(shelf: "a"): \#(lost)"#])
  }

  @Test("a warning that a command has no handler is seen, too")
  func warning() {
    bench.engine.pipeCommands(through: [
      ErrorCommandMiddleware { [lines] _, error in lines.add("\(error is Warning)") }
    ])
    bench.books()
    #expect(lines.all == ["true"])
  }

  @Test("error events and errors that middleware throws are lines, other events are not")
  func events() {
    bench.engine.pipeEvents(through: [ErrorEventMiddleware(sink: lines.sink), ToolsThrowing()])
    bench.engine.publish(event: Event<ToolsBooks>.progress)
    bench.engine.publish(event: Event<ToolsBooks>.error(ToolsProblem()))
    bench.engine.publish(event: Event<ToolsBooks>.data(["a"]))
    #expect(
      lines.all == [
        "aftermath: event ToolsBooks error \(lost)",
        #"aftermath: event ToolsBooks data ["a"] failed: ToolsProblem(text: "middleware")"#,
      ])
    #expect(bench.told == ["wait", lost, #"ToolsProblem(text: "middleware")"#])
  }

  @Test("an event that carries one error and has another thrown for it tells of both")
  func both() {
    bench.engine.pipeEvents(through: [
      ErrorEventMiddleware { [lines] event, error in lines.add("\(type(of: event).commandType) \(error)") },
      SilenceEventMiddleware(error: ToolsProblem(text: "silence")),
    ])
    bench.engine.publish(event: Event<ToolsBooks>.error(ToolsProblem()))
    #expect(lines.all == ["ToolsBooks \(lost)", #"ToolsBooks ToolsProblem(text: "silence")"#])
  }

  @Test("the error of an asynchronous handler is seen as an event, not as a command's")
  func asynchronous() async {
    struct Handler: AsyncCommandHandler {
      func handle(command: ToolsBooks) async throws -> [String] { throw ToolsProblem() }
    }
    bench.engine.use(handler: Handler())
    bench.engine.pipeCommands(through: [ErrorCommandMiddleware(sink: lines.sink)])
    bench.engine.pipeEvents(through: [ErrorEventMiddleware(sink: lines.sink)])
    bench.books()
    await bench.engine.run()
    #expect(lines.all == ["aftermath: event ToolsBooks error \(lost)"])
  }
}
