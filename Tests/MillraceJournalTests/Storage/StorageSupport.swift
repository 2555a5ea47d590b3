import CSQLite
import FaultyFiles
import Foundation
import MillraceSQLite
import Testing

@testable import MillraceJournal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A folder that is deleted with its last user.
final class StorageFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/journal-storage-\(UUID())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String = "journal") -> String { path + "/" + name }

  @discardableResult
  func write(_ bytes: some Sequence<UInt8>, to name: String = "journal") -> String {
    let path = file(name)
    #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
    return path
  }

  func bytes(_ name: String = "journal") -> [UInt8]? {
    FileManager.default.contents(atPath: file(name)).map { [UInt8]($0) }
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

/// A file system of SQLite that fails when it is told to.
final class StorageFaults: Sendable {
  let name = "faulty-\(UUID())"

  init(_ plan: faulty_plan = faulty_plan()) {
    #expect(faulty_vfs_make(name, plan) == SQLITE_OK)
  }

  deinit { faulty_vfs_free(name) }

  func plan(_ plan: faulty_plan) { #expect(faulty_vfs_plan(name, plan) == SQLITE_OK) }
  var calls: Int { Int(faulty_vfs_calls(name)) }
  var failures: Int { Int(faulty_vfs_failures(name)) }
}

extension faulty_plan {
  /// Fails the call `at` of the kinds `operations`.
  static func failing(
    _ operations: UInt32, at: Int = 1, code: Int32 = 0, stays: Bool = false, half: Bool = false
  ) -> faulty_plan {
    faulty_plan(
      operations: operations, at: Int64(at), code: code, stays: stays ? 1 : 0, half: half ? 1 : 0)
  }
}

/// The error that is thrown; a failed expectation when there is none.
func storageError(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> JournalError? {
  #expect(throws: JournalError.self, sourceLocation: sourceLocation) { try body() }
}

extension Database {
  /// Every value of the first column.
  func storageIntegers(_ sql: String) throws -> [Int64] {
    let statement = try prepare(sql)
    var found: [Int64] = []
    while try statement.step() { found.append(statement.int64(0)) }
    return found
  }
}

/// Gives up the superuser's rights, in a process of its own: the superuser may do everything.
func storageBecomeNobody() {
  if geteuid() == 0 {
    precondition(setgid(65_534) == 0)
    precondition(setuid(65_534) == 0)
  }
}
