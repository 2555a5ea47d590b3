import Foundation
import ProcessFixture

/// A server in a process of its own.
final class Running: Sendable {
  private final class Here {}
  private let process: ChildProcess
  let port: Int

  /// The program lies beside the tests.
  private static var program: String {
    #if canImport(Darwin)
    let tests = Bundle(for: Here.self).bundleURL
    #else
    let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    #endif
    return tests.deletingLastPathComponent().appendingPathComponent("notes-server").path
  }

  /// Starts one with a journal in a folder.
  convenience init(
    _ folder: String, _ arguments: [String] = [], errors: FileHandle? = nil, log: FileHandle? = nil
  ) throws {
    try self.init(["--data", folder] + arguments, variables: [:], errors: errors, log: log)
  }

  /// Starts one.
  init(
    _ arguments: [String], variables: [String: String], errors: FileHandle? = nil, log: FileHandle? = nil
  ) throws {
    process = try ChildProcess(
      Self.program, ["--port", "0"] + arguments + (log == nil ? [] : ["--log"]),
      environment: ProcessInfo.processInfo.environment.merging(variables) { $1 }, output: .pipe,
      errors: (log ?? errors).map { .descriptor($0.fileDescriptor) } ?? .inherited)
    let text = process.output.line()
    guard text.hasPrefix("notes-server: listening on http://127.0.0.1:") else {
      throw CocoaError(.executableNotLoadable)
    }
    port = Int(text.split(separator: ":").last ?? "") ?? 0
  }

  /// The status and the sentence with which it ends by itself.
  static func failure(_ arguments: [String]) throws -> String {
    let process = try ChildProcess(program, arguments, errors: .pipe)
    let text = process.errors.text()
    return "\(process.wait().status) \(text)"
  }

  func end(_ signal: Int32) -> Int32 {
    process.kill(signal)
    return process.wait().status
  }

  deinit { _ = end(SIGKILL) }
}

/// Kills when so many requests were answered.
final class Killing: @unchecked Sendable {
  // Sound: everything is touched while the lock is held.
  private let lock = NSCondition()
  private let limit: Int
  private var answered = 0
  private var isDone = false
  private var askedCount = 0

  init(_ limit: Int, _ kill: @escaping @Sendable () -> Void) {
    self.limit = limit
    Thread.detachNewThread { [self] in
      lock.withLock { while answered < limit { lock.wait() } }
      kill()
      lock.withLock {
        isDone = true
        lock.broadcast()
      }
    }
  }

  var asked: Int { lock.withLock { askedCount } }
  func noteAsked() { lock.withLock { askedCount += 1 } }
  func noteAnswered() {
    lock.withLock {
      answered += 1
      lock.broadcast()
    }
  }
  func wait() { lock.withLock { while !isDone { lock.wait() } } }
}

/// Something done on a thread of its own, whose result is waited for.
final class Writer<Value: Sendable>: @unchecked Sendable {
  // Sound: the result is touched while the lock is held.
  private let lock = NSCondition()
  private var result: Result<Value, any Error>?

  init(_ body: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread { [self] in
      let result = Result { try body() }
      lock.withLock {
        self.result = result
        lock.broadcast()
      }
    }
  }

  func wait() throws -> Value {
    try lock.withLock {
      while true {
        if let result { return try result.get() }
        lock.wait()
      }
    }
  }
}
