import Flask
import Synchronization

/// Archives that record their successful writes and failed reads.
///
/// The program reports only completed writes as saved, and never overwrites an archive that could not be
/// read.
final class NotedArchives: ArchiveStorage {
  private let storage: any ArchiveStorage
  private let kept = Mutex<Set<String>>([])
  private let failed = Atomic(false)

  init(_ storage: any ArchiveStorage) {
    self.storage = storage
  }

  func read(_ key: String) throws -> [UInt8]? { try noting { try storage.read(key) } }

  func write(_ bytes: [UInt8], for key: String) throws {
    try storage.write(bytes, for: key)
    kept.withLock { _ = $0.insert(key) }
  }

  func remove(_ key: String) throws { try storage.remove(key) }

  func setAside(_ key: String) throws -> String { try noting { try storage.setAside(key) } }

  private func noting<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch {
      failed.store(true, ordering: .relaxed)
      throw error
    }
  }

  /// True when an existing archive could not be read.
  var isOutOfReach: Bool { failed.load(ordering: .relaxed) }

  /// Returns the keys that were written since the last call.
  func take() -> Set<String> {
    kept.withLock { kept in
      defer { kept = [] }
      return kept
    }
  }
}
