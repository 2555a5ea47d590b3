/// What is wrong with the migrations of a state.
public enum ArchiveMigrationFlaw: Hashable, Sendable {
  /// The version of the state is not a positive number.
  case notAVersion(Int)
  /// Two migrations begin at the same version.
  case duplicate(from: Int)
  /// A migration begins at the version of the state or above it, or below 1, so it leads nowhere.
  case outside(from: Int, version: Int)
  /// Nothing leads from the version that a migration gives to the next.
  case gap(from: Int, to: Int)
  /// A migration gives another type than the next one takes, or the last one another than the state.
  case wrongType(from: Int, gives: String, needed: String)
}

extension ArchiveMigrationFlaw: CustomStringConvertible {
  /// What is wrong, without a full stop.
  public var description: String {
    switch self {
    case .notAVersion(let version):
      "`archiveVersion` is \(version), and versions begin at 1"
    case .duplicate(let from):
      "two of them begin at version \(from)"
    case .outside(let from, let version):
      "one begins at version \(from), and they lead from 1 or later to version \(version)"
    case .gap(let from, let to):
      "none leads from version \(from) to \(to)"
    case .wrongType(let from, let gives, let needed):
      "the one from version \(from) gives a `\(gives)` where a `\(needed)` is needed"
    }
  }
}
