#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Moves and removes files.
enum FileMoves {
  /// Moves a file to a place where there must not be one, and makes sure of it on the disk.
  static func move(_ source: String, to target: String) throws(JournalError) {
    // A link cannot be made where something is, other than a move; some file systems know no links.
    if link(source, target) == 0 {
      unlink(source)
    } else if errno == EEXIST {
      throw .exists(path: target)
    } else {
      if FileFacts.exists(target) { throw .exists(path: target) }
      guard rename(source, target) == 0 else {
        throw .file(path: target, reason: SystemReason.text(errno))
      }
    }
    syncFolder(of: target)
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
