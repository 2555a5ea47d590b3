import CSQLite
import Millrace
import MillraceSQLite
import MillraceSupport

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A new file that is written under an unused name and moved to its path when it is complete.
final class NewFile {
  private let path: String
  private let partial: String
  private var file: Int32?
  private var length = 0
  private var buffer: [UInt8] = []

  init(_ path: String, _ permissions: AccessPermissions) throws(JournalError) {
    self.path = path
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .file(path: path, reason: "the path is invalid")
    }
    if FileFacts.exists(path) { throw .exists(path: path) }
    let partial = FileMoves.newName(beside: path)
    self.partial = partial
    file = try JournalError.of(path) { () throws(SystemFailure) in
      try SystemFile.create(partial, permissions.files)
    }
  }

  deinit {
    guard let file else { return }
    SystemFile.close(file)
    _ = try? SystemFile.remove(partial)
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(JournalError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= LineFile.blockSize { try flush() }
  }

  /// Moves the file to its path; it is on the disk when this returns.
  func finish() throws(JournalError) {
    guard let file else { return }
    try flush()
    try JournalError.of(path) { () throws(SystemFailure) in try SystemFile.synchronize(file) }
    try FileMoves.move(partial, to: path)
    SystemFile.close(file)
    self.file = nil
  }

  private func flush() throws(JournalError) {
    guard let file else { return }
    try JournalError.of(path) { () throws(SystemFailure) in
      try buffer.withBytes { bytes throws(SystemFailure) in
        try SystemFile.write(bytes, to: file, at: length)
      }
    }
    length += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }
}

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
