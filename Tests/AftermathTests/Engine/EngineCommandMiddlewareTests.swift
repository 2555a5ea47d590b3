import Aftermath
import Testing

@MainActor
@Suite("Middleware on commands")
struct EngineCommandMiddlewareTests {
  private let engine = Engine(name: "test", home: MainActor.shared)
  private let errors = EngineErrors()
  private let log = EngineLog()
  private let view: EngineView

  init() {
    view = EngineView(engine)
    engine.errorHandler = errors
    engine.use(EngineCount.self) { [log] in
      log.add("handle \($0.number)")
      if $0.number == 13 { throw EngineProblem(text: "unlucky") }
      return .data($0.number)
    }
    engine.use(EngineBooks.self) { .data([$0.shelf]) }
    view.watch(EngineCount.self, "count")
    view.watch(EngineBooks.self, "books")
  }

  /// Middleware that is a closure.
  private struct Step: CommandMiddleware {
    let body: @Sendable (any AnyCommand, @escaping Execute, @escaping Execute) throws -> Void

    init(_ body: @escaping @Sendable (any AnyCommand, @escaping Execute, @escaping Execute) throws -> Void) {
      self.body = body
    }

    func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws {
      try body(command, execute, next)
    }
  }

  private func logging(_ name: String) -> Step {
    Step { [log] command, _, next in
      log.add("\(name) in")
      try next(command)
      log.add("\(name) out")
    }
  }

  @Test("first in, outermost")
  func order() {
    engine.pipeCommands(through: [logging("A"), logging("B"), logging("C")])
    engine.execute(command: EngineCount(number: 1))
    #expect(log.lines == ["A in", "B in", "C in", "handle 1", "C out", "B out", "A out"])
    #expect(view.lines == ["count 1"])
  }

  @Test("a new pipe takes the place of the old, and an empty one is none")
  func replaced() {
    engine.pipeCommands(through: [logging("A")])
    engine.pipeCommands(through: [logging("B")])
    engine.execute(command: EngineCount(number: 1))
    engine.pipeCommands(through: [])
    engine.execute(command: EngineCount(number: 2))
    #expect(log.lines == ["B in", "handle 1", "B out", "handle 2"])
  }

  @Test("it changes and replaces commands")
  func changes() {
    engine.pipeCommands(through: [
      Step { command, _, next in
        if let count = command as? EngineCount, count.number == 1 { return try next(EngineCount(number: 10)) }
        if command is EngineBooks { return try next(EngineCount(number: 20)) }
        try next(command)
      }
    ])
    engine.execute(command: EngineCount(number: 1))
    engine.execute(command: EngineBooks())
    engine.execute(command: EngineCount(number: 3))
    #expect(view.lines == ["count 10", "count 20", "count 3"])
  }

  @Test("it aborts: nothing happens, without a warning")
  func aborts() {
    engine.pipeCommands(through: [Step { _, _, _ in }, logging("behind")])
    engine.execute(command: EngineCount(number: 1))
    #expect(log.lines.isEmpty)
    #expect(view.lines.isEmpty)
    #expect(errors.texts.isEmpty)
  }

  @Test("it repeats: next called twice carries the command out twice")
  func repeats() {
    engine.pipeCommands(through: [
      Step { command, _, next in
        try next(command)
        try next(command)
      }, logging("behind"),
    ])
    engine.execute(command: EngineCount(number: 1))
    #expect(log.lines == ["behind in", "handle 1", "behind out", "behind in", "handle 1", "behind out"])
    #expect(view.lines == ["count 1", "count 1"])
  }

  @Test(
    "next throws what is behind it throws, so that it can be tried again or answered with another command")
  func retries() {
    engine.pipeCommands(through: [
      Step { command, _, next in
        do {
          try next(command)
        } catch is EngineProblem {
          try next(EngineCount(number: 14))
        }
      }
    ])
    engine.execute(command: EngineCount(number: 13))
    #expect(log.lines == ["handle 13", "handle 14"])
    #expect(view.lines == ["count 14"])
    #expect(errors.texts.isEmpty)
  }

  @Test("a missing handler is thrown to middleware, too")
  func missingHandler() {
    engine.pipeCommands(through: [
      Step { command, _, next in
        do {
          try next(command)
        } catch Warning.noCommandHandlers {
          try next(EngineCount(number: 5))
        }
      }
    ])
    engine.execute(command: EnginePair(number: 1))
    #expect(view.lines == ["count 5"])
    #expect(errors.texts.isEmpty)
  }

  @Test("what it throws becomes the command's error event, and is reported to the error handler")
  func throwing() {
    engine.pipeCommands(through: [
      logging("outer"), Step { _, _, _ in throw EngineProblem(text: "forbidden") }, logging("behind"),
    ])
    engine.execute(command: EngineCount(number: 1))
    #expect(log.lines == ["outer in"])
    #expect(view.lines == ["count failed: forbidden"])
    #expect(errors.all.map { $0 as? EngineProblem } == [EngineProblem(text: "forbidden")])
  }

  @Test("execute begins again at the first middleware, in a turn of its own, before the call at home returns")
  func executes() {
    engine.pipeCommands(through: [
      logging("outer"),
      Step { command, execute, next in
        if let count = command as? EngineCount, count.number == 1 { try execute(EngineCount(number: 2)) }
        try next(command)
      },
    ])
    engine.execute(command: EngineCount(number: 1))
    #expect(log.lines == ["outer in", "handle 1", "outer out", "outer in", "handle 2", "outer out"])
    #expect(view.lines == ["count 1", "count 2"])
  }

  @Test("next called later, from another thread, passes the command on to those behind, once for each call")
  func later() async {
    let parking = EngineParking()
    engine.pipeCommands(through: [
      logging("outer"), Step { command, _, next in parking.park { try next(command) } },
      logging("behind"),
    ])
    engine.execute(command: EngineCount(number: 1))
    #expect(log.lines == ["outer in", "outer out"])
    await engineThreads(1) { _ in
      try? parking.resume()
      try? parking.resume()
    }
    await engine.run()
    #expect(
      log.lines.dropFirst(2) == [
        "behind in", "handle 1", "behind out", "behind in", "handle 1", "behind out",
      ])
    #expect(view.lines == ["count 1", "count 1"])
  }

  @Test("next called later throws nothing: an error becomes the command's error event")
  func laterError() async throws {
    let parking = EngineParking()
    engine.pipeCommands(through: [
      Step { command, _, next in parking.park { try next(command) } }
    ])
    engine.execute(command: EngineCount(number: 13))
    try parking.resume()
    await engine.run()
    #expect(view.lines == ["count failed: unlucky"])
    #expect(errors.all.count == 1)
  }

  @Test("next of an engine that has ended goes nowhere")
  func laterThanTheEngine() throws {
    let parking = EngineParking()
    do {
      let short = Engine(name: "short")
      short.errorHandler = errors
      short.pipeCommands(through: [
        Step { command, execute, next in
          parking.park {
            try next(command)
            try execute(command)
          }
        }
      ])
      short.execute(command: EngineCount(number: 1))
    }
    try parking.resume()
    #expect(log.lines.isEmpty)
    #expect(errors.texts.isEmpty)
  }

  @Test("middleware that pipes again is followed by what it has piped")
  func pipesWithin() {
    engine.pipeCommands(through: [
      Step { [engine, log] command, _, next in
        MainActor.assumeIsolated {
          engine.pipeCommands(through: [
            Step { try $2($0) },
            Step {
              log.add("new"); try $2($0)
            },
          ])
        }
        try next(command)
      }
    ])
    engine.execute(command: EngineCount(number: 1))
    #expect(log.lines == ["new", "handle 1"])
  }

  @Test("it is asked at the engine's home, wherever the command comes from, and piped from anywhere")
  func home() async {
    await engineThreads(1) { [engine, log] _ in
      engine.pipeCommands(through: [
        Step { command, _, next in
          MainActor.assertIsolated()
          log.add("asked")
          try next(command)
        }
      ])
      engine.execute(command: EngineCount(number: 1))
    }
    await engine.run()
    #expect(log.lines == ["asked", "handle 1"])
  }
}
