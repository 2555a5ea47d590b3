import Aftermath
import MillraceTesting
import Testing

@Suite("Timing middleware")
@MainActor
struct ToolsTimingTests {
  let bench = ToolsBench()
  let lines = ToolsLines()

  @Test("a command's line says how long the handler's own call took")
  func command() {
    bench.useBooks()
    bench.engine.pipeCommands(through: [
      TimingCommandMiddleware(environment: bench.engine.environment, sink: lines.sink)
    ])
    bench.books("slow")
    bench.clock.jump(by: .seconds(5))
    bench.books("a")
    #expect(
      lines.all == [
        #"aftermath: command ToolsBooks(shelf: "slow") took 2.0 seconds"#,
        #"aftermath: command ToolsBooks(shelf: "a") took 0.0 seconds"#,
      ])
    #expect(bench.told == ["slow", "a"])
  }

  @Test("the time is reported, too, when passing the command on throws")
  func throwing() {
    bench.engine.use(ToolsBooks.self) { [clock = bench.clock] _ in
      clock.jump(by: .milliseconds(250))
      throw ToolsProblem()
    }
    bench.engine.pipeCommands(through: [
      TimingCommandMiddleware(environment: bench.engine.environment) { [lines] command, time in
        lines.add("\(command) \(time)")
      }
    ])
    bench.books()
    #expect(lines.all == [#"ToolsBooks(shelf: "a") 0.25 seconds"#])
    #expect(bench.told == [#"ToolsProblem(text: "lost")"#])
  }

  @Test("an event's line says how long the middleware behind and all reactions took")
  func event() {
    for _ in 0..<2 {
      bench.react(to: ToolsBooks.self) { [clock = bench.clock] _ in clock.jump(by: .seconds(1)) }
    }
    bench.engine.pipeEvents(through: [
      TimingEventMiddleware(environment: bench.engine.environment, sink: lines.sink),
      TimingEventMiddleware(environment: bench.engine.environment) { [lines] event, time in
        lines.add("\(type(of: event).commandType) \(time)")
      },
    ])
    bench.engine.publish(event: Event<ToolsBooks>.data(["a"]))
    #expect(
      lines.all == [
        "ToolsBooks 2.0 seconds", #"aftermath: event ToolsBooks data ["a"] took 2.0 seconds"#,
      ])
  }

  @Test("the time of an event is reported, too, when middleware behind throws")
  func eventThrowing() {
    bench.engine.pipeEvents(through: [
      TimingEventMiddleware(environment: bench.engine.environment, sink: lines.sink), ToolsThrowing(),
    ])
    bench.engine.publish(event: Event<ToolsBooks>.data(["a"]))
    #expect(lines.all == [#"aftermath: event ToolsBooks data ["a"] took 0.0 seconds"#])
    #expect(bench.told == [#"ToolsProblem(text: "middleware")"#])
  }
}
