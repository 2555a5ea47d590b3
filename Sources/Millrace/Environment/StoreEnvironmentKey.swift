/// A key for a value that an application adds to the environment.
///
/// ```swift
/// enum LibraryKey: StoreEnvironmentKey {
///   static let defaultValue: any Library = RemoteLibrary()
///   static let previewValue: any Library = ShelfOfThree()
/// }
/// ```
///
/// A key without a test value cannot be forgotten in a test: reading it there, before the test has set it, is
/// a failure that names the key. A setting that is the same everywhere says so:
///
/// ```swift
/// enum PageSizeKey: StoreEnvironmentKey {
///   static let defaultValue = 20
///   static let testValue = 20
/// }
/// ```
///
/// A type can be its own key: `extension Library: StoreEnvironmentKey` with a `defaultValue` of `Library`.
public protocol StoreEnvironmentKey {
  /// The type of the value under the key.
  associatedtype Value: Sendable
  /// The value in a running application, until it sets one.
  static var defaultValue: Value { get }
  /// The value in a test environment, until the test sets one.
  ///
  /// Without a test value of its own, a key fails the test that reads it, once, and returns its
  /// ``previewValue`` so that the test can go on. `TestStore`, `Explorer` and `StoreEnvironment.test` of the
  /// module MillraceTesting make test environments; nothing else does.
  static var testValue: Value { get }
  /// The value in ``StoreEnvironment/preview``, until the application sets one; by default ``defaultValue``.
  static var previewValue: Value { get }
}

extension StoreEnvironmentKey {
  /// The default value.
  public static var previewValue: Value { defaultValue }

  /// The preview value, and a failure of the test that reads it.
  public static var testValue: Value {
    TestValueProbe.noteMissing(Self.self)
    return previewValue
  }
}

/// Detects during one read of a test value that the key has none of its own.
private final class TestValueProbe: Sendable {
  @TaskLocal private static var current: TestValueProbe?

  private let key: ObjectIdentifier
  private let isMissing = Locked(false)

  private init(_ key: any StoreEnvironmentKey.Type) {
    self.key = ObjectIdentifier(key)
  }

  /// Returns the test value of a key; nil, and the value to go on with, if it has none of its own.
  static func read<Key: StoreEnvironmentKey>(_ key: Key.Type) -> (value: Key.Value, isMissing: Bool) {
    let probe = TestValueProbe(key)
    let value = $current.withValue(probe) { key.testValue }
    return (value, probe.isMissing.withLock(\.self))
  }

  static func noteMissing(_ key: any StoreEnvironmentKey.Type) {
    if let current, current.key == ObjectIdentifier(key) { return current.isMissing.withLock { $0 = true } }
    // Read by name, not through an environment.
    IssueReporter.report("The key `\(key)` has no `testValue`; declare one in the key before you use it.")
  }
}

/// The effect or subscription that reads an environment under test; only a failure makes its text.
package struct EnvironmentReader: Sendable, CustomStringConvertible {
  /// The subscription that the present task is part of, in a test.
  ///
  /// An effect is known by its environment, which it keeps from its beginning.
  @TaskLocal static var current: EnvironmentReader?

  let label: EffectLabel?
  let store: String
  var isSubscription = false

  package var description: String {
    let name =
      label.map { "the \(isSubscription ? "subscription" : "effect") `\($0)`" } ?? "an effect without a label"
    return "\(name) of the store `\(store)`"
  }
}

/// The kind of an environment, which decides the value of keys that are not set.
package indirect enum EnvironmentKind: Sendable {
  /// A running application.
  case live
  /// A preview.
  case preview
  /// A test, whose failures the reporter receives.
  case test(IssueReporter, reader: EnvironmentReader?)

  func unsetValue<Key: StoreEnvironmentKey>(of key: Key.Type) -> Key.Value {
    switch self {
    case .live: return key.defaultValue
    case .preview: return key.previewValue
    case .test(let reporter, let reader):
      let (value, isMissing) = TestValueProbe.read(key)
      if isMissing {
        let text = Self.text(key, reader ?? EnvironmentReader.current)
        reporter.report(text, name: "\(ObjectIdentifier(key))")
      }
      return value
    }
  }

  private static func text(_ key: any StoreEnvironmentKey.Type, _ reader: EnvironmentReader?) -> String {
    """
    The key `\(key)` has no test value, and \(reader.map { "\($0) has read it" } ?? "it was read in a test").

    Set it before it is read: `environment[\(key).self] = …`, in the environment of the store or of its test store. \
    Or declare a `testValue` in the key.
    """
  }
}
