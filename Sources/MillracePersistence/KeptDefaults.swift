import Foundation

/// A key of the user's defaults, under which a part of a state is kept.
///
/// On Apple's systems a write passes the value to a process of the system before it returns; a loss of power
/// shortly afterwards may leave an older one. On other systems Foundation truncates and rewrites the one file
/// of the suite at each change: a crash in between loses every key of the suite, and two processes overwrite
/// each other's keys. Use ``KeptFile`` there.
///
/// Changes of other processes are not noticed before the next start.
public struct KeptDefaults: KeptStorage {
  /// The key.
  public let key: String
  /// The name of the suite; nil for the application's standard suite.
  public let suite: String?

  /// Creates a place from a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - suite: The name of the suite; nil for the application's standard suite.
  public init(_ key: String, suite: String? = nil) {
    self.key = key
    self.suite = suite
  }

  /// The suite and the key.
  public var location: String { "\(key) in the defaults of \(suite ?? "the application")" }

  /// The key.
  public var kind: String { key }

  /// Returns the bytes under the key; nil if there are none.
  public func read() throws -> [UInt8]? {
    guard let value = try defaults.object(forKey: key) else { return nil }
    if let data = value as? Data { return Array(data) }
    // Bytes that no value has, so that what belongs to something else is never overwritten unseen.
    return []
  }

  /// Replaces the bytes under the key.
  public func write(_ bytes: [UInt8]) throws {
    let defaults = try defaults
    defaults.set(Data(bytes), forKey: key)
    if !defaults.synchronize() { throw KeptReason("the system could not save the defaults") }
  }

  /// Moves what is under the key to a key with a number, and returns that.
  public func setAside() throws -> String {
    let defaults = try defaults
    var number = 1
    while defaults.object(forKey: "\(key).aside-\(number)") != nil { number += 1 }
    defaults.set(defaults.object(forKey: key), forKey: "\(key).aside-\(number)")
    defaults.removeObject(forKey: key)
    if !defaults.synchronize() { throw KeptReason("the system could not save the defaults") }
    return "\(key).aside-\(number)"
  }

  private var defaults: UserDefaults {
    get throws {
      guard let suite else { return .standard }
      guard let defaults = UserDefaults(suiteName: suite) else {
        throw KeptReason("the application cannot use a suite with this name")
      }
      return defaults
    }
  }
}

extension KeptStorage where Self == KeptDefaults {
  /// Returns a key of the user's defaults.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - suite: The name of the suite; nil for the application's standard suite.
  public static func defaults(_ key: String, suite: String? = nil) -> KeptDefaults {
    KeptDefaults(key, suite: suite)
  }
}
