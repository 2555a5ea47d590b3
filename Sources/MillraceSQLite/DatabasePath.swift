import CSQLite
package import Millrace
import MillraceSupport

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Checks and names of paths, for use before SQLite opens them.
package enum DatabasePath {
  /// Returns the reason why a path cannot be a database; nil for one that can be tried.
  ///
  /// SQLite would wait for a pipe forever, and is vague about folders. A writer also rejects a file with
  /// several names (hard links): SQLite keeps a log beside each name.
  ///
  /// A log without its database is left alone: SQLite would delete it with the creation of another database.
  ///
  /// - Parameters:
  ///   - path: The path in errors.
  ///   - file: The path that is opened.
  ///   - mode: The access.
  package static func flaw(of path: String, at file: String, _ mode: DatabaseMode) -> DatabaseFailure? {
    guard !path.isEmpty, !path.utf8.contains(0) else { return .path(path, reason: "the path is invalid") }
    // Asked before the database, which another process may be creating: it is there before its log is.
    let log = standingLog(file)
    var status = stat()
    let code = stat(file, &status)
    if let log, code == 0 ? status.st_size == 0 && log.isWriteAhead : errno == ENOENT {
      return .orphanedLog(path: path, log: log.path)
    }
    guard code == 0 else {
      let error = errno
      guard error == ENOENT else {
        return .failed(
          path: path, doing: "be opened", reason: SystemReason.text(error), code: SQLITE_CANTOPEN)
      }
      guard mode == .create else { return .missing(path: path) }
      // SQLite tries several ways to open the file and reports only the last failure.
      guard access(folder(file), W_OK | X_OK) == 0 else {
        let reason = "cannot open: " + SystemReason.text(errno)
        return .failed(path: path, doing: "be opened", reason: reason, code: SQLITE_CANTOPEN)
      }
      return nil
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let what = status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is not an ordinary file"
      return .foreign(path: path, reason: what)
    }
    if mode != .read, status.st_nlink > 1 { return .hardLinked(path: path, links: Int(status.st_nlink)) }
    // SQLite takes such a file for an empty one and would overwrite it.
    return status.st_size == 1 ? .foreign(path: path, reason: "it is not an SQLite database") : nil
  }

  /// Creates an empty file, which SQLite takes for a new database, unless something exists there already.
  package static func make(_ path: String, _ permissions: AccessPermissions) {
    // If this fails, SQLite reports why.
    _ = try? SystemFile.reserve(resolved(path), permissions.files)
  }

  /// Returns a name that SQLite cannot mistake for `:memory:`, a `file:` URL or the like.
  package static func name(_ path: String, mode: DatabaseMode) -> String {
    if mode == .memory { return ":memory:" }
    return path.hasPrefix("/") ? path : "./" + path
  }

  /// Returns the name by which SQLite reads an unchanging file without files beside it.
  package static func frozenName(_ path: String) -> String {
    var name = "file:"
    for byte in self.name(path, mode: .read).utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        name += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
    return name + "?immutable=1"
  }

  /// Returns whether the write-ahead log beside a database has contents.
  package static func hasLog(_ path: String) -> Bool {
    (FileFacts.size(resolved(path) + "-wal") ?? 0) > 0
  }

  /// Returns the log with contents beside a database: the write-ahead log, or else the one of a transaction
  /// that was interrupted without it.
  private static func standingLog(_ path: String) -> (path: String, isWriteAhead: Bool)? {
    let real = resolved(path)
    for end in ["-wal", "-journal"] where FileFacts.size(real + end) ?? 0 > 0 {
      return (real + end, end == "-wal")
    }
    return nil
  }

  /// Returns true if there is no database at the path, or an empty file in its place.
  package static func isMissing(_ path: String) -> Bool { FileFacts.size(resolved(path)) ?? 0 == 0 }

  /// Returns the path without symbolic links, so that all paths to a file give the same name, even to a
  /// missing file.
  package static func resolved(_ path: String) -> String {
    var path = path
    // The limit of common systems; a cycle of links leads nowhere.
    for _ in 0..<40 {
      if let whole = real(path) { return whole }
      // The file does not exist yet, but its folder does.
      guard let folder = real(folder(path)) else { return path }
      let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
      path = join(folder, name)
      guard let target = linkTarget(path) else { return path }
      path = target.hasPrefix("/") ? target : join(folder, target[...])
    }
    return path
  }

  private static func join(_ folder: String, _ name: Substring) -> String {
    (folder == "/" ? "" : folder) + "/" + name
  }

  /// Returns the target of a symbolic link; nil for anything else.
  private static func linkTarget(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      // A result that fills the buffer may be truncated.
      guard let start = buffer.baseAddress, case let count = readlink(path, start, buffer.count), count > 0,
        count < buffer.count
      else { return nil }
      return String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self)
    }
  }

  private static func folder(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func real(_ path: String) -> String? {
    guard let buffer = realpath(path, nil) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }

  package static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    let bounded = min(max(seconds, 0), 2_000_000)
    return Int32(bounded) * 1_000 + (seconds < 0 ? 0 : Int32(max(attoseconds, 0) / 1_000_000_000_000_000))
  }
}
