import Synchronization
import Testing

@testable import Flask

@Suite("The order of an archive's changes")
struct ArchiveWriterTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("what is older than the last change carried out is passed over")
  func order() async throws {
    let storage = ArchiveFaultyStorage([])
    let writer = ArchiveWriter(storage: storage, key: "key")
    try await writer.write(bytes("2"), revision: 2)
    try await writer.write(bytes("1"), revision: 1)
    try writer.writeNow(bytes("0"), revision: 0)
    try await writer.remove(revision: 1)
    #expect(storage.calls == ["write 2"])
    try await writer.write(bytes("2 again"), revision: 2)
    try writer.writeNow(bytes("3"), revision: 3)
    try await writer.remove(revision: 4)
    try await writer.write(bytes("3"), revision: 3)
    #expect(storage.calls == ["write 2", "write 2 again", "write 3", "remove"])
    #expect(storage.memory.contents.isEmpty)
  }

  @Test("a change that failed says why, and does not keep an older one out")
  func failure() async throws {
    let storage = ArchiveFaultyStorage([.write, .remove])
    let writer = ArchiveWriter(storage: storage, key: "key")
    let full = ArchiveError.cannotWrite(key: "key", path: nil, reason: "No space left on device")
    await #expect(throws: full) { try await writer.write(bytes("2"), revision: 2) }
    #expect(throws: full) { try writer.writeNow(bytes("2"), revision: 2) }
    await #expect(throws: full) { try await writer.remove(revision: 2) }
    storage.set([])
    try await writer.write(bytes("1"), revision: 1)
    #expect(storage.memory.contents == ["key": bytes("1")])
  }

  @Test("an error of the storage's own arrives as it is")
  func ownError() async throws {
    struct Choosy: ArchiveStorage {
      func read(_ key: String) -> [UInt8]? { nil }
      func write(_ bytes: [UInt8], for key: String) throws {
        throw ArchiveError.cannotWrite(key: key, path: "place", reason: "own")
      }
      func remove(_ key: String) {}
      func setAside(_ key: String) -> String { "" }
    }
    let writer = ArchiveWriter(storage: Choosy(), key: "key")
    await #expect(throws: ArchiveError.cannotWrite(key: "key", path: "place", reason: "own")) {
      try await writer.write([], revision: 1)
    }
  }

  @Test("of many changes from many tasks the newest is there at the end, and none goes back")
  func storm() async throws {
    let storage = ArchiveFaultyStorage([])
    let writer = ArchiveWriter(storage: storage, key: "key")
    await withTaskGroup(of: Void.self) { group in
      for revision in (UInt64(1)...500).shuffled() {
        group.addTask {
          let bytes = Array("\(revision)".utf8)
          if revision % 3 == 0 {
            try? writer.writeNow(bytes, revision: revision)
          } else {
            try? await writer.write(bytes, revision: revision)
          }
        }
      }
    }
    #expect(storage.memory.contents == ["key": bytes("500")])
    let written = storage.calls.compactMap { Int($0.dropFirst("write ".count)) }
    #expect(written == written.sorted() && written.last == 500)
  }

  @Test("the write of a cancelled task is carried out all the same")
  func cancelled() async throws {
    let storage = ArchiveFaultyStorage([])
    let writer = ArchiveWriter(storage: storage, key: "key")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await writer.write(Array("1".utf8), revision: 1)
    }
    try await task.value
    #expect(storage.calls == ["write 1"])
  }

  @Test("a storage that takes its time does not hold up the actor that archives")
  @MainActor
  func elsewhere() async throws {
    /// A storage that lets a write go on only when the main actor says so.
    final class Slow: ArchiveStorage {
      let continuation = Mutex<CheckedContinuation<Void, Never>?>(nil)
      let isReleased = Mutex(false)
      func read(_ key: String) -> [UInt8]? { nil }
      func write(_ bytes: [UInt8], for key: String) {
        let waiting = continuation.withLock { continuation in
          defer { continuation = nil }
          return continuation
        }
        waiting?.resume()
        while !isReleased.withLock({ $0 }) {}
      }
      func remove(_ key: String) {}
      func setAside(_ key: String) -> String { "" }
    }
    let slow = Slow()
    let writer = ArchiveWriter(storage: slow, key: "key")
    var write: Task<Void, any Error>?
    await withCheckedContinuation { continuation in
      slow.continuation.withLock { $0 = continuation }
      write = Task { try await writer.write([1], revision: 1) }
    }
    // The write is under way, and here the main actor goes on.
    slow.isReleased.withLock { $0 = true }
    try await write?.value
  }
}
