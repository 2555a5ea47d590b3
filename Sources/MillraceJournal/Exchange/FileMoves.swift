import CSQLite
import Millrace

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Moves and removes files.
enum FileMoves {
  /// A name beside a path that nothing has, as far as chance can tell: `notes.jsonl.new-` and sixteen digits.
  ///
  /// A file is made there only if nothing is there, so that nothing is ever written over.
  static func newName(beside path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
    // A name has 255 bytes at most, and SQLite adds some to it.
    let name = String(decoding: Array(path[start...].utf8.prefix(200)), as: UTF8.self)
    return path[..<start] + name + ".new-" + UInt64.random(in: 0 ... .max).hexadecimal
  }

  /// Moves a file to a place where there must not be one, and makes sure of it on the disk.
  static func move(_ source: String, to target: String) throws(JournalError) {
    if millrace_rename_new(source, target) != 0 {
      guard [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(errno) else { throw failure(errno, target) }
      // A link cannot be made where something is, other than a move; some file systems know no links.
      if link(source, target) == 0 {
        unlink(source)
      } else if errno == EEXIST || FileFacts.exists(target) {
        throw .exists(path: target)
      } else {
        guard rename(source, target) == 0 else { throw failure(errno, target) }
      }
    }
    syncFolder(of: target)
  }

  private static func failure(_ error: Int32, _ target: String) -> JournalError {
    error == EEXIST ? .exists(path: target) : .file(path: target, reason: SystemReason.text(error))
  }

  /// Makes sure of the names in a folder; where that is not possible, they are as sure as the file system
  /// makes them.
  private static func syncFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Makes sure that a file is on the disk.
  static func sync(_ path: String) throws(JournalError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(path: path, reason: SystemReason.text(errno)) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .file(path: path, reason: SystemReason.text(errno)) }
  }

  static func remove(_ path: String) { unlink(path) }
}
