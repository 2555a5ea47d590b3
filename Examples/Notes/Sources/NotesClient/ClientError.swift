import MillraceJournal

/// The reason why the client cannot work.
public enum ClientError: Error, Hashable, CustomStringConvertible {
  /// The local database cannot be used now; with the journal's reason.
  case database(String, String)
  /// The local database is damaged, or is not one of this program; with the journal's reason.
  case unreadable(String, String)
  case inUse(String)
  case folder(String, reason: String)
  case recording(String, reason: String)
  case cannotBegin(String)

  /// Creates the error for a journal's error about the local database.
  init(_ error: JournalError, database: String) {
    switch error {
    case .inUse: self = .inUse(database)
    case .notAJournal, .damaged, .lost, .newerFormat, .noWay, .unknownKinds, .notDecodable, .mark:
      self = .unreadable(database, "\(error)")
    // The codes of SQLite for a damaged or foreign file: SQLITE_CORRUPT and SQLITE_NOTADB.
    case .database(_, _, _, let code) where [11, 26].contains(code & 0xFF):
      self = .unreadable(database, "\(error)")
    default: self = .database(database, "\(error)")
    }
  }

  public var description: String {
    switch self {
    case .database(let path, let reason):
      "The local database \(path) cannot be used. \(reason) Remove the cause, and try again; “--data FOLDER” uses another database."
    case .unreadable(let path, let reason):
      """
      The local database \(path) cannot be read. \(reason) Nothing in it was changed. “notes reset” moves it aside \
      and fetches everything again from the server; “--data FOLDER” uses another database.
      """
    case .inUse(let path):
      """
      The local database \(path) is in use by another running “notes”. Use that one, or end it; “--data FOLDER” uses \
      another database.
      """
    case .folder(let path, let reason):
      "The folder \(path) for the local database cannot be created: \(reason). Choose another one with “--data FOLDER”."
    case .recording(let path, let reason): "The recording \(path) cannot be used: \(reason)"
    case .cannotBegin(let reason): "The client cannot start: \(reason)"
    }
  }
}
