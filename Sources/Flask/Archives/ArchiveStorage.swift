/// A storage of archives: files, the user's defaults, memory, or an application's own.
///
/// It is called on any thread, with one call at a time for each key. Its functions are synchronous, because a
/// substance is restored when it is created. The storage does not interpret an archive, and must return
/// exactly the bytes that it received. The error handler receives its errors: an ``ArchiveError`` as it is,
/// another error as its text.
public protocol ArchiveStorage: Sendable {
  /// Returns the archive stored under a key, or nil if there is none.
  ///
  /// An error means that there may be an archive that cannot be reached, so nothing will overwrite it.
  func read(_ key: String) throws -> [UInt8]?

  /// Stores an archive under a key, and replaces any other.
  ///
  /// After the return the new archive is durable. A crash at any moment leaves the old archive or the new
  /// one.
  func write(_ bytes: [UInt8], for key: String) throws

  /// Removes the archive under a key, if there is one.
  func remove(_ key: String) throws

  /// Moves an unusable archive away, so that another can take its place.
  ///
  /// It neither deletes the archive, nor replaces one that was set aside before.
  ///
  /// - Returns: The new place of the archive.
  func setAside(_ key: String) throws -> String
}
