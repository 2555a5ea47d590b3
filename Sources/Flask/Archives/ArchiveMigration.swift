/// One step from an older shape of a state to the next one.
///
/// A state that changes its shape raises its version, and keeps the older shapes as types of their own:
///
/// ```swift
/// struct CounterV1: Codable { var count: Int }
///
/// struct Counter: Flask.State {
///   var total = 0
///   var label = ""
///   static var archiveVersion: Int { 2 }
///   static var archiveMigrations: [ArchiveMigration] {
///     [ArchiveMigration(from: 1) { (old: CounterV1) in Counter(total: old.count) }]
///   }
/// }
/// ```
///
/// The steps run in order from the version of the archive to that of the state; each takes the result of the
/// previous one. A new property requires a new version, unless it is optional: an archive without it cannot
/// be decoded.
public struct ArchiveMigration: Sendable {
  /// The version that the step begins at; its result has the next one.
  public let version: Int

  let takes: TypeMark
  let gives: TypeMark
  let decode: @Sendable (any ArchiveDecoding) throws -> Any
  let migrate: @Sendable (Any) throws -> Any

  /// Creates a step from a version to the next.
  public init<Old: Decodable & SendableMetatype, New>(
    from version: Int, _ migrate: @escaping @Sendable (_ old: Old) throws -> New
  ) {
    self.version = version
    takes = TypeMark(Old.self)
    gives = TypeMark(New.self)
    decode = { try $0.decode(Old.self) }
    self.migrate = { value in
      guard let old = value as? Old else {
        throw Mismatch(found: "\(type(of: value))", needed: "\(Old.self)")
      }
      return try migrate(old)
    }
  }

  /// Checks that the migrations of a state form a chain that ends in the state.
  ///
  /// Call it from a test. The chain need not begin at version 1: archives older than the first step are set
  /// aside.
  ///
  /// - Throws: ``ArchiveError/unsoundMigrations(state:flaw:)``.
  public static func check<S: FlaskState>(_ state: S.Type) throws(ArchiveError) {
    let flaw = flaw(of: S.archiveMigrations, version: S.archiveVersion, state: TypeMark(S.self))
    if let flaw { throw .unsoundMigrations(state: "\(S.self)", flaw: flaw) }
  }

  private static func flaw(
    of migrations: [ArchiveMigration], version: Int, state: TypeMark
  ) -> ArchiveMigrationFlaw? {
    if version < 1 { return .notAVersion(version) }
    for step in migrations where step.version < 1 || step.version >= version {
      return .outside(from: step.version, version: version)
    }
    let steps = migrations.sorted { $0.version < $1.version }
    for (step, next) in zip(steps, steps.dropFirst()) {
      if step.version == next.version { return .duplicate(from: step.version) }
      if step.version + 1 != next.version { return .gap(from: step.version + 1, to: next.version) }
      if step.gives.id != next.takes.id {
        return .wrongType(from: step.version, gives: step.gives.name, needed: next.takes.name)
      }
    }
    guard let last = steps.last else { return nil }
    if last.version + 1 != version { return .gap(from: last.version + 1, to: version) }
    if last.gives.id != state.id {
      return .wrongType(from: last.version, gives: last.gives.name, needed: state.name)
    }
    return nil
  }

  /// A type that can be compared and printed.
  struct TypeMark: Sendable {
    let id: ObjectIdentifier
    let name: String
    var stateName: String { StateName.of(reflection) }
    private let reflection: String

    init(_ type: any Any.Type) {
      reflection = String(reflecting: type)
      id = ObjectIdentifier(type)
      name = "\(type)"
    }
  }

  /// A mismatch of types, which the check of the migrations excludes.
  private struct Mismatch: Error, CustomStringConvertible {
    let found: String
    let needed: String
    var description: String { "it found a `\(found)` instead of a `\(needed)`" }
  }
}

protocol ArchiveDecoding {
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value
}
