import Foundation
import HTTPDaemon
import NotesModel
import Testing
import WireFixture

@testable import NotesServer
@testable import NotesShelf

/// The program as it is built: its first line, its end, and what it has after it was killed.
@Suite("The program")
struct ProgramTests {
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
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/notes.database")
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
          // One that comes after the kill is answered nothing.
          Writer { (try? Self.write(server.port, "\(round)-\(writer)", killed)) ?? [:] }
        }
        var now = known
        for writer in writers { for (key, number) in try writer.wait() { now[key] = number } }
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

  @Test(
    "A folder has one server; a second one, also one that would share it, ends with status 1 and a sentence")
  func alone() async throws {
    let folder = try TestFolder()
    let path = folder.path
    try FileManager.default.createSymbolicLink(
      atPath: path + "/link", withDestinationPath: path + "/notes.database")
    let (ends, last) = try await onThread {
      let server = try Running(path)
      let ends = try [["--data", path], ["--database", path + "/link"]].map {
        try Running.failure($0 + ["--export", path + "/export"])
      }
      _ = server.end(SIGKILL)
      // The end of a process ends its use.
      return (ends, try Running(path).end(SIGTERM))
    }
    #expect(last == 0)
    for end in ends {
      #expect(end.hasPrefix("1 Another notes-server has the database `"), "\(end)")
      #expect(end.contains("/notes.database`. With `--data`"), "\(end)")
    }
  }

  @Test("A folder that cannot be made, and a file that is no database, end it with status 1 and a sentence")
  func failures() async throws {
    let folder = try TestFolder()
    let path = folder.path
    try Data("not a folder".utf8).write(to: URL(fileURLWithPath: path + "/file"))
    try FileManager.default.createDirectory(atPath: path + "/bad", withIntermediateDirectories: true)
    try Data(String(repeating: "no database ", count: 99).utf8).write(
      to: URL(fileURLWithPath: path + "/bad/notes.database"))
    try FileManager.default.createDirectory(atPath: path + "/old", withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: path + "/old/notes.journal"))
    let ends = try await onThread {
      try [
        ["--data", path + "/file/x"], ["--data", path + "/bad"], ["--port", "x"],
        ["--database", "postgres://u:secret@127.0.0.1:1/d"], ["--database", path + "/file/x"],
        ["--memory", "--import", path + "/file"], ["--memory", "--port", "0", "--name", "a\u{202E}:1"],
        ["--data", path + "/old"],
      ].map { try Running.failure($0) }
    }
    #expect(
      ends[0].hasPrefix("1 The folder `\(path)/file/x` cannot be created: Not a directory."), "\(ends[0])")
    #expect(ends[1].hasPrefix("1 ") && ends[1].contains("damaged"), "\(ends[1])")
    #expect(ends[7].hasPrefix("1 The folder `\(path)/old` has the data of an earlier release"), "\(ends[7])")
    #expect(ends[2].hasPrefix("2 `x` is not a port;"), "\(ends[2])")
    // Without PostgreSQL it says how to build with it, otherwise that nothing is there; never the password.
    #expect(ends[3].hasPrefix("1 ") && !ends[3].contains("secret"), "\(ends[3])")
    #expect(ends[3].contains("--traits Postgres") || ends[3].contains("cannot be reached"), "\(ends[3])")
    #expect(ends[4].hasPrefix("1 The database cannot be reached: "), "\(ends[4])")
    #expect(ends[5].hasPrefix("1 The file `\(path)/file` cannot be imported: it is not JSON."), "\(ends[5])")
    // What a terminal would follow is shown.
    #expect(ends[6].hasPrefix("1 `a\\u{202E}:1` is not a valid name of the server;"), "\(ends[6])")
  }
}
