#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A call of the system that did not succeed.
struct SystemFailure: Error {
  let code: Int32

  /// Whether there is no file or folder of that name.
  var isMissing: Bool { code == ENOENT }

  /// What the system says about it.
  var reason: String { "\(String(cString: strerror(code))), errno \(code)" }
}

/// The calls of the system that archives in files are made with: each is repeated when a signal interrupted
/// it.
enum SystemFile {
  /// What is in a file; nil when there is none.
  static func contents(of path: String) throws(SystemFailure) -> [UInt8]? {
    // Does not wait for a writer, should it be a pipe; a file is read as ever.
    let descriptor: Int32
    do { descriptor = try done { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } } catch {
      if error.isMissing { return nil }
      throw error
    }
    defer { close(descriptor) }
    let size = Int(try status(of: descriptor).st_size)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + 1)
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try count { read(descriptor, &part, part.count) }
      if count == 0 { return bytes }
      bytes += part[..<count]
    }
  }

  /// Writes all of the bytes into a file that is open, in place of what was in it, and has them carried to
  /// the disk.
  static func replaceContents(of descriptor: Int32, by bytes: [UInt8]) throws(SystemFailure) {
    try done { ftruncate(descriptor, 0) }
    var offset = 0
    while offset < bytes.count {
      // Some systems refuse more than 2 GB in one call.
      let size = min(bytes.count - offset, 1 << 16)
      offset += try count {
        bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress.map { $0 + offset }, size, off_t(offset)) }
      }
    }
    try synchronize(descriptor)
  }

  /// Opens a file for writing that nobody else has open by this call; whoever comes second waits.
  ///
  /// The lock ends with the descriptor, also in a crash.
  static func openExclusively(_ path: String, creating: Bool) throws(SystemFailure) -> Int32 {
    let flags = O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | (creating ? O_CREAT : 0)
    while true {
      let descriptor = try done { open(path, flags, 0o600) }
      do throws(SystemFailure) {
        let own = try status(of: descriptor)
        if case .failure(let failure) = attempt({ flock(descriptor, LOCK_EX) }), !isUnsupported(failure) {
          throw failure
        }
        // Whoever had it before may have renamed or removed it; then the name is another file's, or nobody's.
        var current = stat()
        if lstat(path, &current) == 0, current.st_ino == own.st_ino, current.st_dev == own.st_dev {
          return descriptor
        }
        close(descriptor)
      } catch {
        close(descriptor)
        throw error
      }
    }
  }

  static func shut(_ descriptor: Int32) { close(descriptor) }

  /// Creates an empty file; false when there is something of that name.
  static func reserve(_ path: String) throws(SystemFailure) -> Bool {
    do { close(try done { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }) } catch {
      if error.code == EEXIST { return false }
      throw error
    }
    return true
  }

  static func move(_ path: String, to target: String) throws(SystemFailure) {
    try done { rename(path, target) }
  }

  /// Removes a file; false when there is none.
  @discardableResult
  static func remove(_ path: String) throws(SystemFailure) -> Bool {
    do { try done { unlink(path) } } catch {
      if error.isMissing { return false }
      throw error
    }
    return true
  }

  /// Has the names of a folder carried to the disk.
  static func synchronizeFolder(_ path: String) throws(SystemFailure) {
    let descriptor = try done { open(path, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    do { try synchronize(descriptor) } catch { if !isUnsupported(error) { throw error } }
  }

  /// Creates a folder, with those it lies in, for nobody but the user.
  static func makeFolder(_ path: String) throws(SystemFailure) {
    let parent = parent(of: path)
    do { try makeOneFolder(path, in: parent) } catch {
      guard error.isMissing, parent != path else { throw error }
      try makeFolder(parent)
      // Once only: where a link leads nowhere, the parent is there and is not.
      try makeOneFolder(path, in: parent)
    }
  }

  private static func makeOneFolder(_ path: String, in parent: String) throws(SystemFailure) {
    do { try done { mkdir(path, 0o700) } } catch {
      // Somebody else may have been quicker.
      if error.code == EEXIST { return }
      throw error
    }
    try synchronizeFolder(parent)
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The status of what is open, which must be a file.
  private static func status(of descriptor: Int32) throws(SystemFailure) -> stat {
    var status = stat()
    try done { fstat(descriptor, &status) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status
    case S_IFDIR: throw SystemFailure(code: EISDIR)
    default: throw SystemFailure(code: EINVAL)
    }
  }

  private static func synchronize(_ descriptor: Int32) throws(SystemFailure) {
    #if canImport(Darwin)
    // There, `fsync` stops at the disk's own memory.
    if case .success = attempt({ fcntl(descriptor, F_FULLFSYNC) }) { return }
    #endif
    try done { fsync(descriptor) }
  }

  /// Whether a file system, as some of the network have it, lacks the call for what it was made on.
  private static func isUnsupported(_ failure: SystemFailure) -> Bool {
    [EINVAL, ENOLCK, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(failure.code)
  }

  @discardableResult
  private static func done(_ call: () -> Int32) throws(SystemFailure) -> Int32 { try attempt(call).get() }

  private static func attempt(_ call: () -> Int32) -> Result<Int32, SystemFailure> {
    while true {
      let value = call()
      if value != -1 { return .success(value) }
      let code = errno
      if code != EINTR { return .failure(SystemFailure(code: code)) }
    }
  }

  private static func count(_ call: () -> Int) throws(SystemFailure) -> Int {
    while true {
      let value = call()
      if value >= 0 { return value }
      let code = errno
      if code != EINTR { throw SystemFailure(code: code) }
    }
  }
}
