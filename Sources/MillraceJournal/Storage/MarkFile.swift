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

/// The mark file beside a journal, which serves as its writer's lock.
///
/// While it is open no other writer can open it, in this process or another. It stays when it is closed. Its
/// contents survive the end of the process; they are not synced to the disk, so after a crash of the system
/// they may lag behind.
final class MarkFile {
  let path: String
  /// The previous writer's mark; nil when there was none, or it cannot be read.
  let previous: Mark?
  private let journal: String
  private let real: String
  private let permissions: AccessPermissions
  private var descriptor: Int32
  private var identity: FileIdentity?

  /// Opens the mark file of the journal at `journal`, and creates it if it does not exist.
  ///
  /// A new file has the permissions of the database, or `permissions` if there is none yet.
  ///
  /// Throws `JournalError.inUse` when there is another writer, and `JournalError.mark` when the file cannot
  /// be used.
  convenience init(journal: String, permissions: AccessPermissions = .ownerOnly) throws(JournalError) {
    try self.init(journal: journal, real: DatabasePath.resolved(journal), permissions: permissions)
  }

  /// Opens the mark file of a journal at a known path without symbolic links.
  init(journal: String, real: String, permissions: AccessPermissions = .ownerOnly) throws(JournalError) {
    let path = real + "-mark"
    guard !path.utf8.contains(0) else { throw .mark(path: path, reason: "the path is invalid") }
    self.path = path
    self.journal = journal
    self.permissions = permissions
    self.real = real
    descriptor = try Self.acquire(path, journal: journal, real: real, permissions)
    identity = FileIdentity(descriptor: descriptor)
    previous = Self.read(descriptor)
    do throws(JournalError) {
      // From now on a second writer can tell which process was first.
      try write(sequence: previous?.sequence ?? 0, sum: previous?.sum ?? 0)
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  /// Releases the file for another writer; its contents stay.
  func close() {
    guard descriptor >= 0 else { return }
    // Otherwise the lock would last as long as a child process that is just starting has the file open.
    flock(descriptor, LOCK_UN)
    SystemFile.close(descriptor)
    descriptor = -1
  }

  /// Records that everything up to the row `sequence`, whose checksum is `sum`, has been committed.
  func write(sequence: UInt64, sum: UInt64) throws(JournalError) {
    guard descriptor >= 0 else { throw .mark(path: path, reason: "it has been closed") }
    try Self.write(Mark(process: getpid(), sequence: sequence, sum: sum), to: descriptor, path)
  }

  /// True when the open file is still the one at its path, where another writer finds it.
  var isInPlace: Bool {
    descriptor >= 0 && FileIdentity(path: path, followsLinks: false) == identity
  }

  /// Creates the file again after it was removed or replaced while it was open.
  ///
  /// Throws `JournalError.inUse` when another writer holds the one at its path.
  func reclaim(sequence: UInt64, sum: UInt64) throws(JournalError) {
    let found = try Self.acquire(path, journal: journal, real: real, permissions)
    close()
    descriptor = found
    identity = FileIdentity(descriptor: found)
    try write(sequence: sequence, sum: sum)
  }

  /// Opens and locks the file, and makes sure that it is still the one at its path.
  private static func acquire(
    _ path: String, journal: String, real: String, _ permissions: AccessPermissions
  ) throws(JournalError) -> Int32 {
    // Each repetition means that another process created or removed the file at the same moment.
    for _ in 0..<100 {
      let descriptor = try open(path, real: real, permissions)
      do throws(JournalError) {
        try checkFile(descriptor, path)
        try lock(descriptor, path, journal: journal)
      } catch {
        SystemFile.close(descriptor)
        throw error
      }
      if FileIdentity(descriptor: descriptor) == FileIdentity(path: path, followsLinks: false) {
        return descriptor
      }
      SystemFile.close(descriptor)
    }
    throw .mark(path: path, reason: "another program removes it repeatedly")
  }

  private static func open(
    _ path: String, real: String, _ permissions: AccessPermissions
  ) throws(JournalError) -> Int32 {
    // A child process must not inherit the lock, a pipe at the path must not block, and a link could lead to
    // any file.
    let descriptor = systemOpen(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    if descriptor >= 0 { return descriptor }
    var failure = errno
    if failure == ENOENT {
      let rights = FileFacts.permissions(real) ?? permissions.files
      do { return try SystemFile.create(path, rights, isReadable: true) } catch { failure = error.code }
      // Another process may have created it just now.
      if failure == EEXIST {
        let found = systemOpen(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        if found >= 0 { return found }
        failure = errno
      }
    }
    let reason =
      failure == ELOOP ? "it is a symbolic link, which is not followed" : SystemReason.text(failure)
    throw .mark(path: path, reason: reason)
  }

  /// Returns the path of a journal's mark file, beside the journal itself, whatever links lead there.
  static func path(of journal: String) -> String { DatabasePath.resolved(journal) + "-mark" }

  /// Reads the mark of the journal at `journal` without a lock; nil when no complete one exists.
  static func read(journal: String) -> Mark? {
    let path = path(of: journal)
    guard !path.utf8.contains(0) else { return nil }
    let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { SystemFile.close(descriptor) }
    // A concurrent write may be seen in part; the next attempt sees it whole.
    for _ in 0..<4 {
      if let mark = read(descriptor) { return mark }
    }
    return nil
  }

  /// Returns whether the journal has a writer now.
  static func isHeld(journal: String) -> Bool {
    let path = path(of: journal)
    guard !path.utf8.contains(0) else { return false }
    let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { SystemFile.close(descriptor) }
    // A shared lock, so that two readers do not take each other for a writer.
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else {
      flock(descriptor, LOCK_UN)
      return false
    }
    return errno == EWOULDBLOCK
  }

  private static func checkFile(_ descriptor: Int32, _ path: String) throws(JournalError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .mark(path: path, reason: SystemReason.text(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .mark(path: path, reason: "it is not an ordinary file")
    }
    guard status.st_nlink <= 1 else {
      throw .mark(path: path, reason: "it has several names (hard links), and may belong to another program")
    }
    guard status.st_size <= Mark.size else {
      throw .mark(path: path, reason: "it has other contents, which would be destroyed")
    }
  }

  /// Locks the file as its writer; waits for readers, and briefly for a writer that is closing it.
  static func lock(
    _ descriptor: Int32, _ path: String, journal: String, pause: () -> Void = { _ = poll(nil, 0, 1) }
  ) throws(JournalError) {
    var (readers, writers) = (10_000, 20)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK:
        // Readers that check for a writer share the lock, and have it for a moment, or longer on a busy
        // machine.
        if flock(descriptor, LOCK_SH | LOCK_NB) == 0 {
          flock(descriptor, LOCK_UN)
          readers -= 1
        } else {
          writers -= 1
        }
        if readers < 0 || writers < 0 { throw .inUse(path: journal, process: read(descriptor)?.process) }
        pause()
      default: throw .mark(path: path, reason: SystemReason.text(errno))
      }
    }
  }

  private static func read(_ descriptor: Int32) -> Mark? {
    // One byte more than the size, to detect a longer file.
    withUnsafeTemporaryAllocation(byteCount: Mark.size + 1, alignment: 8) { buffer in
      var count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
      while count < 0, errno == EINTR { count = pread(descriptor, buffer.baseAddress, buffer.count, 0) }
      return count == Mark.size ? Mark(UnsafeRawBufferPointer(rebasing: buffer[..<Mark.size])) : nil
    }
  }

  private static func write(_ mark: Mark, to descriptor: Int32, _ path: String) throws(JournalError) {
    let failure = mark.withBytes { bytes -> SystemFailure? in
      do throws(SystemFailure) {
        try SystemFile.write(bytes, to: descriptor)
        return nil
      } catch { return error }
    }
    if let failure { throw .mark(path: path, reason: SystemReason.text(failure.code)) }
  }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
