import Testing

@testable import Flask

@Suite("Restoring a state")
struct ArchiveRestorationTests {
  private let good = ArchiveCounter(counter: 5)

  private func bytes(key: String = "key") throws -> [UInt8] { try ArchiveFormat.encode(good, key: key) }

  @Test("nothing archived is nothing restored")
  func none() {
    guard case .none = restore(ArchiveCounter.self, key: "key", from: MemoryArchives()) else {
      Issue.record("something was restored")
      return
    }
  }

  @Test("what was archived is restored, and stays archived")
  func restored() throws {
    let archives = MemoryArchives(["key": try bytes()])
    guard case .restored(good) = restore(ArchiveCounter.self, key: "key", from: archives) else {
      Issue.record("it was not restored")
      return
    }
    #expect(archives.contents == ["key": try bytes()])
    #expect(archives.archivesSetAside.isEmpty)
  }

  @Test(
    "an archive that cannot be used is set aside unharmed, and the error says where",
    arguments: [
      [], [0xFF], archiveBytes(type: "Other", version: 1, "{}"), archiveBytes(version: 0, "{}"),
      archiveBytes(version: 1, "{}"),
      archiveBytes(type: "ArchiveCounter", version: 1, "{}"), archiveBytes(key: "other", version: 1, "{}"),
    ])
  func unusable(bytes: [UInt8]) {
    let archives = MemoryArchives(["key": bytes])
    for round in 1...2 {
      archives.write(bytes, for: "key")
      guard case .unusable(let error) = restore(ArchiveCounter.self, key: "key", from: archives) else {
        Issue.record("it was used")
        return
      }
      #expect(error.description.contains("It was moved aside as `archivesSetAside[\"key\"]`"), "\(error)")
      #expect(archives.contents.isEmpty)
      #expect(archives.archivesSetAside == ["key": Array(repeating: bytes, count: round)])
    }
  }

  @Test("a storage that cannot be read is left alone")
  func unreachable() throws {
    let storage = ArchiveFaultyStorage([.read], memory: MemoryArchives(["key": try bytes()]))
    guard
      case .unreachable(.cannotRead(key: "key", path: nil, reason: "No space left on device")) = restore(
        ArchiveCounter.self, key: "key", from: storage)
    else {
      Issue.record("it was reached")
      return
    }
    #expect(storage.calls == ["read"])
  }

  @Test("an archive that cannot be set aside either must not be written over")
  func stuck() {
    let storage = ArchiveFaultyStorage([.setAside], memory: MemoryArchives(["key": [1]]))
    guard
      case .unreachable(.cannotSetAside(key: "key", let reason, let problem)) = restore(
        ArchiveCounter.self, key: "key", from: storage)
    else {
      Issue.record("it was set aside")
      return
    }
    #expect(reason == "No space left on device")
    #expect(problem.hasPrefix("The archive `key` cannot be used"))
    #expect(storage.memory.contents == ["key": [1]])
  }

  @Test("migrations that make no chain leave the archive where it is")
  func unsound() throws {
    struct Unsound: Flask.State {
      static var archiveVersion: Int { 0 }
    }
    let archives = MemoryArchives(["key": try bytes()])
    guard
      case .unreachable(.unsoundMigrations(state: "Unsound", flaw: .notAVersion(0))) = restore(
        Unsound.self, key: "key", from: archives)
    else {
      Issue.record("it was used")
      return
    }
    #expect(archives.contents == ["key": try bytes()])
  }
}
