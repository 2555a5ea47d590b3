// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Aftermath
import Foundation
import Testing

// Programs in the spelling of the original's README and of its earlier releases.

private struct SpelledList: Command { typealias Output = [String] }
private struct SpelledPair: Command { typealias Output = (String, Date) }

private struct SpelledHandler: CommandHandler {
  let engine: Engine

  @available(*, deprecated)
  func earlier() -> Event<SpelledList> {
    self.fulfill(["fulfilled"])
    self.reject(SpelledProblem())
    return progress
  }

  func handle(command: SpelledList) throws -> Event<SpelledList> {
    (self as any SpelledWords).handled() as? Event<SpelledList> ?? .progress
  }
}

/// Deprecated names, called where no warning appears.
private protocol SpelledWords {
  func handled() -> any AnyEvent
}

extension SpelledHandler: SpelledWords {
  @available(*, deprecated)
  func handled() -> any AnyEvent { earlier() }
}

nonisolated private struct SpelledProblem: Error {}

private struct SpelledWelcome: Action {
  typealias Output = String
  let name: String

  func handle(command: SpelledWelcome) throws -> Event<SpelledWelcome> { Event.data("Hello \(name)") }
}

/// An error handler under the name of earlier releases.
nonisolated private struct SpelledErrors: ErrorHandler {
  let lines: SpelledLines

  func handleError(error: Error) {
    if let error = error as? Failure {
      lines.add("Engine error -> \(error)")
    } else if let warning = error as? Warning {
      lines.add("Engine warning -> \(warning)")
    } else {
      lines.add("Unknown error -> \(error)")
    }
  }
}

/// An error handler that handles nothing.
nonisolated private struct SpelledNoErrors: ErrorHandler {}

// Sound: the lock guards its lines.
nonisolated private final class SpelledLines: @unchecked Sendable {
  private var lines: [String] = []
  private let lock = NSLock()

  func add(_ line: String) { lock.withLock { lines.append(line) } }
  var all: [String] { lock.withLock { lines } }
}

@MainActor private final class SpelledController: CommandProducer, ReactionProducer {
  let engine: Engine
  var lines: [String] = []

  init(_ engine: Engine) { self.engine = engine }
}

@Suite("The words of the original Aftermath, as they were spelled")
@MainActor struct AftermathSpellingTests {
  private let engine = Engine(name: "spelled")
  private let lines = SpelledLines()
  private let controller: SpelledController

  init() {
    engine.errorHandler = SpelledErrors(lines: lines)
    controller = SpelledController(engine)
  }

  @Test("handleError(error:) receives failures, warnings and other errors")
  func errorHandler() {
    controller.execute(command: SpelledList())
    engine.report(SpelledProblem())
    engine.report(Failure.aborted(command: "x"))
    #expect(lines.all.map { $0.prefix(14) } == ["Engine warning", "Unknown error ", "Engine error -"])
    engine.errorHandler = SpelledNoErrors()
    engine.report(SpelledProblem())
  }

  @Test("an action is registered when it is executed as a command")
  func action() {
    controller.react(
      to: SpelledWelcome.self, with: Reaction(consume: { [weak controller] in controller?.lines.append($0) }))
    controller.execute(command: SpelledWelcome(name: "World"))
    controller.execute(action: SpelledWelcome(name: "Ada"))
    #expect(controller.lines == ["Hello World", "Hello Ada"])
    #expect(lines.all.isEmpty)
  }

  @Test("an output is a tuple")
  func tuple() {
    var heard: String?
    engine.use(SpelledPair.self) { _ in .data(("a", Date(timeIntervalSince1970: 0))) }
    controller.react(to: SpelledPair.self, with: Reaction(consume: { heard = $0.0 }))
    controller.execute(command: SpelledPair())
    #expect(heard == "a")
  }

  @Test("fulfill, reject, progress, Event.Success, execute without a label and Reaction(process:done:fail:)")
  func earlierNames() { (self as any SpelledSuite).earlier() }
}

@MainActor private protocol SpelledSuite {
  func earlier()
}

extension AftermathSpellingTests: SpelledSuite {
  @available(*, deprecated)
  func earlier() {
    engine.use(handler: SpelledHandler(engine: engine))
    controller.react(
      to: SpelledList.self,
      with: Reaction(
        process: { [weak controller] in controller?.lines.append("process") },
        done: { [weak controller] in controller?.lines += $0 },
        fail: { [weak controller] _ in controller?.lines.append("fail") }))
    controller.execute(SpelledList())
    #expect(controller.lines.sorted() == ["fail", "fulfilled", "process"])
    let events: [Event<SpelledList>] = [.Progress, .Success(["a"]), .Data(["a"]), .Error(SpelledProblem())]
    #expect(events.map(\.inProgress) == [true, false, false, false])
    #expect(events.map { $0.result as? [String] } == [nil, ["a"], ["a"], nil])
    #expect(events[3].error is SpelledProblem)
  }
}
