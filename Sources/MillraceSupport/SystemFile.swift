package import Millrace

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

package struct SystemFailure: Error {
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// True if there is no file or folder of that name.
  package var isMissing: Bool { code == ENOENT }

  /// True if there is already a file or folder of that name.
  package var isThere: Bool { code == EEXIST }

  /// The system's description of the error.
  package var reason: String { "\(String(cString: strerror(code))), errno \(code)" }
}

/// The system calls for files; each is repeated when a signal interrupted it.
package enum SystemFile {
  /// The size in bytes of the largest file that is read or written as one state: 1 GB.
  package static var largestState: Int { 1 << 30 }

  /// Returns the contents of a file; nil if there is none.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - limit: The size in bytes from which a file is refused (EFBIG), because its contents are kept in
  ///     memory.
  package static func contents(of path: String, limit: Int = .max) throws(SystemFailure) -> [UInt8]? {
    // Does not wait for a writer if it is a pipe; a file is read as usual.
    let descriptor: Int32
    do { descriptor = try done { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } } catch {
      if error.isMissing { return nil }
      throw error
    }
    defer { close(descriptor) }
    let size = Int(try status(of: descriptor).st_size)
    if size > limit { throw SystemFailure(code: EFBIG) }
    var bytes: [UInt8] = []
    // A file with holes may have any size, for which no memory could be reserved.
    bytes.reserveCapacity(min(size, 1 << 26) + 1)
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try count { read(descriptor, &part, part.count) }
      if count == 0 { return bytes }
      if count > limit - bytes.count { throw SystemFailure(code: EFBIG) }
      bytes += part[..<count]
    }
  }

  /// Writes all of the bytes into an open file.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at start: Int = 0
  ) throws(SystemFailure) {
    let signal = FileSizeSignal.hold()
    defer { signal.release() }
    var offset = 0
    while offset < bytes.count {
      // Some systems refuse more than 2 GB in one call.
      let size = min(bytes.count - offset, 1 << 16)
      let written = try count {
        pwrite(descriptor, bytes.baseAddress.map { $0 + offset }, size, off_t(start + offset))
      }
      if written == 0 { throw SystemFailure(code: ENOSPC) }
      offset += written
    }
  }

  /// Replaces a file by one with these contents, in one step; see
  /// ``replace(_:over:in:_:isDurable:by:)``.
  package static func replace(
    _ path: String, by bytes: [UInt8], over temporary: String, in folder: String,
    _ permissions: AccessPermissions, isDurable: Bool = true
  ) throws(SystemFailure) {
    try replace(path, over: temporary, in: folder, permissions, isDurable: isDurable) { bytes }
  }

  /// Replaces a file in one step by one with the contents that a closure returns.
  ///
  /// Calls for the same `temporary` wait for one another, in all processes, before the closure is called.
  ///
  /// A crash at any moment leaves the old file or the new one. It may also leave `temporary`, in the same
  /// folder, which is never read and which the next call replaces. The folder is created with the file.
  ///
  /// - Parameters:
  ///   - isDurable: True to have the file on the disk when this returns, so that it also survives a loss of
  ///     power.
  ///   - make: A closure that returns the contents, or nil to leave the file as it is.
  package static func replace(
    _ path: String, over temporary: String, in folder: String, _ permissions: AccessPermissions,
    isDurable: Bool = true, by make: () throws(SystemFailure) -> [UInt8]?
  ) throws(SystemFailure) {
    let descriptor: Int32
    do { descriptor = try openExclusively(temporary, creating: true) } catch {
      guard error.isMissing else { throw error }
      try makeFolder(folder, permissions.folders)
      descriptor = try openExclusively(temporary, creating: true)
    }
    defer { close(descriptor) }
    do throws(SystemFailure) {
      guard let bytes = try make() else {
        try remove(temporary)
        return
      }
      permit(descriptor, permissions.files)
      try done { ftruncate(descriptor, 0) }
      try bytes.withUnsafeBufferPointer { bytes throws(SystemFailure) in
        try write(UnsafeRawBufferPointer(bytes), to: descriptor)
      }
      if isDurable { try synchronize(descriptor) }
      try move(temporary, to: path)
    } catch {
      // Half a file is useless, and a full disk needs the room.
      _ = try? remove(temporary)
      throw error
    }
    if isDurable { try synchronizeFolder(folder) }
  }

  /// Removes a half-written file that a crash left, once no process writes it; returns false if there is
  /// none.
  @discardableResult
  package static func removeTemporary(_ path: String) throws(SystemFailure) -> Bool {
    let descriptor: Int32
    do { descriptor = try openExclusively(path, creating: false) } catch {
      if error.isMissing { return false }
      throw error
    }
    defer { close(descriptor) }
    return try remove(path)
  }

  /// Creates a file and opens it for writing; throws if there is already something of that name.
  package static func create(
    _ path: String, _ mode: UInt16, isReadable: Bool = false
  ) throws(SystemFailure) -> Int32 {
    let access = isReadable ? O_RDWR : O_WRONLY
    let descriptor = try done {
      open(path, access | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode_t(mode))
    }
    permit(descriptor, mode)
    return descriptor
  }

  /// Opens a file for exclusive writing; a second caller waits.
  ///
  /// The lock ends with the descriptor, also in a crash.
  private static func openExclusively(_ path: String, creating: Bool) throws(SystemFailure) -> Int32 {
    let flags = O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW | (creating ? O_CREAT : 0)
    while true {
      let descriptor = try done { open(path, flags, 0o600) }
      do throws(SystemFailure) {
        let own = try status(of: descriptor)
        if case .failure(let failure) = attempt({ flock(descriptor, LOCK_EX) }), !isUnsupported(failure) {
          throw failure
        }
        // The previous holder may have renamed or removed it; the name then belongs to another file, or to
        // none.
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

  /// Sets the permissions of a file, if its file system has any.
  private static func permit(_ descriptor: Int32, _ mode: UInt16) { _ = fchmod(descriptor, mode_t(mode)) }

  /// Creates an empty file; returns false if there is already something of that name.
  package static func reserve(_ path: String, _ mode: UInt16 = 0o600) throws(SystemFailure) -> Bool {
    do { close(try create(path, mode)) } catch {
      if error.isThere { return false }
      throw error
    }
    return true
  }

  package static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
    _ = Darwin.close(descriptor)
    #elseif canImport(Glibc)
    _ = Glibc.close(descriptor)
    #elseif canImport(Musl)
    _ = Musl.close(descriptor)
    #elseif canImport(Android)
    _ = Android.close(descriptor)
    #endif
  }

  package static func move(_ path: String, to target: String) throws(SystemFailure) {
    try done { rename(path, target) }
  }

  /// Removes a file; returns false if there is none.
  @discardableResult
  package static func remove(_ path: String) throws(SystemFailure) -> Bool {
    do { try done { unlink(path) } } catch {
      if error.isMissing { return false }
      throw error
    }
    return true
  }

  /// Writes the names of a folder to the disk.
  package static func synchronizeFolder(_ path: String) throws(SystemFailure) {
    do { try synchronize(path) } catch { if !isUnsupported(error) { throw error } }
  }

  /// Creates a folder, and the folders around it.
  private static func makeFolder(_ path: String, _ mode: UInt16) throws(SystemFailure) {
    let parent = parent(of: path)
    do { try makeOneFolder(path, in: parent, mode) } catch {
      guard error.isMissing, parent != path else { throw error }
      try makeFolder(parent, mode)
      // Only once: for a link that leads to no folder, the parent both exists and does not.
      try makeOneFolder(path, in: parent, mode)
    }
  }

  private static func makeOneFolder(
    _ path: String, in parent: String, _ mode: UInt16
  ) throws(SystemFailure) {
    do { try done { mkdir(path, mode_t(mode)) } } catch {
      // Another process may have been quicker.
      if error.isThere { return }
      throw error
    }
    // The umask may have removed permissions other than the owner's.
    if mode != 0o700 { _ = chmod(path, mode_t(mode)) }
    try synchronizeFolder(parent)
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the status of an open descriptor, which must be a file.
  private static func status(of descriptor: Int32) throws(SystemFailure) -> stat {
    var status = stat()
    try done { fstat(descriptor, &status) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status
    case S_IFDIR: throw SystemFailure(code: EISDIR)
    default: throw SystemFailure(code: EINVAL)
    }
  }

  /// Writes a file to the disk.
  package static func synchronize(_ path: String) throws(SystemFailure) {
    let descriptor = try done { open(path, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    try synchronize(descriptor)
  }

  /// Writes an open file to the disk.
  package static func synchronize(_ descriptor: Int32) throws(SystemFailure) {
    #if canImport(Darwin)
    // On these systems `fsync` stops at the disk's own cache.
    if case .success = attempt({ fcntl(descriptor, F_FULLFSYNC) }) { return }
    #endif
    try done { fsync(descriptor) }
  }

  /// Returns true if the file system, as some network ones do, does not support the call on this file.
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
