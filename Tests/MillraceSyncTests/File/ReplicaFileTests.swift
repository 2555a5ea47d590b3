import Foundation
import Millrace
import MillraceSQLite
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

@Suite("The file of a replica")
struct ReplicaFileTests {
  private static func open(_ path: String, log: String = "l") async throws -> ReplicaFile {
    try await ReplicaFile.open(path: path, log: log, writer: LogWriter("a"))
  }

  @Test("has its contents again after a process that was killed", .realProcess)
  func killed() async throws {
    let folder = try FileFolder()
    let path = folder.file()
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let file = try await Self.open(path)
      try await file.confirm([fileEntry("b", 1), fileEntry("b", 2)], from: 0, removingPendingUpTo: nil)
      try await file.save(pending: [fileEntry("a", 1), fileEntry("a", 2)])
      try await file.save(pending: [fileEntry("a", 3)])
      try await file.noteSent(upTo: 2)
      try await file.noteSent(upTo: 1)
      try await file.confirm([fileEntry("a", 1)], from: 2, removingPendingUpTo: 1)
      try await file.keep(fileSnapshot(1))
      kill(getpid(), SIGKILL)
    }
    let file = try await Self.open(path)
    var expected = ReplicaContents(
      snapshot: fileSnapshot(1), confirmedAfter: 1, confirmed: [fileEntry("b", 2), fileEntry("a", 1)],
      pending: [fileEntry("a", 2), fileEntry("a", 3)], mayHaveBeenSent: 2)
    #expect(try await file.load() == expected)
    try await file.replacePending([fileEntry("a", 2, [7])])
    expected.pending = [fileEntry("a", 2, [7])]
    #expect(try await file.load() == expected)
    try await file.reset()
    #expect(try await file.load() == ReplicaContents())
    await file.close()
    await #expect(throws: SharedLogError.closed(log: "l")) { try await file.load() }
  }

  @Test("loses nothing when its write-ahead log is removed under it, and says that it was removed itself")
  func removedLog() async throws {
    let folder = try FileFolder()
    let path = folder.file()
    let file = try await Self.open(path)
    try await file.save(pending: [fileEntry("a", 1)])
    for (round, ends) in [["-wal"], ["-shm"], ["-wal", "-shm"]].enumerated() {
      for end in ends { #expect(unlink(path + end) == 0) }
      try await file.save(pending: [fileEntry("a", UInt64(round + 2))])
      // What a crash leaves: the files at their paths.
      let copy = try FileFolder()
      for end in ["", "-wal"] {
        if let bytes = FileManager.default.contents(atPath: path + end) {
          #expect(FileManager.default.createFile(atPath: copy.file() + end, contents: bytes))
        }
      }
      let left = try await Self.open(copy.file())
      #expect(try await left.load().pending == (1...UInt64(round + 2)).map { fileEntry("a", $0) })
      await left.close()
    }
    #expect(unlink(path) == 0)
    let error = await #expect(throws: SharedLogError.self) {
      try await file.save(pending: [fileEntry("a", 5)])
    }
    #expect("\(try #require(error))".contains("removed or replaced while it was open"))
    await file.close()
  }

  @Test("says that its write-ahead log was truncated under it, and writes nothing behind it")
  func truncatedLog() async throws {
    let folder = try FileFolder()
    let file = try await Self.open(folder.file())
    try await file.save(pending: [fileEntry("a", 1)])
    #expect(truncate(folder.file() + "-wal", 100) == 0)
    let error = await #expect(throws: SharedLogError.self) {
      try await file.save(pending: [fileEntry("a", 2)])
    }
    #expect("\(try #require(error))".contains("write-ahead log was truncated or overwritten"))
    #expect(FileFacts.size(folder.file() + "-wal") == 100)
    await file.close()
  }

  @Test("is refused to a second replica, another log and another program")
  func refused() async throws {
    let folder = try FileFolder()
    let first = try await Self.open(folder.file())
    let error = await #expect(throws: SharedLogError.self) { try await Self.open(folder.file()) }
    #expect("\(try #require(error))".contains("open in another replica"))
    await first.close()
    let other = await #expect(throws: SharedLogError.self) { try await Self.open(folder.file(), log: "m") }
    #expect("\(try #require(other))".contains("belongs to the log `l` instead of `m`"))
    try await Self.open(folder.file()).close()
    try await FileLog.open(folder.file("shared")).close()
    await #expect(throws: SharedLogError.self) { try await Self.open(folder.file("shared")) }
  }

  @Test("changes nothing when a change fails, and says which entry is damaged")
  func damage() async throws {
    let folder = try FileFolder()
    let file = try await Self.open(folder.file())
    try await file.save(pending: [fileEntry("a", 1)])
    await #expect(throws: SharedLogError.self) {
      try await file.save(pending: [fileEntry("a", 2), fileEntry("a", 1)])
    }
    #expect(try await file.load().pending == [fileEntry("a", 1)])
    await file.close()
    let database = try SQLiteDatabase<DatabaseFailure>(path: folder.file(), mode: .write)
    try database.execute("UPDATE pending SET sum = sum + 1")
    database.close()
    let again = try await Self.open(folder.file())
    await #expect(
      throws: SharedLogError.damaged(
        log: "l", reason: "a replica's pending entry at position 1 has another checksum")
    ) { try await again.load() }
    await again.close()
  }
}
