import Foundation
import Millrace
import MillraceSQLite
import Testing

@testable import MillraceSync

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("A log's or a replica's file that is missing")
struct MissingFileTests {
  private static func contents(_ folder: FileFolder) -> [String: Data] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.filter { !$0.hasSuffix("-shm") }.map {
        ($0, FileManager.default.contents(atPath: folder.path + "/" + $0) ?? Data())
      })
  }

  /// Copies what a killed process leaves, with the database moved away to the returned path.
  private static func moveAway(_ folder: FileFolder) throws -> (FileFolder, away: String) {
    let copy = try FileFolder()
    for (name, bytes) in contents(folder) {
      #expect(FileManager.default.createFile(atPath: copy.path + "/" + name, contents: bytes))
    }
    #expect(FileFacts.size(copy.file() + "-wal") ?? 0 > 0)
    let away = copy.path + "-away"
    #expect(rename(copy.file(), away) == 0)
    return (copy, away)
  }

  private static func expectRefusal(
    _ folder: FileFolder, _ open: () async throws -> Void
  ) async throws {
    let before = contents(folder)
    let error = await #expect(throws: SharedLogError.self) { try await open() }
    let text = "\(try #require(error))"
    #expect(text.contains("is missing, but its log"))
    #expect(text.contains("move the file back to its place"))
    #expect(contents(folder) == before)
  }

  @Test("is not begun again while its write-ahead log is there, and has all when it is back")
  func log() async throws {
    let folder = try FileFolder()
    let log = try await FileLog.open(folder.file())
    _ = try await log.append([fileEntry("a", 1), fileEntry("a", 2)], after: 0)
    let (copy, away) = try Self.moveAway(folder)
    defer { unlink(away) }
    await log.close()
    try await Self.expectRefusal(copy) { _ = try await FileLog.open(copy.file()) }
    #expect(rename(away, copy.file()) == 0)
    let again = try await FileLog.open(copy.file())
    #expect(try await again.head() == 2)
    await again.close()
  }

  @Test("is not begun again for a replica either")
  func replica() async throws {
    let folder = try FileFolder()
    func open(_ folder: FileFolder) async throws -> ReplicaFile {
      try await ReplicaFile.open(path: folder.file(), log: "l", writer: LogWriter("a"))
    }
    let file = try await open(folder)
    try await file.save(pending: [fileEntry("a", 1)])
    let (copy, away) = try Self.moveAway(folder)
    defer { unlink(away) }
    await file.close()
    try await Self.expectRefusal(copy) { _ = try await open(copy) }
    #expect(rename(away, copy.file()) == 0)
    let again = try await open(copy)
    #expect(try await again.load().pending == [fileEntry("a", 1)])
    await again.close()
  }
}

@Suite("A log's file that is taken away while it is open")
struct TakenFileTests {
  enum Way: String, CaseIterable {
    case moved, removed, copied

    func carryOut(_ path: String) throws {
      switch self {
      case .moved: #expect(rename(path, path + "-away") == 0)
      case .removed: for end in ["", "-wal", "-shm", "-bell"] { unlink(path + end) }
      case .copied:
        try FileManager.default.copyItem(atPath: path, toPath: path + "-copy")
        #expect(rename(path, path + "-away") == 0)
        #expect(rename(path + "-copy", path) == 0)
      }
    }
  }

  @Test("is noticed before an append is acknowledged, and by readers", arguments: Way.allCases)
  func noticed(_ way: Way) async throws {
    let folder = try FileFolder()
    let log = try await FileLog.open(folder.file())
    _ = try await log.append([fileEntry("a", 1)], after: 0)
    try way.carryOut(folder.file())
    for call in [
      { _ = try await log.append([fileEntry("a", 2)], after: 0) },
      { _ = try await log.read(after: 0, limit: 9) }, { _ = try await log.snapshot() },
      { try await log.keep(fileSnapshot(1), keeping: 1) }, { try await log.waitForEntries(after: 1) },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: SharedLogError.self) { try await call() }
      #expect(error?.isTransient == true)
      #expect("\(try #require(error))".contains("was removed or replaced while it was open"))
    }
    if way != .removed {
      #expect(rename(folder.file() + "-away", folder.file()) == 0)
      #expect(try await log.append([fileEntry("a", 2)], after: 0).head == 2)
    }
    await log.close()
    await #expect(throws: SharedLogError.closed(log: "main")) { try await log.read(after: 0, limit: 9) }
  }

  @Test("keeps a replica offline, which goes on when the file is back")
  @MainActor func replica() async throws {
    let folder = try FileFolder()
    let options = ReplicaOptions(firstRetry: .milliseconds(1), longestRetry: .milliseconds(5))
    let place = try WordPlace("kitchen", try await FileLog.open(folder.file()), options: options)
    try await place.replica.commit(.add("flour"), to: place.store)
    try Way.moved.carryOut(folder.file())
    place.store.send(.add("salt"))
    await place.reach { if case .offline = $0.phase { true } else { false } }
    #expect(place.replica.status.pendingCount == 1)
    #expect(rename(folder.file() + "-away", folder.file()) == 0)
    try await place.replica.waitUntilConfirmed()
    #expect(place.words == ["flour", "salt"])
    await place.replica.close()
  }

  @Test("loses nothing when only its write-ahead log is removed, also with another connection")
  func log() async throws {
    let folder = try FileFolder()
    let log = try await FileLog.open(folder.file())
    for (round, ends) in [["-wal"], ["-shm"], ["-wal", "-shm"]].enumerated() {
      _ = try await log.append([fileEntry("a", UInt64(2 * round + 1))], after: 0)
      for end in ends { #expect(unlink(folder.file() + end) == 0) }
      _ = try await log.append([fileEntry("a", UInt64(2 * round + 2))], after: 0)
      try await Self.expectLeft(UInt64(2 * round + 2), folder)
    }
    let other = try await FileLog.open(folder.file())
    _ = try await other.append([fileEntry("a", 7)], after: 0)
    #expect(unlink(folder.file() + "-wal") == 0)
    let error = await #expect(throws: SharedLogError.self) {
      try await log.append([fileEntry("a", 8)], after: 0)
    }
    #expect("\(try #require(error))".contains("write-ahead log was removed or replaced"))
    // What the log had is in the file.
    try await Self.expectLeft(7, folder)
    await other.close()
    #expect(try await log.append([fileEntry("a", 8)], after: 0).head == 8)
    try await Self.expectLeft(8, folder)
    await log.close()
  }

  /// Expects what a crash leaves to have a number of entries: the files at their paths.
  private static func expectLeft(_ count: UInt64, _ folder: FileFolder) async throws {
    let copy = try FileFolder()
    for end in ["", "-wal"] {
      if let bytes = FileManager.default.contents(atPath: folder.file() + end) {
        #expect(FileManager.default.createFile(atPath: copy.file() + end, contents: bytes))
      }
    }
    let left = try await FileLog.open(copy.file())
    #expect(try await left.head() == count)
    await left.close()
  }

  @Test("acknowledges nothing behind a write-ahead log that was truncated")
  func truncated() async throws {
    let folder = try FileFolder()
    let log = try await FileLog.open(folder.file())
    _ = try await log.append([fileEntry("a", 1)], after: 0)
    #expect(truncate(folder.file() + "-wal", 100) == 0)
    let error = await #expect(throws: SharedLogError.self) {
      try await log.append([fileEntry("a", 2)], after: 0)
    }
    #expect("\(try #require(error))".contains("truncated or overwritten while it was open"))
    await log.close()
  }
}
