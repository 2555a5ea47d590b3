import CSQLite

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The reasons of SQLite's failures as texts.
package enum DatabaseReason {
  /// Returns the reason for a result code.
  ///
  /// - Parameters:
  ///   - code: The extended result code.
  ///   - message: SQLite's own message.
  ///   - system: The system's error number, used for failures of files only.
  package static func text(code: Int32, message: String, system: Int32) -> String {
    switch code & 0xFF {
    case SQLITE_FULL: "the disk is full"
    case SQLITE_BUSY, SQLITE_LOCKED: "another connection uses it and did not finish in time"
    case SQLITE_NOTADB: "it is not an SQLite database"
    case SQLITE_CORRUPT: damaged
    case SQLITE_NOMEM: "there is not enough memory"
    case SQLITE_READONLY: "it is read-only"
    case SQLITE_PERM, SQLITE_AUTH: "permission denied"
    case SQLITE_CANTOPEN: "cannot open: " + (system == 0 ? message : SystemReason.text(system))
    // SQLite may report no number, or that of a later call for an optional file.
    case SQLITE_IOERR: fileWork(code) + ": " + SystemReason.text([0, ENOENT].contains(system) ? EIO : system)
    default: message
    }
  }

  /// Returns whether a code means that the file's contents are damaged, or no database.
  package static func isDamage(_ code: Int32) -> Bool {
    [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF)
  }

  /// Returns whether a code means that another connection uses the file.
  package static func isBusy(_ code: Int32) -> Bool {
    [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF)
  }

  package static let damaged = "its contents are damaged"

  /// Returns the file operation in an I/O error's code.
  private static func fileWork(_ code: Int32) -> String {
    switch code >> 8 {
    case 1, 2: "reading failed"
    case 3: "writing failed"
    case 4, 5: "synchronising with the disk failed"
    case 6: "a file could not be truncated"
    case 10, 23: "a file could not be deleted"
    case 8, 9, 14, 15: "locking failed"
    case 18...21: "the memory shared by connections failed"
    default: "a file could not be used"
    }
  }
}

/// The reasons of the system's failures as texts.
package enum SystemReason {
  package static func text(_ error: Int32) -> String {
    switch error {
    case EACCES, EPERM: "permission denied"
    case ENOSPC: "the disk is full"
    case EDQUOT: "the disk quota is used up"
    case EFBIG: "the file would be too large"
    case EROFS: "it is on a read-only disk"
    case ENOENT: "the file or folder does not exist"
    case ENOTDIR: "a part of the path is not a folder"
    case EISDIR: "it is a folder"
    case EIO: "the disk reports an error"
    case EMFILE, ENFILE: "too many files are open"
    case ENAMETOOLONG: "the name is too long"
    case ELOOP: "there are too many symbolic links"
    default: "the system reports error \(error)"
    }
  }
}
