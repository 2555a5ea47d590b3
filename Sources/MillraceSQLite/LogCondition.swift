import CSQLite

/// The condition of the write-ahead log that a connection has open.
package enum LogCondition: Hashable, Sendable {
  /// The log ends with the last commit.
  case whole
  /// The log was truncated or overwritten, and the database has everything that it held.
  case spoiled
  /// The log was truncated or overwritten, and commits are missing that the database does not have.
  case lost
}

extension SQLiteDatabase {
  /// The condition of the write-ahead log, compared with its index in memory.
  ///
  /// SQLite trusts the index, and would neither miss the frames of a log that another program has truncated
  /// nor those that it has overwritten. The cost is three calls of the system.
  package var logCondition: LogCondition {
    guard isOpen, mode != .memory, !isFrozen else { return .whole }
    // Each repetition means that another connection has moved the log into the database at the same moment.
    for _ in 0..<10 {
      // A file without an open log has no index, and none is made for it.
      guard let log = openFile(SQLITE_FCNTL_JOURNAL_POINTER),
        let database = openFile(SQLITE_FCNTL_FILE_POINTER),
        let index = LogIndex(of: database), index.frames > 0, !index.describes(log)
      else { return .whole }
      if LogIndex(of: database) == index { return index.copied >= index.frames ? .spoiled : .lost }
    }
    return .whole
  }

  private func openFile(_ question: Int32) -> UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", question, &file) == SQLITE_OK,
      file?.pointee.pMethods != nil
    else { return nil }
    return file
  }

  /// Keeps the closing connection from moving a log that is not whole into the database, which would damage
  /// it.
  func keepSpoiledLog() {
    if mode == .read || logCondition != .lost { return }
    millrace_keep_log_at_close(handle)
  }
}

/// The facts about a write-ahead log in the index beside it; see "WAL-Index File Format" of SQLite's
/// documentation.
private struct LogIndex: Equatable {
  /// The number of frames up to the last commit.
  let frames: UInt32
  /// The number of frames that were copied into the database.
  let copied: UInt32
  private let pageSize: Int
  /// The bytes that the header and each frame of the log repeat.
  private let salt: UInt64
  /// The checksum of the last frame.
  private let checksum: (UInt32, UInt32)

  /// Reads the index of an open database; nil when it has none, or another connection is changing it.
  init?(of database: UnsafeMutablePointer<sqlite3_file>) {
    guard let methods = database.pointee.pMethods, methods.pointee.iVersion >= 2,
      let map = methods.pointee.xShmMap
    else { return nil }
    var region: UnsafeMutableRawPointer?
    guard map(database, 0, 32_768, 0, &region) == SQLITE_OK, let region else { return nil }
    // Sound: a region is mapped until the connection closes, and has 32,768 bytes. Other processes may change
    // it meanwhile, so both copies of the header are compared, and whatever does not fit is read again.
    let whole = UnsafeRawBufferPointer(start: region, count: 136)
    guard whole[0..<48].elementsEqual(whole[48..<96]), whole[12] != 0 else { return nil }
    func word(_ offset: Int) -> UInt32 { whole.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    let size = Int(whole.loadUnaligned(fromByteOffset: 14, as: UInt16.self))
    pageSize = size & 0xFE00 + (size & 1) << 16
    frames = word(16)
    checksum = (word(24), word(28))
    salt = whole.loadUnaligned(fromByteOffset: 32, as: UInt64.self)
    copied = word(96)
  }

  static func == (left: LogIndex, right: LogIndex) -> Bool {
    (left.frames, left.copied, left.salt) == (right.frames, right.copied, right.salt)
      && left.checksum == right.checksum
  }

  /// Returns true if the open log begins with the header and ends with the frame that the index describes.
  ///
  /// A log that cannot be read for another reason is left to SQLite, which reports it.
  func describes(_ log: UnsafeMutablePointer<sqlite3_file>) -> Bool {
    guard let methods = log.pointee.pMethods, let read = methods.pointee.xRead,
      let measure = methods.pointee.xFileSize
    else { return true }
    var size: Int64 = 0
    let last = Int64(32) + Int64(frames - 1) * Int64(pageSize + 24)
    guard measure(log, &size) == SQLITE_OK else { return true }
    if size < last + Int64(pageSize + 24) { return false }
    // SQLITE_IOERR_SHORT_READ, a computed macro, which Swift does not import.
    let short = SQLITE_IOERR | 2 << 8
    return withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { bytes in
      func word(_ offset: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      }
      func hasSalt(at offset: Int) -> Bool {
        bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) == salt
      }
      var code = read(log, bytes.baseAddress, 32, 0)
      if code != SQLITE_OK { return code != short }
      guard hasSalt(at: 16) else { return false }
      code = read(log, bytes.baseAddress, 24, last)
      if code != SQLITE_OK { return code != short }
      return hasSalt(at: 8) && (word(16), word(20)) == checksum
    }
  }
}
