import CSQLite
import FaultyFiles
import Foundation

/// A file system of SQLite whose disk can be full.
final class JournalFaults: Sendable {
  let name = "journal-\(UUID())"

  init() { faulty_vfs_make(name, faulty_plan()) }

  deinit { faulty_vfs_free(name) }

  /// Nothing can be written from now on.
  func diskIsFull() {
    faulty_vfs_plan(
      name, faulty_plan(operations: FAULTY_WRITE, at: 1, code: SQLITE_FULL, stays: 1, half: 0))
  }

  func diskIsFree() { faulty_vfs_plan(name, faulty_plan()) }
}
