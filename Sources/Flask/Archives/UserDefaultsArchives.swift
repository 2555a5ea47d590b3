import Foundation

/// Archives in the user's defaults, as applications for Apple's systems are used to.
///
/// On Apple's systems an archive is handed to the system's own process before a write returns: it survives
/// the end of this one, but a loss of power shortly after may leave an older one.
///
/// Elsewhere Foundation empties the one file of the suite and writes all of it anew with each change: a crash
/// in the middle loses every archive of the suite, and two processes overwrite each other's. There, and
/// wherever an archive must not be lost or has more than a few hundred kilobytes, use ``FileArchives``.
public struct UserDefaultsArchives: ArchiveStorage {
  /// The name of the suite; nil for the standard one of the application.
  public let suiteName: String?

  /// Archives in a suite of the user's defaults.
  public init(suiteName: String? = nil) {
    self.suiteName = suiteName
  }

  /// The name by which the archive of a key is in the suite.
  public func name(of key: String) -> String { "flask." + ArchiveFileName.of(key) }

  /// The archive under a key; nil when there is none.
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

  /// Keeps an archive under a key.
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

  /// Moves the archive under a key to a name with a number after it, which is returned.
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

  private static let noSuite = "a suite of this name is not for this application"

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
