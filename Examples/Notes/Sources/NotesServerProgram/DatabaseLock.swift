import Foundation

/// The use of a database's file by this process: alone, or with others.
///
/// It is an advisory lock on `PATH-lock`, which the system releases when a process is killed, too.
final class DatabaseLock: Sendable {
  enum Failure: Error, CustomStringConvertible {
    case taken(String)
    case unusable(String, reason: String)

    var description: String {
      switch self {
      case .taken(let path):
        """
        Another notes-server has the database `\(path)`. With `--data` a server has it alone; end the other one, or \
        start both with `--database` and this path.
        """
      case .unusable(let path, let reason):
        "The lock `\(path)-lock` cannot be used: \(reason). Check the permissions of its folder."
      }
    }
  }

  private let descriptor: Int32

  /// Locks the database at a path; `isAlone` is false for a server that shares it.
  init(_ path: String, isAlone: Bool) throws(Failure) {
    // Two names of one file have one lock.
    let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let descriptor = open(path + "-lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .unusable(path, reason: Self.reason(errno)) }
    while flock(descriptor, (isAlone ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(descriptor)
      throw code == EWOULDBLOCK ? .taken(path) : .unusable(path, reason: Self.reason(code))
    }
    self.descriptor = descriptor
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  /// Ends the use.
  func release() { flock(descriptor, LOCK_UN) }

  deinit { close(descriptor) }
}
