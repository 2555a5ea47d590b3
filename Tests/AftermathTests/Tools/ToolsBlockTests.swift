import Aftermath
import Testing

@Suite("Middleware that aborts, fails and silences")
@MainActor
struct ToolsBlockTests {
  let bench = ToolsBench()
  let lines = ToolsLines()
  private let lost = #"ToolsProblem(text: "lost")"#

  init() {
    bench.useBooks()
  }

  @Test("commands of the named types are dropped silently, and the others pass")
  func abortCommands() async {
    bench.engine.pipeCommands(through: [
      AbortCommandMiddleware(commands: [ToolsBooks.self, ToolsMove.self]),
      ToolsMark(name: "in", lines: lines),
    ])
    bench.books()
    bench.engine.execute(command: ToolsTouch())
    #expect(bench.told == ["touched"])
    #expect(lines.all == ["in ToolsTouch()", "in done"])
    #expect(bench.errors.lines.all == [])
    await #expect(throws: Failure.aborted(command: #"ToolsBooks(shelf: "z")"#)) {
      try await bench.engine.result(of: ToolsBooks(shelf: "z"))
    }
  }

  @Test("events of the named commands are dropped silently, and the others pass")
  func abortEvents() async {
    bench.engine.pipeEvents(through: [
      AbortEventMiddleware(commands: [ToolsBooks.self, FactCommand<ToolsFact>.self])
    ])
    bench.books()
    bench.books("bad")
    bench.engine.post(fact: ToolsFact(name: "Ada"))
    bench.engine.execute(command: ToolsTouch())
    #expect(bench.told == ["touched"])
    #expect(bench.errors.lines.all == [lost])
    await #expect(throws: Failure.aborted(command: #"ToolsBooks(shelf: "z")"#)) {
      try await bench.engine.result(of: ToolsBooks(shelf: "z"))
    }
  }

  @Test("nothing named aborts nothing")
  func abortNothing() {
    bench.engine.pipeCommands(through: [AbortCommandMiddleware(commands: [])])
    bench.engine.pipeEvents(through: [AbortEventMiddleware(commands: [])])
    bench.books()
    #expect(bench.told == ["a"])
  }

  @Test("commands of the named types fail with their errors, the first that is given for a type")
  func failCommands() async {
    bench.engine.pipeCommands(through: [
      FailCommandMiddleware(failures: [
        (ToolsBooks.self, ToolsProblem(text: "books")), (ToolsTouch.self, ToolsProblem(text: "touch")),
        (ToolsBooks.self, ToolsProblem(text: "later")),
      ]), ToolsMark(name: "in", lines: lines),
    ])
    bench.engine.use(ToolsMove.self) { _ in .progress }
    bench.books()
    bench.engine.execute(command: ToolsTouch())
    bench.engine.execute(command: ToolsMove.left)
    let errors = [#"ToolsProblem(text: "books")"#, #"ToolsProblem(text: "touch")"#]
    #expect(bench.told == [errors[0], "touch: \(errors[1])"])
    #expect(bench.errors.lines.all == errors)
    #expect(lines.all == ["in left", "in done"])
    await #expect(throws: ToolsProblem(text: "books")) { try await bench.engine.result(of: ToolsBooks()) }
  }

  @Test("reactions receive an error in place of each event of the named commands")
  func failEvents() async {
    bench.engine.pipeEvents(through: [
      FailEventMiddleware(failures: [
        (ToolsBooks.self, ToolsProblem()), (ToolsBooks.self, ToolsProblem(text: "later")),
      ]), ToolsMark(name: "in", lines: lines),
    ])
    bench.books()
    bench.engine.publish(event: Event<ToolsBooks>.progress)
    bench.engine.post(fact: ToolsFact(name: "Ada"))
    #expect(bench.told == [lost, lost, "Ada"])
    #expect(bench.errors.lines.all == [lost, lost])
    #expect(lines.all == [#"in ToolsFact(name: "Ada")"#, "in done"])
    await #expect(throws: ToolsProblem()) { try await bench.engine.result(of: ToolsBooks()) }
  }

  @Test("silence passes no command on")
  func silenceCommands() {
    bench.engine.pipeCommands(through: [SilenceCommandMiddleware()])
    bench.books()
    bench.engine.execute(command: ToolsTouch())
    #expect(bench.told == [])
    #expect(bench.errors.lines.all == [])
  }

  @Test("silence with an error has every command fail with that")
  func silenceCommandsWithError() {
    bench.engine.pipeCommands(through: [SilenceCommandMiddleware(error: ToolsProblem())])
    bench.books()
    bench.engine.execute(command: ToolsTouch())
    #expect(bench.told == [lost, "touch: \(lost)"])
    #expect(bench.errors.lines.all == [lost, lost])
  }

  @Test("silence passes no event on")
  func silenceEvents() {
    bench.engine.pipeEvents(through: [SilenceEventMiddleware()])
    bench.books()
    bench.engine.post(fact: ToolsFact(name: "Ada"))
    #expect(bench.told == [])
    #expect(bench.errors.lines.all == [])
  }

  @Test("silence with an error tells those who react of that in place of every event")
  func silenceEventsWithError() {
    bench.engine.pipeEvents(through: [SilenceEventMiddleware(error: ToolsProblem())])
    bench.books()
    bench.engine.execute(command: ToolsTouch())
    #expect(bench.told == [lost, "touch: \(lost)"])
    #expect(bench.errors.lines.all == [lost, lost])
  }

  @Test("middleware that is put in place of silence ends it")
  func replaced() {
    bench.engine.pipeCommands(through: [SilenceCommandMiddleware()])
    bench.books("1")
    bench.engine.pipeCommands(through: [])
    bench.books("2")
    #expect(bench.told == ["2"])
  }
}
