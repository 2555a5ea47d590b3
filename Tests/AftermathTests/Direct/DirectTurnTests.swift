import Aftermath
import Testing

/// At home, while nothing looks on, an engine makes no messages, and no user can tell.
@MainActor
struct DirectTurnTests {
  @Test(
    "With and without a tap, middleware, a recorder or a gate the same happens in the same order",
    arguments: 0..<200)
  func same(seed: UInt64) throws {
    let plain = try DirectScene(seed: seed).play { _ in }
    for watching in [watchByTap, watchByGate, watchByMiddleware, watchByRecorder, watchByStranger] {
      let watched = try DirectScene(seed: seed).play(watching)
      #expect(watched == plain, "seed \(seed)")
    }
  }

  private func watchByTap(_ scene: DirectScene) throws {
    scene.kept.append(try scene.engine.flow().tap { _ in })
  }

  private func watchByGate(_ scene: DirectScene) throws {
    scene.kept.append(try scene.engine.flow().gate("gate") { _ in .pass })
  }

  private func watchByMiddleware(_ scene: DirectScene) throws {
    scene.engine.pipeCommands(through: [DirectPassing()])
    scene.engine.pipeEvents(through: [DirectPassing()])
  }

  private func watchByRecorder(_ scene: DirectScene) throws {
    scene.kept.append(scene.engine.record())
  }

  /// Commands and events whose types are not known are always messages.
  private func watchByStranger(_ scene: DirectScene) throws { scene.erases = true }
}

/// Passes everything on.
private struct DirectPassing: CommandMiddleware, EventMiddleware {
  func intercept(command: any AnyCommand, execute: @escaping Execute, next: @escaping Execute) throws {
    try next(command)
  }

  func intercept(event: any AnyEvent, publish: @escaping Publish, next: @escaping Publish) throws {
    try next(event)
  }
}

private struct DirectStep: Command {
  typealias Output = Int
  let number: Int
  let depth: Int
}

private struct DirectOther: Command {
  typealias Output = Int
  let number: Int
  let depth: Int
}

private struct DirectFact: Fact {
  let number: Int
  let depth: Int
}

private struct DirectError: Error { let number: Int }

/// Handlers and reactions that do what a seeded dice says, and write it down.
@MainActor
private final class DirectScene {
  let engine = Engine(name: "direct", home: MainActor.shared)
  var kept: [AnyObject] = []
  var erases = false
  private var lines: [String] = []
  private var dice: SeededRandom
  private var views: [DirectView] = []

  init(seed: UInt64) {
    dice = SeededRandom(seed)
  }

  /// Plays a few commands and facts; what was written down.
  func play(_ watch: (DirectScene) throws -> Void) throws -> [String] {
    engine.errorHandler = DirectErrors { [weak self] error in self?.lines.append("told of \(error)") }
    engine.use(DirectStep.self) { [unowned self] in try carryOut($0.number, $0.depth, "step") }
    engine.use(DirectOther.self) { [unowned self] in try carryOut($0.number, $0.depth, "other") }
    for name in 0..<3 { add("view \(name)") }
    try watch(self)
    for number in 0..<6 {
      lines.append("-- \(number)")
      act(number, 0)
    }
    return lines
  }

  private func roll(_ sides: UInt64) -> UInt64 { dice.next() % sides }

  private func carryOut<C: Command>(_ number: Int, _ depth: Int, _ name: String) throws -> Event<C>
  where C.Output == Int {
    lines.append("\(name) \(number)")
    if depth < 3 && roll(3) == 0 { act(number * 10, depth + 1) }
    switch roll(5) {
    case 0: throw DirectError(number: number)
    case 1: return .progress
    case 2: return .error(DirectError(number: -number))
    default: return .data(number)
    }
  }

  private func add(_ name: String) {
    let view = DirectView(engine)
    views.append(view)
    view.react(to: DirectStep.self, with: reaction("\(name) step"))
    if roll(2) == 0 { view.react(to: DirectOther.self, with: reaction("\(name) other")) }
    view.next { [unowned self] (fact: DirectFact) in hear("\(name) fact", fact.number, fact.depth) }
  }

  private func reaction(_ name: String) -> Reaction<Int> {
    Reaction(
      wait: { [unowned self] in lines.append("\(name) waits") },
      consume: { [unowned self] in hear(name, $0, 1) },
      rescue: { [unowned self] in lines.append("\(name) failed: \($0)") })
  }

  private func hear(_ name: String, _ number: Int, _ depth: Int) {
    lines.append("\(name) \(number)")
    guard number < 10_000 else { return }
    switch roll(8) {
    case 0: act(number * 10 + 1, depth + 1)
    case 1: if let view = views.randomly(roll) { view.disposeAll() }
    case 2: if views.count < 6 { add("late \(views.count)") }
    case 3: if views.count > 1 { views.removeLast() }
    default: break
    }
  }

  /// Executes, posts or publishes something.
  private func act(_ number: Int, _ depth: Int) {
    switch roll(4) {
    case 0: execute(DirectStep(number: number, depth: depth))
    case 1: execute(DirectOther(number: number, depth: depth))
    case 2:
      if erases {
        let event: any AnyEvent = Event<FactCommand<DirectFact>>.data(
          DirectFact(number: number, depth: depth))
        engine.publish(event: event)
      } else {
        engine.post(fact: DirectFact(number: number, depth: depth))
      }
    default:
      execute(DirectStep(number: number, depth: depth))
      execute(DirectOther(number: number + 1, depth: depth))
    }
  }

  private func execute(_ command: some Command) {
    if erases {
      let command: any AnyCommand = command
      engine.execute(command: command)
    } else {
      engine.execute(command: command)
    }
  }
}

@MainActor
private final class DirectView: ReactionProducer {
  let engine: Engine

  init(_ engine: Engine) {
    self.engine = engine
  }
}

private struct DirectErrors: ErrorHandler {
  let body: @MainActor @Sendable (any Error) -> Void

  func handle(error: any Error) { MainActor.assumeIsolated { body(error) } }
}

extension Array {
  fileprivate func randomly(_ roll: (UInt64) -> UInt64) -> Element? {
    isEmpty ? nil : self[Int(roll(UInt64(count)))]
  }
}
