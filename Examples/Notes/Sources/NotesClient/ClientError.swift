import MillraceJournal

/// Why the client cannot do its work.
public enum ClientError: Error, Hashable, CustomStringConvertible {
  /// The local database cannot be used now; what the journal says of it.
  case database(String, String)
  /// The local database is not as it was written, or is not this program's; what the journal says of it.
  case unreadable(String, String)
  /// The local database is used by another client, which is running.
  case inUse(String)
  /// The folder of the local database cannot be made.
  case folder(String, reason: String)
  /// A recording cannot be made or read.
  case recording(String, reason: String)
  /// Something that should always work did not.
  case cannotBegin(String)

  /// What a journal says of the local database.
  init(_ error: JournalError, database: String) {
    switch error {
    case .inUse: self = .inUse(database)
    case .notAJournal, .damaged, .lost, .newerFormat, .noWay, .unknownKinds, .notDecodable, .mark:
      self = .unreadable(database, "\(error)")
    // What SQLite says of a file that is damaged, or none of its own: SQLITE_CORRUPT and SQLITE_NOTADB.
    case .database(_, _, _, let code) where [11, 26].contains(code & 0xFF):
      self = .unreadable(database, "\(error)")
    default: self = .database(database, "\(error)")
    }
  }

  /// What is the matter, and what to do.
  public var description: String {
    switch self {
    case .database(let path, let reason):
      "The local database \(path) cannot be used. \(reason) See to it, and try again; “--data FOLDER” uses another one."
    case .unreadable(let path, let reason):
      """
      The local database \(path) cannot be read. \(reason) Nothing in it was changed. “notes reset” sets it aside and \
      fetches everything anew from the server; “--data FOLDER” uses another one.
      """
    case .inUse(let path):
      """
      The local database \(path) is used by another “notes”, which is running. Use that one, or end it; “--data FOLDER” \
      uses another database.
      """
    case .folder(let path, let reason):
      "The folder \(path) for the local database cannot be made: \(reason). Name another one with “--data FOLDER”."
    case .recording(let path, let reason): "The recording \(path) cannot be used: \(reason)"
    case .cannotBegin(let reason): "The client cannot begin: \(reason)"
    }
  }
}
