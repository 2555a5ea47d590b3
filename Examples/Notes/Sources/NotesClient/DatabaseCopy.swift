import Foundation

/// A copy of a local database that cannot be written, because the disk is full or read-only.
///
/// A client writes even when it reads: the journal records its users. So a temporary copy is read.
public struct DatabaseCopy {
  /// The settings of an offline client on the copy.
  public let settings: Settings

  /// Copies a local database to a temporary folder; nil when that fails.
  public init?(of original: Settings) {
    for parent in [FileManager.default.temporaryDirectory.path, "/dev/shm"] {
      let folder = "\(parent)/notes-read-\(UUID().uuidString)"
      guard mkdir(folder, 0o700) == 0 else { continue }
      var settings = original
      settings.folder = folder
      settings.isOffline = true
      do {
        try Self.copy(original.database, to: settings.database)
        self.settings = settings
        return
      } catch {
        try? FileManager.default.removeItem(atPath: folder)
      }
    }
    return nil
  }

  public func remove() { try? FileManager.default.removeItem(atPath: settings.folder) }

  private static func copy(_ database: String, to copy: String) throws {
    let files = FileManager.default
    try files.copyItem(atPath: database, toPath: copy)
    // The last changes, when the program that made them was killed.
    if files.fileExists(atPath: database + "-wal") {
      try files.copyItem(atPath: database + "-wal", toPath: copy + "-wal")
    }
    // A copy of a read-only file is read-only, too.
    for file in [copy, copy + "-wal"] { _ = chmod(file, 0o600) }
  }
}
