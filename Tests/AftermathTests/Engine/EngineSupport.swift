import Aftermath
import Foundation
import Millrace
import MillraceTesting

/// Lines that are written down from anywhere.
final class EngineLog: Sendable {
  private let texts = Locked<[String]>([])

  var lines: [String] { texts.withLock { $0 } }

  func add(_ line: String) { texts.withLock { $0.append(line) } }
}

/// An error handler that keeps what it receives.
final class EngineErrors: ErrorHandler {
  private let errors = Locked<[any Error]>([])

  var all: [any Error] { errors.withLock { $0 } }
  var texts: [String] { all.map { "\($0)" } }

  func handle(error: any Error) { errors.withLock { $0.append(error) } }
}

struct EngineBooks: Command {
  typealias Output = [String]
  var shelf = "all"
}

struct EngineCount: Command {
  typealias Output = Int
  var number = 0
}

struct EnginePair: Command {
  typealias Output = (number: Int, name: String)
  let number: Int
}

struct EngineNews: Fact, Equatable {
  var number = 0
  var source = 0
}

struct EngineOtherNews: Fact { let text: String }

struct EngineProblem: Error, Equatable { let text: String }

/// Something that executes, posts and reacts, and writes down what it has seen.
@MainActor
final class EngineView: ReactionProducer, CommandProducer, FactProducer {
  let engine: Engine
  var lines: [String] = []

  init(_ engine: Engine) {
    self.engine = engine
  }

  @discardableResult
  func watch<C: Command>(_ command: C.Type, _ name: String) -> DisposalToken {
    react(to: command, with: reaction(name))
  }

  func reaction<Output>(_ name: String) -> Reaction<Output> {
    Reaction(
      wait: { [weak self] in self?.lines.append("\(name) wait") },
      consume: { [weak self] in self?.lines.append("\(name) \($0)") },
      rescue: { [weak self] in
        self?.lines.append("\(name) failed: \(($0 as? EngineProblem)?.text ?? "\($0)")")
      }
    )
  }
}

/// An isolation of its own for one test.
actor EngineRoom {
  func run<Result: Sendable>(
    _ body: @Sendable (isolated EngineRoom) async throws -> Result
  ) async rethrows -> Result {
    try await body(self)
  }
}

/// Runs `body` on threads of the system, none of them from a pool, and returns when all have run it.
func engineThreads(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) async {
  await withTaskGroup { group in
    for number in 0..<count {
      group.addTask {
        await withCheckedContinuation { done in
          Thread.detachNewThread {
            body(number)
            done.resume()
          }
        }
      }
    }
  }
}

/// Returns when the condition holds, or when the task is cancelled.
func engineEventually(_ condition: () async -> Bool) async {
  await eventually { await condition() }
}

/// A door that tasks wait at until it is opened, cancelled or not.
final class EngineDoor: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  var waiterCount: Int { state.withLock { $0.waiters.count } }

  func pass() async {
    await withCheckedContinuation { waiter in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiters.append(waiter) }
        return state.isOpen
      }
      if isOpen { waiter.resume() }
    }
  }

  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}

/// A task that waits for a result, and what has come of it.
@MainActor
final class EngineWaiter {
  private(set) var text: String?
  private(set) var task: Task<Void, Never>?

  init<C: Command>(_ engine: Engine, _ command: C) {
    task = Task { [weak self] in
      let text: String
      do {
        text = "\(try await engine.result(of: command))"
      } catch let failure as Failure {
        text =
          switch failure {
          case .aborted: "aborted"
          case .engineInvalidated: "invalidated"
          default: "\(failure)"
          }
      } catch let warning as Warning {
        text = if case .noCommandHandlers = warning { "no handler" } else { "\(warning)" }
      } catch is CancellationError {
        text = "cancelled"
      } catch let problem as EngineProblem {
        text = problem.text
      } catch {
        text = "\(error)"
      }
      self?.text = text
    }
  }

  /// Returns its result, when that is known.
  func answer() async -> String? {
    await engineEventually { text != nil }
    return text
  }
}

/// A parking place for calls that middleware puts off until a test asks for them.
final class EngineParking: Sendable {
  private let parked = Locked<[@Sendable () throws -> Void]>([])

  func park(_ body: @escaping @Sendable () throws -> Void) { parked.withLock { $0.append(body) } }

  /// Does all that was put off, and keeps it.
  func resume() throws {
    for body in parked.withLock({ $0 }) { try body() }
  }
}
