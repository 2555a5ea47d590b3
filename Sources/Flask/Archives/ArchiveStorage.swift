/// Where archives are kept: files, the user's defaults, memory, or what an application makes of it.
///
/// It is called from any thread, with one call at a time for each key, and answers in the call: a substance
/// is restored when it is created. It is told nothing about what an archive holds, and must give back the
/// very bytes it was given. What it throws reaches the error handler; an ``ArchiveError`` as it is, another
/// error with its text.
public protocol ArchiveStorage: Sendable {
  /// The archive that is kept under a key; nil when there is none.
  ///
  /// To throw means that there may be one that cannot be reached: nothing will be written over it.
  func read(_ key: String) throws -> [UInt8]?

  /// Keeps an archive under a key, in place of the one that is there.
  ///
  /// When it returns the new one is durable; a crash at any moment leaves the old one or the new one.
  func write(_ bytes: [UInt8], for key: String) throws

  /// Takes away the archive under a key; nothing happens when there is none.
  func remove(_ key: String) throws

  /// Puts an archive that cannot be used out of the way, so that another can take its place.
  ///
  /// It is neither deleted, nor does it replace one that was set aside before. What is returned says where it
  /// is now.
  func setAside(_ key: String) throws -> String
}
