import Aftermath
import MillraceTesting
import Testing

@Suite("Middleware that waits")
@MainActor
struct ToolsAsyncTests {
  let bench = ToolsBench()
  let lines = ToolsLines()

  init() {
    bench.useBooks()
  }

  /// Waits for as many seconds as the shelf's name says.
  private var waiting: AsyncCommandMiddleware {
    AsyncCommandMiddleware { command, environment in
      let seconds = (command as? ToolsBooks).flatMap { Int($0.shelf) } ?? 0
      try await environment.clock.sleep(for: .seconds(seconds))
      return command
    }
  }

  /// Has data wait for as many seconds as it says.
  private var waitingEvents: AsyncEventMiddleware {
    AsyncEventMiddleware { event, environment in
      let seconds = (event.result as? [String])?.first.flatMap { Int($0) } ?? 0
      if seconds > 0 { try await environment.clock.sleep(for: .seconds(seconds)) }
      return event
    }
  }

  @Test("a command waits on the engine's clock, between the middleware before and behind")
  func waits() async {
    bench.engine.pipeCommands(through: [
      ToolsMark(name: "outer", lines: lines), waiting, ToolsMark(name: "inner", lines: lines),
    ])
    bench.books("3")
    #expect(lines.all == [#"outer ToolsBooks(shelf: "3")"#, "outer done"])
    await bench.clock.waitForSleepers(count: 1)
    #expect(bench.told == [])
    bench.clock.jump(by: .seconds(3))
    await bench.engine.run()
    #expect(lines.all.suffix(2) == [#"inner ToolsBooks(shelf: "3")"#, "inner done"])
    #expect(bench.told == ["3"])
  }

  @Test("commands wait side by side")
  func sideBySide() async throws {
    bench.engine.pipeCommands(through: [waiting])
    for shelf in ["3", "1", "2"] { bench.books(shelf) }
    await bench.clock.waitForSleepers(count: 3)
    for count in 1...3 {
      bench.clock.jump(by: .seconds(1))
      try await bench.clock.waitUntil { bench.told.count == count }
    }
    #expect(bench.told == ["1", "2", "3"])
  }

  @Test("a command may be replaced, dropped, or fail while it waits")
  func outcomes() async throws {
    bench.engine.pipeCommands(through: [
      AsyncCommandMiddleware { command, _ in
        switch (command as? ToolsBooks)?.shelf {
        case "replace": ToolsTouch()
        case "drop": nil
        case "fail": throw ToolsProblem(text: "refused")
        default: command
        }
      }
    ])
    bench.books("replace")
    await bench.engine.run()
    bench.books("drop")
    await bench.engine.run()
    bench.books("fail")
    await bench.engine.run()
    let refused = #"ToolsProblem(text: "refused")"#
    #expect(bench.told == ["touched", refused])
    #expect(bench.errors.lines.all == [refused])
    #expect(try await bench.engine.result(of: ToolsBooks(shelf: "x")) == ["x"])
    await #expect(throws: ToolsProblem(text: "refused")) {
      try await bench.engine.result(of: ToolsBooks(shelf: "fail"))
    }
    await #expect(throws: Failure.aborted(command: #"ToolsBooks(shelf: "drop")"#)) {
      try await bench.engine.result(of: ToolsBooks(shelf: "drop"))
    }
  }

  @Test("two that wait, wait one after the other")
  func twice() async {
    bench.engine.pipeCommands(through: [waiting, ToolsMark(name: "between", lines: lines), waiting])
    bench.books("2")
    for _ in 0..<2 {
      await bench.clock.waitForSleepers(count: 1)
      #expect(bench.told == [])
      bench.clock.jump(by: .seconds(2))
    }
    await bench.engine.run()
    #expect(lines.all == [#"between ToolsBooks(shelf: "2")"#, "between done"])
    #expect(bench.told == ["2"])
  }

  @Test("events wait in the order in which they were published")
  func events() async {
    bench.engine.pipeEvents(through: [
      waitingEvents, LogEventMiddleware(sink: lines.sink),
    ])
    bench.books("2")
    bench.books("now")
    bench.engine.post(fact: ToolsFact(name: "Ada"))
    await bench.clock.waitForSleepers(count: 1)
    #expect(bench.told == [])
    bench.clock.jump(by: .seconds(2))
    await bench.engine.run()
    #expect(bench.told == ["2", "now", "Ada"])
    #expect(
      lines.all == [
        #"aftermath: event ToolsBooks data ["2"]"#, #"aftermath: event ToolsBooks data ["now"]"#,
        #"aftermath: fact ToolsFact(name: "Ada")"#,
      ])
  }

  @Test("an event may be replaced, dropped, or fail while it waits")
  func eventOutcomes() async throws {
    bench.engine.pipeEvents(through: [
      AsyncEventMiddleware { event, _ in
        switch (event.result as? [String])?.first {
        case "replace": Event<ToolsBooks>.data(["other"])
        case "drop": nil
        case "fail": throw ToolsProblem(text: "refused")
        default: event
        }
      }
    ])
    for shelf in ["replace", "drop", "fail", "a"] { bench.books(shelf) }
    await bench.engine.run()
    let refused = #"ToolsProblem(text: "refused")"#
    #expect(bench.told == ["other", refused, "a"])
    #expect(bench.errors.lines.all == [refused])
    #expect(try await bench.engine.result(of: ToolsBooks(shelf: "replace")) == ["other"])
    await #expect(throws: ToolsProblem(text: "refused")) {
      try await bench.engine.result(of: ToolsBooks(shelf: "fail"))
    }
    await #expect(throws: Failure.aborted(command: #"ToolsBooks(shelf: "drop")"#)) {
      try await bench.engine.result(of: ToolsBooks(shelf: "drop"))
    }
  }

  @Test("what waits ends with an invalidated engine")
  func invalidated() async throws {
    bench.engine.pipeCommands(through: [waiting])
    bench.books("60")
    await bench.clock.waitForSleepers(count: 1)
    bench.engine.invalidate()
    await bench.engine.run()
    try bench.clock.requireNoSleepers()
    #expect(bench.told == [])
    #expect(bench.errors.lines.all == [])
  }

  @Test("called by hand, it passes on at once")
  func byHand() throws {
    try waiting.intercept(command: ToolsBooks(shelf: "9"), execute: { _ in }) { [lines] in lines.add("\($0)")
    }
    try waitingEvents.intercept(event: Event<ToolsBooks>.data(["9"]), publish: { _ in }) { [lines] in
      lines.add("\($0)")
    }
    #expect(lines.all == [#"ToolsBooks(shelf: "9")"#, #"ToolsBooks data ["9"]"#])
  }
}
