/// A problem with the migrations of a state.
public enum ArchiveMigrationFlaw: Hashable, Sendable {
  /// The version of the state is not a positive number.
  case notAVersion(Int)
  /// Two migrations begin at the same version.
  case duplicate(from: Int)
  /// A migration begins at the version of the state or above it, or below 1, so it has no effect.
  case outside(from: Int, version: Int)
  /// No migration leads from the result of one migration to the start of the next.
  case gap(from: Int, to: Int)
  /// A migration returns a different type from the one that the next migration, or the state, needs.
  case wrongType(from: Int, gives: String, needed: String)
}

extension ArchiveMigrationFlaw: CustomStringConvertible {
  /// The problem, without a full stop.
  public var description: String {
    switch self {
    case .notAVersion(let version):
      "`archiveVersion` is \(version), but versions begin at 1"
    case .duplicate(let from):
      "two migrations begin at version \(from)"
    case .outside(let from, let version):
      "a migration begins at version \(from), but they must lead from version 1 or later up to version \(version)"
    case .gap(let from, let to):
      "no migration leads from version \(from) to \(to)"
    case .wrongType(let from, let gives, let needed):
      "the migration from version \(from) produces a `\(gives)` instead of a `\(needed)`"
    }
  }
}
