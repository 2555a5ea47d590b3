import Foundation
import PostgresProcesses

@testable import MillracePostgres

/// A process of `PostgresFixture`.
final class FixtureProcess: @unchecked Sendable {
  // Sound: everything that changes is touched under the lock only.
  enum Answer: Sendable {
    case ok([Int])
    case elsewhere(String)
    case undone
    /// It may have been done.
    case lost
    /// The process had ended before the request.
    case gone
  }

  let name: String
  private let process: ChildProcess
  private let lock = NSLock()
  private var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
  private var next = 0
  private var isOver = false
  private let heard: AsyncStream<String>.Continuation
  /// The lines that are no answers: `ready`, `gained LOG`, `ended LOG`.
  let lines: AsyncStream<String>

  /// Starts a process; it serves when `ready` is among its lines.
  init(_ text: String, pool: String, name: String, milliseconds: Int, _ options: [String] = []) throws {
    self.name = name
    // A request to a process that has ended is answered, and must not end this one.
    _ = Self.ignoresBrokenPipes
    (lines, heard) = AsyncStream<String>.makeStream()
    let folder = Bundle.main.executableURL?.deletingLastPathComponent() ?? URL(fileURLWithPath: ".")
    process = try ChildProcess(
      folder.appendingPathComponent("PostgresFixture").path, [text, pool, name, "\(milliseconds)"] + options,
      input: .pipe, output: .pipe)
    let descriptor = process.output.fileDescriptor
    Thread.detachNewThread { [self] in
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        rest += buffer[..<count]
        while let end = rest.firstIndex(of: 10) {
          take(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeSubrange(...end)
        }
      }
      finish()
    }
  }

  static let ignoresBrokenPipes: Void = { _ = Foundation.signal(SIGPIPE, SIG_IGN) }()

  private func take(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard words.count > 1, let number = Int(words[0]) else {
      heard.yield(line)
      return
    }
    let answer: Answer =
      switch words[1] {
      case "ok": .ok(words[2...].compactMap { Int($0) })
      case "held-by": .elsewhere(words[2])
      case "undone": .undone
      default: .lost
      }
    lock.withLock { waiting.removeValue(forKey: number) }?.resume(returning: answer)
  }

  private func finish() {
    let left = lock.withLock {
      isOver = true
      defer { waiting = [:] }
      return Array(waiting.values)
    }
    for continuation in left { continuation.resume(returning: .lost) }
    heard.finish()
  }

  /// Sends a request, which counts as lost when its answer takes longer than 5 seconds, as for real clients.
  func request(_ text: String) async -> Answer {
    await withCheckedContinuation { (done: CheckedContinuation<Answer, Never>) in
      let number = lock.withLock { () -> Int? in
        if isOver { return nil }
        next += 1
        waiting[next] = done
        return next
      }
      guard let number else { return done.resume(returning: .gone) }
      write("\(number) \(text)")
      _ = Deadlines.shared.add(after: .seconds(5)) { [self] in
        lock.withLock { waiting.removeValue(forKey: number) }?.resume(returning: .lost)
      }
    }
  }

  func signal(_ signal: Int32) { process.kill(signal) }

  /// Asks the process to leave, and waits for its end.
  func leave() async {
    write("leave")
    await process.ended()
  }

  private func write(_ line: String) {
    try? process.input.write(contentsOf: Data((line + "\n").utf8))
  }
}
