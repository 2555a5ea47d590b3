import Aftermath
import TestResources
import Testing

@Suite("Log sinks, log middleware and the engine's error handler")
@MainActor
struct ToolsLogTests {
  let bench = ToolsBench()
  let lines = ToolsLines()

  @Test("each command is a line, and is carried out")
  func commands() {
    bench.useBooks()
    bench.engine.use(ToolsMove.self) { _ in .progress }
    bench.engine.pipeCommands(through: [LogCommandMiddleware(sink: lines.sink)])
    bench.books()
    bench.engine.execute(command: ToolsMove.left)
    #expect(
      lines.all == [#"aftermath: command ToolsBooks(shelf: "a")"#, "aftermath: command ToolsMove left"])
    #expect(bench.told == ["a"])
  }

  @Test("each event is a line by its kind, and reactions are notified")
  func events() {
    bench.engine.pipeEvents(through: [LogEventMiddleware(sink: lines.sink)])
    bench.engine.publish(event: Event<ToolsBooks>.progress)
    bench.engine.publish(event: Event<ToolsBooks>.data(["a", "b"]))
    bench.engine.publish(event: Event<ToolsBooks>.error(ToolsProblem()))
    bench.engine.publish(event: Event<ToolsTouch>.data(()))
    bench.engine.post(fact: ToolsFact(name: "Ada"))
    bench.engine.publish(event: Event<FactCommand<ToolsFact>>.error(ToolsProblem()))
    #expect(
      lines.all == [
        "aftermath: event ToolsBooks progress",
        #"aftermath: event ToolsBooks data ["a", "b"]"#,
        #"aftermath: event ToolsBooks error ToolsProblem(text: "lost")"#,
        "aftermath: event ToolsTouch data ()",
        #"aftermath: fact ToolsFact(name: "Ada")"#,
        #"aftermath: fact ToolsFact error ToolsProblem(text: "lost")"#,
      ])
    #expect(bench.told == ["wait", "a,b", #"ToolsProblem(text: "lost")"#, "touched", "Ada"])
  }

  @Test("a closure receives each command and each event with its type")
  func closures() {
    bench.useBooks()
    bench.engine.pipeCommands(through: [
      LogCommandMiddleware { [lines] in lines.add("\(type(of: $0)): \($0)") }
    ])
    bench.engine.pipeEvents(through: [LogEventMiddleware { [lines] in lines.add("\($0)") }])
    bench.books()
    bench.engine.post(fact: ToolsFact(name: "Ada"))
    #expect(
      lines.all == [
        #"ToolsBooks: ToolsBooks(shelf: "a")"#, #"ToolsBooks data ["a"]"#, #"ToolsFact(name: "Ada")"#,
      ])
  }

  @Test("dropped commands and events are lines, where a sink is given")
  func dropped() {
    bench.useBooks()
    bench.engine.pipeCommands(through: [AbortCommandMiddleware(commands: [ToolsBooks.self], sink: lines.sink)]
    )
    bench.engine.pipeEvents(through: [SilenceEventMiddleware(sink: lines.sink)])
    bench.books()
    bench.engine.publish(event: Event<ToolsBooks>.progress)
    #expect(
      lines.all == [
        #"aftermath: aborted command ToolsBooks(shelf: "a")"#,
        "aftermath: silenced event ToolsBooks progress",
      ])
    #expect(bench.told.isEmpty)
  }

  @Test("an event describes itself with its command, and a token with its state")
  func descriptions() {
    #expect("\(Event<ToolsBooks>.progress)" == "ToolsBooks progress")
    #expect("\(Event<ToolsBooks>.data(["a"]))" == #"ToolsBooks data ["a"]"#)
    #expect("\(Event<ToolsBooks>.error(ToolsProblem()))" == #"ToolsBooks error ToolsProblem(text: "lost")"#)
    #expect("\(Event<FactCommand<ToolsFact>>.data(ToolsFact(name: "Ada")))" == #"ToolsFact(name: "Ada")"#)
    let token = bench.engine.use(ToolsTouch.self) { _ in .progress }
    #expect("\(token)" == "DisposalToken(active)")
    bench.engine.dispose(token: token)
    #expect("\(token)" == "DisposalToken(disposed of)")
  }

  @Test("a line shows what its place in the chain sees, before what is behind it")
  func chain() {
    bench.useBooks()
    bench.engine.pipeCommands(through: [
      LogCommandMiddleware(sink: lines.sink), ToolsMark(name: "inner", lines: lines),
      AbortCommandMiddleware(commands: [ToolsBooks.self]), LogCommandMiddleware(sink: lines.sink),
    ])
    bench.books()
    bench.engine.execute(command: ToolsTouch())
    #expect(
      lines.all == [
        #"aftermath: command ToolsBooks(shelf: "a")"#, #"inner ToolsBooks(shelf: "a")"#, "inner done",
        "aftermath: command ToolsTouch()", "inner ToolsTouch()", "aftermath: command ToolsTouch()",
        "inner done",
      ])
  }

  @Test("what is thrown goes past the log")
  func throwing() {
    bench.useBooks()
    bench.engine.pipeCommands(through: [LogCommandMiddleware(sink: lines.sink)])
    bench.engine.pipeEvents(through: [LogEventMiddleware(sink: lines.sink), ToolsThrowing()])
    bench.books("bad")
    bench.books("a")
    #expect(
      bench.told == [#"ToolsProblem(text: "lost")"#, #"ToolsProblem(text: "middleware")"#])
    #expect(bench.errors.lines.all == bench.told)
    #expect(lines.all.count == 4)
  }

  @Test("control characters and separators of lines are escaped, everything else stays as it is")
  func escapes() {
    lines.sink.write("a\nb\r\n\tc\u{0}\u{1B}[2J\u{7F}\u{85}\u{2028}\u{2029}")
    lines.sink.write(#"plain \n "é" 書 👩‍👩‍👧"#)
    #expect(
      lines.all == [
        #"a\nb\r\n\tc\0\u{1B}[2J\u{7F}\u{0085}\u{2028}\u{2029}"#, #"plain \n "é" 書 👩‍👩‍👧"#,
      ])
  }

  @Test("text from outside neither ends a line nor begins another")
  func injection() {
    struct Comment: Command, CustomStringConvertible {
      typealias Output = String
      let description: String
    }
    bench.engine.use(Comment.self) { .data($0.description) }
    bench.engine.pipeCommands(through: [LogCommandMiddleware(sink: lines.sink)])
    bench.engine.pipeEvents(through: [LogEventMiddleware(sink: lines.sink)])
    bench.engine.execute(command: Comment(description: "x\naftermath: error: forged"))
    #expect(
      lines.all == [
        #"aftermath: command Comment x\naftermath: error: forged"#,
        #"aftermath: event Comment data x\naftermath: error: forged"#,
      ])
  }

  @Test("the error handler says which are failures, which are warnings and which are errors")
  func errorHandler() {
    bench.engine.errorHandler = EngineErrorHandler(sink: lines.sink)
    bench.books()
    bench.useBooks()
    bench.books("bad")
    EngineErrorHandler(sink: lines.sink).handle(error: Failure.aborted(command: "a\nb"))
    #expect(
      lines.all == [
        "aftermath: warning: No handler is registered for `ToolsBooks`, so `ToolsBooks(shelf: \"a\")` was not "
          + "carried out; register one with `engine.use(handler:)` before executing it.",
        #"aftermath: error: ToolsProblem(text: "lost")"#,
        #"aftermath: failure: Middleware, a gate or a queue has dropped the command `a\nb` before it was answered, "#
          + "so no answer will come; to inform the caller, throw an error from the middleware instead.",
      ])
  }

  @Test("by default, every tool logs to standard error, a line each", .realProcess)
  nonisolated func standardError() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      await ToolsLogTests.logEverything()
    }
    let written = String(decoding: result.standardErrorContent, as: UTF8.self)
    let problem = #"ToolsProblem(text: "lost")"#
    #expect(
      written.split(separator: "\n").filter { $0.hasPrefix("aftermath: ") } == [
        "aftermath: command ToolsTouch()",
        "aftermath: command ToolsTouch() failed: \(problem)",
        "aftermath: command ToolsTouch() took 0.0 seconds",
        "aftermath: error: \(problem)",
        "aftermath: command ToolsTouch was answered after 0.0 seconds",
        "aftermath: event ToolsTouch error \(problem)",
        "aftermath: event ToolsTouch error \(problem)",
        "aftermath: event ToolsTouch error \(problem) took 0.0 seconds",
        #"aftermath: a\nb"#,
      ])
  }

  private static func logEverything() {
    let bench = ToolsBench()
    let environment = bench.engine.environment
    let timing = CommandTiming(environment: environment)
    bench.engine.errorHandler = EngineErrorHandler()
    bench.engine.pipeCommands(through: [
      timing, LogCommandMiddleware(), TimingCommandMiddleware(environment: environment),
      ErrorCommandMiddleware(),
      FailCommandMiddleware(failures: [(ToolsTouch.self, ToolsProblem())]),
    ])
    bench.engine.pipeEvents(through: [
      timing, LogEventMiddleware(), TimingEventMiddleware(environment: environment), ErrorEventMiddleware(),
    ])
    bench.engine.execute(command: ToolsTouch())
    LogSink.standardError.write("aftermath: a\nb")
  }

  @Test("standard output is another sink", .realProcess)
  nonisolated func standardOutput() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      LogSink.standardOutput.write("aftermath: one\ntwo")
    }
    let written = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(written.split(separator: "\n").contains(#"aftermath: one\ntwo"#))
  }
}
