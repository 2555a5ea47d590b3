import CSQLite
import MillraceSQLite

extension DatabaseReason {
  /// The sentence that says what to do about a code.
  static func advice(_ code: Int32) -> String {
    switch code & 0xFF {
    case SQLITE_FULL: "Free space on its disk."
    case SQLITE_BUSY, SQLITE_LOCKED: "End the other program, or try again."
    case SQLITE_NOTADB: "Give the path of a journal."
    case SQLITE_CORRUPT:
      "Export the readable turns with `millrace journal export --salvage`, and import the result."
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH, SQLITE_CANTOPEN:
      "Check that the file and its folder exist, and their permissions."
    case SQLITE_NOMEM: "End other programs, or try again."
    default: "Try again; if it fails again, run `millrace journal verify` on it."
    }
  }
}
