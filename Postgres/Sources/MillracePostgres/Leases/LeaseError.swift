public import MillraceSync

/// An error of a pool's leases.
///
/// Each description is a sentence that says what happened, why, and what to do.
public enum LeaseError: Error, Hashable, Sendable {
  /// Another member holds the log.
  case heldElsewhere(log: String, member: String)
  /// The log is on its way from one member to another, or a write has its row locked.
  case moving(log: String)
  /// The log belongs to another pool.
  case otherPool(log: String, pool: String)
  /// The member has left the pool.
  case left(pool: String)
  /// The database cannot be used.
  case log(SharedLogError)
}

extension LeaseError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .heldElsewhere(let log, let member):
      "The log `\(log)` is held by the member `\(member)`. Send the request there."
    case .moving(let log):
      "The log `\(log)` is between two members of its pool. Ask again, and the next holder answers."
    case .otherPool(let log, let pool):
      "The log `\(log)` belongs to the pool `\(pool)`. Join that pool to hold it."
    case .left(let pool):
      "This process has left the pool `\(pool)`. Join it again to hold logs."
    case .log(let error): "\(error)"
    }
  }
}
