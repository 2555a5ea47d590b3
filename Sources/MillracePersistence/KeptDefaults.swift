import Foundation
import Millrace
import MillraceSupport

/// A key of the user's defaults, under which a part of a state is kept.
///
/// On Apple's systems a write passes the value to a process of the system before it returns; a loss of power
/// shortly afterwards may leave an older one. On other systems Foundation truncates and rewrites the one file
/// of the suite at each change: a crash in between loses every key of the suite, and two processes overwrite
/// each other's keys. Use ``KeptFile`` there.
///
/// On Linux a change of another process is noticed by the file that Foundation keeps for the suite.
/// Foundation compares times of change, which differ by some milliseconds at least: a change within these
/// behind an own reading or writing is noticed with the next one. On Apple's systems changes of other
/// processes are not noticed before the next start.
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
    let defaults = try defaults
    #if !canImport(Darwin)
    // Reads the file again if it has changed.
    _ = defaults.synchronize()
    #endif
    guard let value = defaults.object(forKey: key) else { return nil }
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

  #if !canImport(Darwin)
  /// Watches the file of the suite; nil while there is no folder.
  public func watch(_ changed: @escaping @Sendable () -> Void) throws -> AnyObject? {
    let place = FilePlace(file)
    do throws(SystemFailure) { return try FileWatch(name: place.name, in: place.folder, changed) } catch {
      throw KeptReason(error.reason)
    }
  }

  /// The path of the file in which Foundation keeps the suite.
  var file: String {
    let home = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"]
    let folder = home.flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory() + "/.config"
    return "\(folder)/\(suite ?? Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName).plist"
  }
  #endif

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
