import FaultyFiles
import Foundation
import Millrace
import MillraceSQLite
import RecordFixture
import TestResources
import Testing

@testable import MillraceSync

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("A log in a file")
struct FileLogTests {
  /// An answer of a log, or its error.
  private enum Answer: Equatable {
    case page(LogPage), snapshot(LogSnapshot?), done, failed(SharedLogError)
  }

  private static func answer(_ body: () async throws -> Answer) async -> Answer {
    do { return try await body() } catch let error as SharedLogError { return .failed(error) } catch {
      Issue.record(error)
      return .done
    }
  }

  @Test("answers random operations as the log in memory does")
  func meaning() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RecordRandom(seed)
    let folder = try FileFolder()
    let file = try await FileLog.open(folder.file(), durability: .afterwards)
    let memory = MemoryLog("main")
    for step in 0..<600 {
      let position = UInt64.random(in: 0..<40, using: &random)
      let logs: [any SharedLog] = [file, memory]
      var answers: [Answer] = []
      let choice = Int.random(in: 0..<10, using: &random)
      var entries: [LogEntry] = []
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        let name = ["a", "b", "\u{1F600}"][Int.random(in: 0..<3, using: &random)]
        let next = entries.last { $0.writer.name == name }.map { $0.number + 1 }
        entries.append(
          fileEntry(
            name, next ?? UInt64.random(in: 0..<12, using: &random), [UInt8.random(in: 1...2, using: &random)]
          ))
      }
      let count = Int.random(in: -1..<5, using: &random)
      let head = try await memory.head()
      let near = choice < 6 ? head - min(head, position % 3) : position
      for log in logs {
        answers.append(
          await Self.answer {
            switch choice {
            case 0..<7: return .page(try await log.append(entries, after: near))
            case 7: return .page(try await log.read(after: near, limit: count))
            case 8: return .snapshot(try await log.snapshot())
            default:
              try await log.keep(fileSnapshot(position), keeping: count)
              return .done
            }
          })
      }
      #expect(answers[0] == answers[1], "seed \(seed), step \(step)")
    }
    #expect(try await memory.head() > 5, "seed \(seed)")
    await file.close()
  }

  @Test("keeps logs of one file apart, whatever their names and texts")
  func names() async throws {
    let folder = try FileFolder()
    let file = try await FileLog.open(folder.file())
    for (number, name) in [
      "'; DROP TABLE entries; --", "\"", "\u{1F600}\u{10FFFF}", "%_?1", "e\u{301}", "\u{E9}",
    ]
    .enumerated() {
      let entry = fileEntry(name, 1, [UInt8(number + 1)], store: name)
      #expect(try await file.log(name).append([entry], after: 0).entries == [entry])
    }
    await file.close()
    let again = try await FileLog.open(folder.file(), log: "\u{E9}")
    #expect(try await again.read(after: 0, limit: 9).entries.map(\.message) == [[6]])
    #expect(try await again.log("e\u{301}").read(after: 0, limit: 9).entries.map(\.message) == [[5]])
    #expect(throws: SharedLogError.self) { try again.log("a\0b") }
    await again.close()
    await #expect(throws: SharedLogError.closed(log: "\u{E9}")) { try await again.read(after: 0, limit: 1) }
  }

  @Test("answers each of many appends at once by itself, over several connections that created it at once")
  func together() async throws {
    let folder = try FileFolder()
    let path = folder.file()
    let answers = await withTaskGroup(of: Bool.self) { group in
      for number in 1...4 {
        group.addTask {
          guard let log = try? await FileLog.open(path, durability: .afterwards) else { return false }
          var isRight = true
          await withTaskGroup(of: Bool.self) { appends in
            for part in 1...10 {
              // Every third one is refused: the log lacks its first entry.
              let first: UInt64 = part.isMultiple(of: 3) ? 2 : 1
              appends.addTask {
                let page = try? await log.append([fileEntry("\(number) \(part)", first)], after: 0)
                return (page != nil) == (first == 1)
              }
            }
            for await one in appends where !one { isRight = false }
          }
          await log.close()
          return isRight
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == [true, true, true, true])
    let log = try await FileLog.open(path)
    #expect(try await log.read(after: 0, limit: .max).entries.count == 28)
    await log.close()
  }

  @Test("wakes those that wait when another connection has appended")
  func wake() async throws {
    let folder = try FileFolder()
    let (first, second) = (try await FileLog.open(folder.file()), try await FileLog.open(folder.file()))
    async let one: Void = first.waitForEntries(after: 0)
    async let two: Void = first.waitForEntries(after: 0)
    _ = try await second.append([fileEntry("a", 1)], after: 0)
    try await one
    try await two
    await #expect(throws: SharedLogError.wentBack(log: "main", head: 1, known: 2)) {
      try await first.waitForEntries(after: 2)
    }
    await first.close()
    await second.close()
  }

  @Test("ends a wait when its task is cancelled, or the log is closed")
  func ends() async throws {
    let folder = try FileFolder()
    let log = try await FileLog.open(folder.file())
    let waiting = Task { try await log.waitForEntries(after: 0) }
    waiting.cancel()
    await #expect(throws: SharedLogError.cancelled(log: "main")) { try await waiting.value }
    let other = Task { try await log.waitForEntries(after: 0) }
    await log.close()
    await #expect(throws: SharedLogError.closed(log: "main")) { try await other.value }
  }

  @Test("has all that a killed process was answered, and wakes those that wait for it", .realProcess)
  func killed() async throws {
    let folder = try FileFolder()
    let path = folder.file()
    let log = try await FileLog.open(path)
    let woken = Task { try await log.waitForEntries(after: 0) }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let child = try await FileLog.open(path)
      for number in UInt64(1)...20 {
        _ = try await child.append(
          [fileEntry("child", number * 2 - 1), fileEntry("child", number * 2)], after: 0)
      }
      let late = Task {
        for number in UInt64(21)... {
          _ = try await child.append(
            [fileEntry("child", number * 2 - 1), fileEntry("child", number * 2)], after: 0)
        }
      }
      _ = try await child.read(after: 40, limit: 2)
      kill(getpid(), SIGKILL)
      try await late.value
    }
    try await woken.value
    let entries = try await log.read(after: 0, limit: .max).entries
    #expect(entries.count >= 40 && entries.count.isMultiple(of: 2))
    #expect(entries.map(\.number) == Array(1...UInt64(entries.count)))
    await log.close()
  }

  @Test("says that a changed entry is damaged, and refuses other programs' and newer files")
  func damage() async throws {
    let folder = try FileFolder()
    let log = try await FileLog.open(folder.file())
    _ = try await log.append([fileEntry("a", 1), fileEntry("a", 2), fileEntry("a", 3)], after: 0)
    await log.close()
    let database = try SQLiteDatabase<DatabaseFailure>(path: folder.file(), mode: .write)
    try database.execute("UPDATE entries SET bytes = (SELECT bytes FROM entries LIMIT 1) WHERE position = 3")
    try database.execute("DELETE FROM entries WHERE position = 1; DELETE FROM entries WHERE position = 2")
    database.close()
    let again = try await FileLog.open(folder.file())
    await #expect(
      throws: SharedLogError.damaged(log: "main", reason: "the entry at position 3 has another checksum")
    ) { try await again.read(after: 2, limit: 9) }
    await again.close()
    for (text, part) in [("user_version = 9", "has format 9"), ("application_id = 7", "of another program")] {
      let database = try SQLiteDatabase<DatabaseFailure>(path: folder.file(), mode: .write)
      try database.execute("PRAGMA " + text)
      database.close()
      let error = await #expect(throws: SharedLogError.self) { try await FileLog.open(folder.file()) }
      #expect("\(try #require(error))".contains(part))
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file())
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("appends nothing on a full disk, and goes on when there is space")
  func fullDisk() async throws {
    let folder = try FileFolder()
    let faults = "faulty-\(UUID())"
    #expect(faulty_vfs_make(faults, faulty_plan()) == 0)
    defer { faulty_vfs_free(faults) }
    let log = try await FileLog.open(folder.file(), log: "main", vfs: faults)
    _ = try await log.append([fileEntry("a", 1)], after: 0)
    faulty_vfs_plan(faults, faulty_plan(operations: UInt32(FAULTY_WRITE), at: 1, code: 13, stays: 1, half: 0))
    let error = await #expect(throws: SharedLogError.self) {
      try await log.append([fileEntry("a", 2)], after: 0)
    }
    #expect("\(try #require(error))".contains("the disk is full"))
    #expect(try await log.head() == 1)
    faulty_vfs_plan(faults, faulty_plan())
    #expect(try await log.append([fileEntry("a", 2)], after: 0).head == 2)
    await log.close()
  }
}
