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

/// The lock of a replica's file: an advisory one on a file beside it, which ends with the process.
final class FileLock {
  private var descriptor: Int32

  /// Locks the file at a path, by its real name, which has no symbolic links.
  ///
  /// - Throws: `refused` when another connection has it; `unavailable` when the lock's file cannot be used.
  init(
    path: String, real: String, log: String, permissions: AccessPermissions
  ) throws(SharedLogError) {
    let name = real + "-lock"
    var found = systemOpen(name, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    if found < 0, errno == ENOENT {
      // If another process creates it at the same time, the second attempt finds it.
      if let made = try? SystemFile.create(name, permissions.files, isReadable: true) {
        found = made
      } else {
        found = systemOpen(name, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
      }
    }
    guard found >= 0 else {
      throw .unavailable(
        log: log, reason: "the lock `\(name)` of a replica cannot be opened: \(SystemReason.text(errno))")
    }
    descriptor = found
    while flock(found, LOCK_EX | LOCK_NB) != 0 {
      let error = errno
      if error == EINTR { continue }
      SystemFile.close(found)
      descriptor = -1
      guard error == EWOULDBLOCK else {
        throw .unavailable(
          log: log, reason: "the lock `\(name)` of a replica cannot be used: \(SystemReason.text(error))")
      }
      throw .refused(
        log: log, reason: "the file `\(path)` is open in another replica, and only one may have it at a time")
    }
  }

  deinit { close() }

  /// Releases the lock.
  func close() {
    guard descriptor >= 0 else { return }
    // Otherwise the lock would last as long as a child process that is just starting has the file open.
    flock(descriptor, LOCK_UN)
    SystemFile.close(descriptor)
    descriptor = -1
  }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
