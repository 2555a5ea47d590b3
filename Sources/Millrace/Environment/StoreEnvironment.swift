/// The inputs of a flow's stores and effects: time, random numbers, identifiers, and the application's own
/// values.
///
/// Every input is injected, so that a test, a replay or an explorer can control it. The kernel itself never
/// asks the system.
///
/// ```swift
/// enum LibraryKey: StoreEnvironmentKey {
///   static let defaultValue: any Library = RemoteLibrary()
/// }
/// var environment = StoreEnvironment()
/// environment[LibraryKey.self] = LocalLibrary()
/// ```
///
/// An environment is live unless it is made for a test or a preview. The kind decides the value of a key that
/// is not set: ``StoreEnvironmentKey/defaultValue``, ``StoreEnvironmentKey/testValue`` or
/// ``StoreEnvironmentKey/previewValue``.
public struct StoreEnvironment: Sendable {
  /// The injected values, behind one reference because every effect carries the environment.
  private final class Contents: Sendable {
    let clock: any Clock<Duration>
    let random: RandomSource
    /// Nil for random identifiers, drawn from `random`.
    let identifiers: IdentifierSource?
    let dates: DateSource
    let values: [ObjectIdentifier: any Sendable]
    let kind: EnvironmentKind

    init(
      clock: any Clock<Duration>, random: RandomSource, identifiers: IdentifierSource?, dates: DateSource,
      values: [ObjectIdentifier: any Sendable], kind: EnvironmentKind
    ) {
      self.clock = clock
      self.random = random
      self.identifiers = identifiers
      self.dates = dates
      self.values = values
      self.kind = kind
    }
  }

  private var contents: Contents

  /// Creates an environment; by default with the system's own clock, random numbers, identifiers and dates.
  public init(
    clock: any Clock<Duration> = ContinuousClock(),
    random: RandomSource = .system,
    identifiers: IdentifierSource? = nil,
    dates: DateSource = .system
  ) {
    self.init(clock: clock, random: random, identifiers: identifiers, dates: dates, kind: .live)
  }

  package init(
    clock: any Clock<Duration> = ContinuousClock(), random: RandomSource = .system,
    identifiers: IdentifierSource? = nil, dates: DateSource = .system, kind: EnvironmentKind
  ) {
    contents = Contents(
      clock: clock, random: random, identifiers: identifiers, dates: dates, values: [:], kind: kind)
  }

  /// An environment for a preview: each key that is not set has its ``StoreEnvironmentKey/previewValue``.
  ///
  /// Clock, random numbers, identifiers and dates are the system's.
  public static var preview: StoreEnvironment { StoreEnvironment(kind: .preview) }

  /// The clock that queues, gates and effects wait on.
  public var clock: any Clock<Duration> {
    get { contents.clock }
    set { change(clock: newValue) }
  }

  /// Random numbers.
  public var random: RandomSource {
    get { contents.random }
    set { change(random: newValue) }
  }

  /// Identifiers for new things; by default random ones from ``random``.
  public var identifiers: IdentifierSource {
    get { contents.identifiers ?? .random(contents.random) }
    set { change(identifiers: newValue) }
  }

  /// Dates.
  public var dates: DateSource {
    get { contents.dates }
    set { change(dates: newValue) }
  }

  /// The value that the application stored under `key`, or the key's own value for this kind of environment.
  ///
  /// In a test environment, reading a key that is neither set nor has a test value is a failure of the test.
  public subscript<Key: StoreEnvironmentKey>(key: Key.Type) -> Key.Value {
    get {
      // The lookup comes before the cast: a missing value would cast to an optional type as nil.
      guard let value = contents.values[ObjectIdentifier(key)] else {
        return contents.kind.unsetValue(of: key)
      }
      return value as? Key.Value ?? key.defaultValue
    }
    set {
      var values = contents.values
      values[ObjectIdentifier(key)] = newValue
      change(values: values)
    }
  }

  /// The kind of the environment.
  package var kind: EnvironmentKind {
    get { contents.kind }
    set { change(kind: newValue) }
  }

  private mutating func change(
    clock: (any Clock<Duration>)? = nil, random: RandomSource? = nil,
    identifiers: IdentifierSource? = nil, dates: DateSource? = nil,
    values: [ObjectIdentifier: any Sendable]? = nil, kind: EnvironmentKind? = nil
  ) {
    contents = Contents(
      clock: clock ?? contents.clock, random: random ?? contents.random,
      identifiers: identifiers ?? contents.identifiers, dates: dates ?? contents.dates,
      values: values ?? contents.values, kind: kind ?? contents.kind)
  }
}
