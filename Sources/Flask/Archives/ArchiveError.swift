/// A reason why an archive could not be saved or restored.
///
/// `setAside` is the place where the archive was set aside unharmed. If it is nil, the archive is still in
/// its own place.
public enum ArchiveError: Error, Hashable, Sendable {
  /// The archive is damaged, or does not have the shape of the state.
  case unreadable(key: String, reason: String, setAside: String?)
  /// The archive has a newer format than this program knows; it stays in place for the newer program.
  case newerForm(key: String, found: Int, known: Int)
  /// The archive has a newer version of the state than this program knows; it stays in place for the newer
  /// program.
  case newerVersion(key: String, found: Int, known: Int)
  /// The archive has an older version of the state, and no migration begins at it.
  case missingMigration(key: String, from: Int, to: Int, setAside: String?)
  /// A migration threw an error.
  case migrationFailed(key: String, from: Int, to: Int, reason: String, setAside: String?)
  /// The archive under this key belongs to another state.
  case foreignType(key: String, found: String, expected: String, setAside: String?)
  /// The migrations of a state do not form a chain; its archives are not touched.
  case unsoundMigrations(state: String, flaw: ArchiveMigrationFlaw)
  /// An unusable archive could not be set aside.
  case cannotSetAside(key: String, reason: String, problem: String)
  /// The storage could not read the archive.
  case cannotRead(key: String, path: String?, reason: String)
  /// The storage could not write or remove the archive.
  case cannotWrite(key: String, path: String?, reason: String)
  /// The state could not be encoded.
  case cannotEncode(key: String, reason: String)

  /// Returns the same error for an archive that has been set aside since.
  func at(_ place: String) -> ArchiveError {
    switch self {
    case .unreadable(let key, let reason, _):
      .unreadable(key: key, reason: reason, setAside: place)
    case .missingMigration(let key, let from, let to, _):
      .missingMigration(key: key, from: from, to: to, setAside: place)
    case .migrationFailed(let key, let from, let to, let reason, _):
      .migrationFailed(key: key, from: from, to: to, reason: reason, setAside: place)
    case .foreignType(let key, let found, let expected, _):
      .foreignType(key: key, found: found, expected: expected, setAside: place)
    case .newerForm, .newerVersion, .unsoundMigrations, .cannotSetAside, .cannotRead, .cannotWrite,
      .cannotEncode:
      self
    }
  }
}

extension ArchiveError: CustomStringConvertible {
  /// The error as a sentence: the problem, its reason and its remedy.
  public var description: String {
    switch self {
    case .unreadable(let key, let reason, let place):
      """
      The archive `\(key)` cannot be used: \(reason). \(Self.whereabouts(place)); inspect it, or delete it if it is \
      not needed.
      """
    case .newerForm(let key, let found, let known):
      """
      The archive `\(key)` has format \(found), but this program knows formats up to \(known). \(Self.leftForNewer)
      """
    case .newerVersion(let key, let found, let known):
      """
      The archive `\(key)` has version \(found) of its state, but this program knows versions up to \(known). \
      \(Self.leftForNewer)
      """
    case .missingMigration(let key, let from, let to, let place):
      """
      The archive `\(key)` has version \(from) of its state, the current version is \(to), and no migration begins at \
      \(from). \(Self.whereabouts(place)); add `ArchiveMigration(from: \(from))` to the state's `archiveMigrations`.
      """
    case .migrationFailed(let key, let from, let to, let reason, let place):
      """
      The archive `\(key)` could not be migrated from version \(from) to \(to): \(reason). \
      \(Self.whereabouts(place)); correct the migration.
      """
    case .foreignType(let key, let found, let expected, let place):
      """
      The archive `\(key)` holds the state `\(found)` instead of `\(expected)`. \(Self.whereabouts(place)); give each \
      archived substance its own name, and give a state whose type was renamed its old name as `archiveName`.
      """
    case .unsoundMigrations(let state, let flaw):
      """
      The migrations of `\(state)` do not form a chain: \(flaw). Its archives were not changed; correct \
      `archiveMigrations`. `ArchiveMigration.check(\(state).self)` in a test finds this early.
      """
    case .cannotSetAside(let key, let reason, let problem):
      """
      The archive `\(key)` cannot be used, and could not be moved aside (\(reason)), so nothing is saved over it; \
      move it away by hand. The problem with it: \(problem)
      """
    case .cannotRead(let key, let path, let reason):
      """
      The archive `\(key)`\(Self.location(path)) could not be read: \(reason). Nothing is saved over it; give the \
      process permission to read it, and start again.
      """
    case .cannotWrite(let key, let path, let reason):
      """
      The archive `\(key)`\(Self.location(path)) could not be changed: \(reason). It is either unchanged or \
      completely replaced; free space or give permission, and save it again.
      """
    case .cannotEncode(let key, let reason):
      """
      The state of `\(key)` could not be encoded: \(reason). The earlier archive is still there; change the state's \
      properties, or their encoding.
      """
    }
  }

  private static func location(_ path: String?) -> String { path.map { " at `\($0)`" } ?? "" }

  private static let leftForNewer = """
    It stays where it is, nothing is saved over it, and the state has its defaults; use the newer program again, or \
    call the substance's `archiveNow()`, which moves the archive aside first.
    """

  private static func whereabouts(_ place: String?) -> String {
    place.map { "It was moved aside as `\($0)`, and the state has its defaults" } ?? "It stays where it is"
  }
}
