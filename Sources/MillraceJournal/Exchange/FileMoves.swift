import CSQLite
import Millrace

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Operations that move and remove files.
enum FileMoves {
  /// Returns an unused name beside a path: the path, `.new-` and sixteen random digits, as in
  /// `notes.jsonl.new-…`.
  ///
  /// The caller creates the file only if none exists, so nothing is ever overwritten.
  static func newName(beside path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
    // A name has at most 255 bytes, and SQLite appends a suffix to it.
    let name = String(decoding: Array(path[start...].utf8.prefix(200)), as: UTF8.self)
    return path[..<start] + name + ".new-" + UInt64.random(in: 0 ... .max).hexadecimal
  }

  /// Moves a file to a path where no file may exist, and syncs its folder to the disk.
  static func move(_ source: String, to target: String) throws(JournalError) {
    if millrace_rename_new(source, target) != 0 {
      guard [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(errno) else { throw failure(errno, target) }
      // Unlike a move, a link never replaces a file; some file systems have no links.
      if link(source, target) == 0 {
        unlink(source)
      } else if errno == EEXIST || FileFacts.exists(target) {
        throw .exists(path: target)
      } else {
        guard rename(source, target) == 0 else { throw failure(errno, target) }
      }
    }
    // Some file systems cannot write the names of a folder to the disk.
    try? SystemFile.synchronizeFolder(target.lastIndex(of: "/").map { String(target[...$0]) } ?? ".")
  }

  private static func failure(_ error: Int32, _ target: String) -> JournalError {
    error == EEXIST ? .exists(path: target) : .file(path: target, reason: SystemReason.text(error))
  }
}

extension JournalError {
  /// Returns the result of a system call for the file at `path`.
  static func of<Result>(
    _ path: String, _ call: () throws(SystemFailure) -> Result
  ) throws(JournalError) -> Result {
    do throws(SystemFailure) { return try call() } catch {
      throw .file(path: path, reason: SystemReason.text(error.code))
    }
  }
}
