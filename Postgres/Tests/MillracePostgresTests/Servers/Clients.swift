import Foundation
import Millrace
import MillraceCoding
import MillraceSync
import MillraceSyncTesting
import Testing

@testable import MillracePostgres

enum NumberOperation: Sendable, CustomStringConvertible {
  case append(Int)
  case read

  var description: String {
    switch self {
    case .append(let value): "append \(value)"
    case .read: "read"
    }
  }
}

/// As in the fixture.
enum NumberMessage: Codable, Sendable {
  case append(Int)
}

/// The answers of `PostgresFixture` are the number of values and their mix.
let numbersModel = SequentialModel<[Int], NumberOperation, [Int]>([0, 0]) { state, operation, answer in
  var state = state
  if case .append(let value) = operation { state = [state[0] + 1, (state[1] &* 31 &+ value) & 0xffff_ffff] }
  return answer == nil || answer == state ? state : nil
}

/// A log that is not what the answers say.
struct Unlike: Error {
  let log: String
  let what: String
}

/// Processes on one database, clients that use them at the same time, and a record of all operations.
actor Clients {
  typealias History = OperationHistory<String, NumberOperation, [Int]>

  let text: String
  let pool: String
  let logs: [String]
  let milliseconds: Int
  private(set) var history = History()
  private var processes: [String: FixtureProcess] = [:]
  private var starts = 0
  private var value = 0
  private var answered = 0
  private var waiting: [(count: Int, done: CheckedContinuation<Void, Never>)] = []
  private var isEnding = false
  private var moves: [(member: String, done: CheckedContinuation<Void, Never>)] = []
  private var holders: [String: String] = [:]

  init(_ text: String, logs: Int, milliseconds: Int = 2_000) {
    self.text = text
    self.milliseconds = milliseconds
    pool = "pool-\(UUID())"
    self.logs = (1...logs).map { "log-\($0)-\(UUID())" }
  }

  // MARK: Processes

  /// Starts a process, and returns its name when it serves.
  @discardableResult
  func start(_ options: [String] = []) async throws -> String {
    starts += 1
    let process = try FixtureProcess(
      text, pool: pool, name: "server-\(starts)", milliseconds: milliseconds, options)
    let (ready, tell) = AsyncStream<Void>.makeStream()
    let lines = process.lines
    Task {
      for await line in lines {
        if line == "ready" { tell.finish() } else { heard(line, process.name) }
      }
      tell.finish()
    }
    for await _ in ready {}
    processes[process.name] = process
    return process.name
  }

  private func heard(_ line: String, _ name: String) {
    guard line.hasPrefix("gained ") else { return }
    holders[String(line.dropFirst(7))] = name
    let done = moves.filter { move in !holders.values.contains(move.member) }
    moves.removeAll { move in !holders.values.contains(move.member) }
    for move in done { move.done.resume() }
  }

  var names: [String] { processes.keys.sorted() }

  /// Ends a process by SIGKILL.
  func kill(_ name: String) { processes.removeValue(forKey: name)?.signal(SIGKILL) }
  func pause(_ name: String) { processes[name]?.signal(SIGSTOP) }
  func resume(_ name: String) { processes[name]?.signal(SIGCONT) }

  /// Waits until other processes have gained all logs that this one had.
  func waitUntilMoved(from name: String) async {
    if !holders.values.contains(name) { return }
    await withCheckedContinuation { moves.append((name, $0)) }
  }

  /// Ends the clients, and then the processes.
  func leave() async {
    let left = processes.values
    processes = [:]
    await withTaskGroup(of: Void.self) { group in
      for process in left { group.addTask { await process.leave() } }
    }
  }

  func killAll() {
    for process in processes.values {
      process.signal(SIGCONT)
      process.signal(SIGKILL)
    }
  }

  // MARK: Clients

  /// Uses the processes with a number of clients at the same time, until the body has returned.
  func work(clients: Int, _ body: () async throws -> Void) async throws {
    isEnding = false
    let tasks = (0..<clients).map { client in Task { await work("client \(client)") } }
    do { try await body() } catch {
      isEnding = true
      killAll()
      for task in tasks { await task.value }
      throw error
    }
    isEnding = true
    for task in tasks { await task.value }
  }

  /// Waits until so many more operations have been answered.
  func waitForAnswers(_ count: Int) async {
    await withCheckedContinuation { waiting.append((answered + count, $0)) }
  }

  private func work(_ client: String) async {
    while !isEnding { await once(client) }
  }

  /// Carries out one operation, and goes on to other processes while it is certainly not done.
  func once(_ client: String) async {
    value += 1
    let isAppend = Bool.random()
    let log = logs.randomElement() ?? ""
    let operation = isAppend ? NumberOperation.append(value) : .read
    await perform(operation, on: log, client)
  }

  func perform(_ operation: NumberOperation, on log: String, _ client: String) async {
    let call = history.begin(log, operation, by: client)
    let end = ContinuousClock.now + .seconds(5)
    var target: String?
    while true {
      let name = target ?? processes.keys.randomElement()
      target = nil
      guard let name, let process = processes[name] else {
        // No process, or one that another one still takes for the holder.
        if isEnding || ContinuousClock.now > end { return history.forget(call) }
        await pause()
        continue
      }
      switch await process.request("\(operation) \(log)".reordered) {
      case .ok(let answer):
        history.end(call, answering: answer)
        answered += 1
        let ready = waiting.filter { $0.count <= answered }
        waiting.removeAll { $0.count <= answered }
        for entry in ready { entry.done.resume() }
        return
      case .elsewhere(let member): target = member
      case .undone: await pause()
      case .gone: processes[name] = nil
      case .lost: return
      }
      if isEnding || ContinuousClock.now > end { return history.forget(call) }
    }
  }

  /// Makes the pause of a client before it tries again.
  private func pause() async {
    await withCheckedContinuation { continuation in
      _ = Deadlines.shared.add(after: .milliseconds(20)) { continuation.resume() }
    }
  }

  // MARK: The end

  /// Compares the record with the logs: all that was answered is there once, in an order that agrees with the
  /// answers.
  func check() async throws {
    let database = try PostgresDatabase(text, timeout: .seconds(3_600))
    var operations = history.operations
    for log in logs {
      var values: [Int] = []
      let handle = try database.log(log)
      while true {
        let page = try await handle.read(after: UInt64(values.count), limit: .max)
        for entry in page.entries {
          let message = try RecordDecoder().decode(NumberMessage.self, from: entry.message)
          if case .append(let value) = message { values.append(value) }
        }
        if page.isLast { break }
      }
      if Set(values).count != values.count { throw Unlike(log: log, what: "an append happened twice") }
      var state = [0, 0]
      var behind: [Int: [Int]] = [:]
      for value in values {
        state = numbersModel.step(state, .append(value), nil) ?? state
        behind[value] = state
      }
      for index in operations.indices where operations[index].key == log {
        guard case .append(let value) = operations[index].operation else { continue }
        if operations[index].returned != nil {
          if behind[value] != operations[index].answer {
            throw Unlike(log: log, what: "the append of \(value) was lost or is in another order")
          }
        } else {
          // It has happened, so its answer is known, or it never has.
          operations[index].answer = behind[value] ?? [-1, -1]
        }
        behind[value] = nil
      }
      if !behind.isEmpty { throw Unlike(log: log, what: "it has values that no client has sent") }
    }
    switch numbersModel.check(operations) {
    case .linearizable: break
    case .violated(let violation): throw violation
    case .undecided(let key): Issue.record("The check of \(key) did not end.")
    }
  }
}

extension String {
  /// `append 3 log` as the fixture reads it: `append log 3`.
  fileprivate var reordered: String {
    let words = split(separator: " ")
    return words.count == 3 ? "\(words[0]) \(words[2]) \(words[1])" : self
  }
}
