import Aftermath
import Millrace
import MillraceTesting

/// Lines in the order in which they were written, from any thread.
final class ToolsLines: Sendable {
  private let lines = Locked<[String]>([])

  var all: [String] { lines.withLock { $0 } }
  var sink: LogSink { LogSink { self.add($0) } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// An error handler that keeps what it receives.
struct ToolsErrors: ErrorHandler {
  let lines = ToolsLines()

  func handle(error: any Error) { lines.add("\(error)") }
}

struct ToolsBooks: Command {
  typealias Output = [String]
  var shelf = "a"
}

struct ToolsTouch: Command {
  typealias Output = Void
}

enum ToolsMove: Command {
  typealias Output = Int
  case left
}

struct ToolsFact: Fact { let name: String }

struct ToolsProblem: Error, Equatable { var text = "lost" }

/// An engine on a clock that is moved by hand, and an object that writes down what it is told.
@MainActor
final class ToolsBench: ReactionProducer {
  let clock = ManualClock()
  let engine: Engine
  let errors = ToolsErrors()
  var told: [String] = []

  init() {
    engine = Engine(name: "tools", environment: StoreEnvironment(clock: clock))
    engine.errorHandler = errors
    react(
      to: ToolsBooks.self,
      with: Reaction(
        wait: { [unowned self] in told.append("wait") },
        consume: { [unowned self] in told.append($0.joined(separator: ",")) },
        rescue: { [unowned self] in told.append("\($0)") }))
    react(
      to: ToolsTouch.self,
      with: Reaction(
        consume: { [unowned self] in told.append("touched") },
        rescue: { [unowned self] in told.append("touch: \($0)") }))
    next { [unowned self] (fact: ToolsFact) in told.append(fact.name) }
  }

  /// Has books answered at once: shelf `bad` throws, shelf `slow` takes two seconds, the others have their
  /// name in them.
  func useBooks() {
    engine.use(ToolsBooks.self) { [clock] command in
      if command.shelf == "bad" { throw ToolsProblem() }
      if command.shelf == "slow" { clock.jump(by: .seconds(2)) }
      return .data([command.shelf])
    }
    engine.use(ToolsTouch.self) { _ in .data(()) }
  }

  func books(_ shelf: String = "a") { engine.execute(command: ToolsBooks(shelf: shelf)) }
}

/// Writes down that a command or an event came by, before and after.
struct ToolsMark: CommandMiddleware, EventMiddleware {
  let name: String
  let lines: ToolsLines

  func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws {
    lines.add("\(name) \(command)")
    try next(command)
    lines.add("\(name) done")
  }

  func intercept(event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish) throws {
    lines.add("\(name) \(event)")
    try next(event)
    lines.add("\(name) done")
  }
}

/// Throws for every event that carries data.
struct ToolsThrowing: EventMiddleware {
  var error = ToolsProblem(text: "middleware")

  func intercept(event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish) throws {
    if event.result != nil { throw error }
    try next(event)
  }
}
