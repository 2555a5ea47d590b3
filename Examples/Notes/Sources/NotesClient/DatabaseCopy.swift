import Foundation

/// A copy of a local database that cannot be written where it is, because the disk is full or may only be read.
///
/// A client writes as it reads: the journal notes who has opened it. So the copy is what is read, and goes again.
public struct DatabaseCopy {
  /// The settings of a client on the copy, which leaves the server alone.
  public let settings: Settings

  /// Copies a local database to where there is room; nil when it is nowhere to be had.
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

  /// Removes the copy.
  public func remove() { try? FileManager.default.removeItem(atPath: settings.folder) }

  private static func copy(_ database: String, to copy: String) throws {
    let files = FileManager.default
    try files.copyItem(atPath: database, toPath: copy)
    // The last changes, when the program that made them was killed.
    if files.fileExists(atPath: database + "-wal") {
      try files.copyItem(atPath: database + "-wal", toPath: copy + "-wal")
    }
    // A copy of what may only be read may only be read.
    for file in [copy, copy + "-wal"] { _ = chmod(file, 0o600) }
  }
}
