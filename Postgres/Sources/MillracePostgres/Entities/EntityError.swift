public import MillraceSync

/// An error of an entity that is served by one process of a pool.
///
/// Each description is a sentence that says what happened, why, and what to do.
public enum EntityError: Error, Hashable, Sendable {
  /// Another member serves the entity.
  case heldElsewhere(entity: String, member: String)
  /// The entity is on its way from one member to another.
  case moving(entity: String)
  /// As many requests wait for the entity as may.
  case busy(entity: String, waiting: Int)
  /// The lease ended while the request waited; a commit may have been done or not.
  case lost(entity: String)
  /// The update did not accept the message, and nothing was changed by it.
  case notAccepted(entity: String)
  /// The application's closure could not build the entity.
  case notBuilt(entity: String, reason: String)
  /// The task was cancelled; a commit may have been done or not.
  case cancelled(entity: String)
  /// The host was closed.
  case closed
  /// The lease cannot be had.
  case lease(LeaseError)
  /// The entity's replica cannot go on.
  case replica(entity: String, ReplicaError)
}

extension EntityError {
  /// A Boolean value that indicates whether the request changed nothing for certain, so that it can be sent
  /// again.
  public var isUndone: Bool {
    switch self {
    case .heldElsewhere, .moving, .busy, .notAccepted, .notBuilt, .closed, .lease: true
    case .lost, .cancelled, .replica: false
    }
  }
}

extension EntityError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .heldElsewhere(let entity, let member):
      "The entity `\(entity)` is served by the member `\(member)`. Send the request there."
    case .moving(let entity):
      "The entity `\(entity)` is on its way to another member. Send the request again."
    case .busy(let entity, let waiting):
      "\(waiting) requests wait for the entity `\(entity)`, and no more may. Send the request again later."
    case .lost(let entity):
      """
      The lease on the entity `\(entity)` ended while the request waited, so it may have been done or not. Look at \
      the entity's state before you send it again.
      """
    case .notAccepted(let entity):
      "The entity `\(entity)` did not accept the message in its present state. Show the state, and decide again."
    case .notBuilt(let entity, let reason):
      "The entity `\(entity)` could not be built: \(reason). Correct the closure of its `EntityHost`."
    case .cancelled(let entity):
      "The task was cancelled while the entity `\(entity)` worked for it. Look at its state before you send it again."
    case .closed: "The host of the entities was closed. Send the request to another member."
    case .lease(let error): "\(error)"
    case .replica(_, let error): "\(error)"
    }
  }
}
