import Foundation
import HTTPDaemon
import NotesModel
import Testing
import WireFixture

@testable import NotesServer

/// The program as it is built: its first line, its end, and what it has after it was killed.
@Suite("The program")
struct ProgramTests {
  /// A server in a process of its own.
  private final class Running: @unchecked Sendable {
    // Sound: used by the one thread of its test; the process may be ended from any.
    private final class Here {}
    let process = Process()
    let port: Int

    /// The program lies beside the tests.
    static var program: URL {
      #if canImport(Darwin)
      let tests = Bundle(for: Here.self).bundleURL
      #else
      let tests = URL(fileURLWithPath: CommandLine.arguments[0])
      #endif
      return tests.deletingLastPathComponent().appendingPathComponent("notes-server")
    }

    init(
      _ folder: String, _ arguments: [String] = [], errors: FileHandle? = nil, log: FileHandle? = nil
    ) throws {
      let output = Pipe()
      process.executableURL = Self.program
      process.arguments = ["--data", folder, "--port", "0"] + arguments
      if let errors { process.standardError = errors }
      if let log {
        process.arguments?.append("--log")
        process.standardError = log
      }
      process.standardOutput = output
      try process.run()
      var line: [UInt8] = []
      while line.last != 10, let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
        line += byte
      }
      let text = String(decoding: line.dropLast(), as: UTF8.self)
      guard text.hasPrefix("notes-server: listening on http://127.0.0.1:") else {
        throw CocoaError(.executableNotLoadable)
      }
      port = Int(text.split(separator: ":").last ?? "") ?? 0
    }

    /// The status and the sentence with which it ends by itself.
    static func failure(_ arguments: [String]) throws -> String {
      let process = Process()
      let errors = Pipe()
      process.executableURL = program
      process.arguments = arguments
      process.standardError = errors
      try process.run()
      let text = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return "\(process.terminationStatus) \(String(decoding: text, as: UTF8.self))"
    }

    func end(_ signal: Int32) -> Int32 {
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      return process.terminationStatus
    }

    deinit { if process.isRunning { _ = end(SIGKILL) } }
  }

  @Test("It ends with status 0 when it is asked to, and has everything at the next start")
  func end() async throws {
    let folder = try TestFolder()
    let path = folder.path + "/new/data"
    for signal in [SIGTERM, SIGINT] {
      let (status, text) = try await onThread {
        let server = try Running(path)
        let wire = try Wire(server.port)
        _ = wire.json("PUT", "/notes/1", #"{"userId":1,"title":"a","body":"b"}"#, ["If-None-Match: *"])
        let text = wire.ask("GET", "/notes/1")?.text
        return (server.end(signal), text)
      }
      #expect(status == 0)
      #expect(text == #"{"userId":1,"id":1,"title":"a","body":"b"}"#)
    }
  }

  @Test(
    "A log that cannot be written keeps nobody from being served, and what is kept is nobody else's business")
  func log() async throws {
    let folder = try TestFolder()
    let path = folder.path + "/data"
    let statuses = try await onThread {
      let errors = Pipe()
      try errors.fileHandleForReading.close()
      let server = try Running(path, log: errors.fileHandleForWriting)
      let wire = try Wire(server.port)
      let statuses = (0..<3).map { _ in wire.ask("GET", "/")?.status }
      return statuses + [Int(server.end(SIGTERM))]
    }
    #expect(statuses == [200, 200, 200, 0])
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/notes.journal")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("After each of 12 kills in the middle of writing, everything that was answered is there, once")
  func kills() async throws {
    let folder = try TestFolder()
    let path = folder.path
    var random = SeededRandom(UInt64.random(in: 0...UInt64.max))
    var answered: [String: Int] = [:]
    var interrupted = 0
    for round in 0..<12 {
      let limit = 1 + random.below(60)
      let known = answered
      let (now, asked) = try await onThread {
        let server = try Running(path)
        let killed = Killing(limit) { _ = server.end(SIGKILL) }
        let writers = (0..<4).map { writer in
          Writer { try Self.write(server.port, "\(round)-\(writer)", killed) }
        }
        var now = known
        for writer in writers { for (key, number) in writer.wait() { now[key] = number } }
        killed.wait()
        return (now, killed.asked)
      }
      answered = now
      if asked > now.count - known.count { interrupted += 1 }
      let feed = try await onThread {
        let server = try Running(path)
        let wire = try Wire(server.port)
        var entries: [FeedEntry] = []
        while let answer = wire.ask("GET", "/changes?after=\(entries.last?.sequence ?? 0)"),
          case let more = try JSONDecoder().decode([FeedEntry].self, from: Data(answer.body)),
          let first = more.first, first.sequence > entries.last?.sequence ?? 0
        { entries += more }
        _ = server.end(SIGTERM)
        return entries
      }
      let found = Dictionary(
        feed.compactMap { entry in entry.key.map { ($0, entry.id.number) } }, uniquingKeysWith: { $0 + $1 })
      for (key, number) in answered { #expect(found[key] == number, "round \(round), \(key)") }
      #expect(feed.enumerated().allSatisfy { $1.sequence == $0 + 1 }, "round \(round)")
    }
    // Otherwise the test has not tried what it is for.
    #expect(interrupted > 0)
  }

  /// Writes until no answer comes; returns what was answered.
  private static func write(_ port: Int, _ name: String, _ killing: Killing) throws -> [String: Int] {
    let wire = try Wire(port)
    var answered: [String: Int] = [:]
    for number in 0... {
      let key = "\(name)-\(number)"
      killing.noteAsked()
      let body = #"{"userId":1,"title":"\#(key)","body":""}"#
      guard let answer = wire.json("POST", "/notes", body, ["Idempotency-Key: \(key)"]) else { break }
      guard answer.status == 201, let id = answer.headers["location"]?.split(separator: "/").last else {
        break
      }
      answered[key] = Int(id)
      killing.noteAnswered()
    }
    return answered
  }

  /// Kills when so many requests were answered.
  private final class Killing: @unchecked Sendable {
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
  private final class Writer: @unchecked Sendable {
    // Sound: the result is touched while the lock is held.
    private let lock = NSCondition()
    private var result: [String: Int]?

    init(_ body: @escaping @Sendable () throws -> [String: Int]) {
      Thread.detachNewThread { [self] in
        let result = (try? body()) ?? [:]
        lock.withLock {
          self.result = result
          lock.broadcast()
        }
      }
    }

    func wait() -> [String: Int] {
      lock.withLock {
        while result == nil { lock.wait() }
        return result ?? [:]
      }
    }
  }

  @Test(
    "After a backup was put back it says what is lost and which option gives it up, and goes on with that")
  func loss() async throws {
    let folder = try TestFolder()
    let path = folder.path
    let (refusal, told, texts) = try await onThread {
      let files = FileManager.default
      func write(_ count: Int) throws {
        let server = try Running(path)
        let wire = try Wire(server.port)
        let new = #"{"userId":1,"title":"a","body":"b"}"#
        for _ in 0..<count { #expect(wire.json("POST", "/notes", new)?.status == 201) }
        _ = server.end(SIGTERM)
      }
      try write(2)
      try files.copyItem(atPath: path + "/notes.journal", toPath: path + "/backup")
      try write(3)
      try files.removeItem(atPath: path + "/notes.journal")
      try files.moveItem(atPath: path + "/backup", toPath: path + "/notes.journal")
      let refusal = try Running.failure(["--data", path, "--port", "0"])
      let errors = Pipe()
      let server = try Running(path, ["--give-up-lost-changes"], errors: errors.fileHandleForWriting)
      let wire = try Wire(server.port)
      let texts = [
        wire.ask("GET", "/")?.text,
        wire.json("POST", "/notes", #"{"userId":1,"title":"c","body":"d"}"#)?.text,
      ]
      _ = server.end(SIGTERM)
      try errors.fileHandleForWriting.close()
      let told = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      // And without the option from then on.
      _ = try Running(path).end(SIGTERM)
      return (refusal, told, texts)
    }
    #expect(
      refusal.hasPrefix("1 Acknowledged changes are missing: the turns "), "\(refusal)")
    #expect(refusal.contains("start once with `--give-up-lost-changes`"), "\(refusal)")
    #expect(
      told.contains("notes-server: Given up because of `--give-up-lost-changes`: the turns "), "\(told)")
    #expect(texts[0]?.hasSuffix(#""sequence":2}"#) == true)
    #expect(texts[1] == #"{"userId":1,"id":3,"title":"c","body":"d"}"#)
  }

  @Test("A folder that cannot be made, and a file that is no journal, end it with status 1 and a sentence")
  func failures() async throws {
    let folder = try TestFolder()
    let path = folder.path
    try Data("not a folder".utf8).write(to: URL(fileURLWithPath: path + "/file"))
    try FileManager.default.createDirectory(atPath: path + "/bad", withIntermediateDirectories: true)
    try Data(String(repeating: "no journal ", count: 99).utf8).write(
      to: URL(fileURLWithPath: path + "/bad/notes.journal"))
    let ends = try await onThread {
      try [
        ["--data", path + "/file/x"], ["--data", path + "/bad"], ["--port", "x"],
        ["--memory", "--import", path + "/file"], ["--memory", "--port", "0", "--name", "a\u{202E}:1"],
      ].map { try Running.failure($0) }
    }
    #expect(
      ends[0].hasPrefix("1 The folder `\(path)/file/x` cannot be created: Not a directory."), "\(ends[0])")
    #expect(ends[1].hasPrefix("1 The file `\(path)/bad/notes.journal` is not a journal:"), "\(ends[1])")
    #expect(ends[2].hasPrefix("2 `x` is not a port;"), "\(ends[2])")
    #expect(ends[3].hasPrefix("1 The file `\(path)/file` cannot be imported: it is not JSON."), "\(ends[3])")
    // What a terminal would follow is shown.
    #expect(ends[4].hasPrefix("1 `a\\u{202E}:1` is not a valid name of the server;"), "\(ends[4])")
  }
}
