import Foundation

/// Archives in the user's defaults, as is usual for applications on Apple's systems.
///
/// On Apple's systems a write passes the archive to a process of the system before it returns. The archive
/// survives the end of this process, but a loss of power shortly afterwards may leave an older one.
///
/// On other systems Foundation truncates and rewrites the one file of the suite at each change. A crash in
/// between loses every archive of the suite, and two processes overwrite each other's archives. There, and
/// for archives that must not be lost or are larger than a few hundred kilobytes, use ``FileArchives``.
public struct UserDefaultsArchives: ArchiveStorage {
  /// The name of the suite, or nil for the application's standard suite.
  public let suiteName: String?

  /// Creates a storage of archives in a suite of the user's defaults.
  public init(suiteName: String? = nil) {
    self.suiteName = suiteName
  }

  /// Returns the name of a key's archive in the suite.
  public func name(of key: String) -> String { "flask." + ArchiveFileName.of(key) }

  /// Returns the archive under a key, or nil if there is none.
  ///
  /// - Throws: ``ArchiveError/cannotRead(key:path:reason:)``.
  public func read(_ key: String) throws(ArchiveError) -> [UInt8]? {
    guard let suite else { throw .cannotRead(key: key, path: place(key), reason: Self.noSuite) }
    guard let value = suite.object(forKey: name(of: key)) else { return nil }
    guard let data = value as? Data else {
      let reason = "it holds a \(type(of: value)), which is not an archive"
      throw .cannotRead(key: key, path: place(key), reason: reason)
    }
    return Array(data)
  }

  /// Stores an archive under a key.
  ///
  /// - Throws: ``ArchiveError/cannotWrite(key:path:reason:)``.
  public func write(_ bytes: [UInt8], for key: String) throws(ArchiveError) {
    try changing(key) { $0.set(Data(bytes), forKey: name(of: key)) }
  }

  /// Removes the archive under a key.
  ///
  /// - Throws: ``ArchiveError/cannotWrite(key:path:reason:)``.
  public func remove(_ key: String) throws(ArchiveError) {
    try changing(key) { $0.removeObject(forKey: name(of: key)) }
  }

  /// Moves the archive under a key to a numbered name, and returns that name.
  ///
  /// - Throws: ``ArchiveError/cannotWrite(key:path:reason:)``.
  public func setAside(_ key: String) throws(ArchiveError) -> String {
    let name = name(of: key)
    var target = ""
    try changing(key) { suite in
      var number = 1
      while suite.object(forKey: ArchiveFileName.aside(name, number)) != nil { number += 1 }
      target = ArchiveFileName.aside(name, number)
      suite.set(suite.object(forKey: name), forKey: target)
      suite.removeObject(forKey: name)
    }
    return target
  }

  private static let noSuite = "the application cannot use a suite with this name"

  private var suite: UserDefaults? {
    suiteName.map { UserDefaults(suiteName: $0) } ?? UserDefaults.standard
  }

  private func place(_ key: String) -> String { (suiteName ?? "the standard suite") + ", " + name(of: key) }

  private func changing(_ key: String, _ change: (UserDefaults) -> Void) throws(ArchiveError) {
    guard let suite else { throw .cannotWrite(key: key, path: place(key), reason: Self.noSuite) }
    change(suite)
    guard suite.synchronize() else {
      throw .cannotWrite(key: key, path: place(key), reason: "the system could not save the suite")
    }
  }
}
