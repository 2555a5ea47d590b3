import Millrace
import MillraceSync

/// One entity of a host under one lease: the home of its flow.
actor EntityCell<State: Sendable, Message: Sendable> {
  nonisolated let lease: LogLease
  private nonisolated let name: String
  private let make: EntityHost<State, Message>.Make
  private var entity: Entity<State, Message>?
  private var isReady = false
  private var loading: Task<EntityError?, Never>?
  /// The number of commits in progress.
  private var commits = 0
  private var isEnded = false

  init(_ lease: LogLease, make: @escaping EntityHost<State, Message>.Make) {
    self.lease = lease
    name = lease.name
    self.make = make
  }

  func commit<Answer: Sendable>(
    _ message: Message, _ answer: @escaping @Sendable (State) -> Answer
  ) async throws(EntityError) -> Answer {
    let entity = try await loaded()
    commits += 1
    defer { commits -= 1 }
    do throws(ReplicaError) {
      return try await entity.replica.commit(message, to: entity.store, answering: answer)
    } catch {
      throw self.error(error)
    }
  }

  func read<Answer: Sendable>(_ body: @Sendable (State) -> Answer) async throws(EntityError) -> Answer {
    let entity = try await loaded()
    // Messages of effects are shown before they are confirmed; commits are not.
    if entity.replica.status.pendingCount > commits {
      do throws(ReplicaError) { try await entity.replica.waitUntilConfirmed() } catch {
        throw self.error(error)
      }
    }
    let answer = entity.store.withState(body)
    // Only now: the process may have been paused at any point before.
    guard lease.isHeld, !isEnded else { throw .lost(entity: name) }
    return answer
  }

  /// Removes the entity from memory, unless it is in use.
  func unload() -> Bool {
    guard let entity else { return loading == nil }
    // A pending entry may be on its way, and a later replica would give its number again.
    guard isReady, commits == 0, entity.replica.status.pendingCount == 0 else { return false }
    drop()
    return true
  }

  /// Ends the entity; requests that wait for it end with `lost`.
  func end() {
    isEnded = true
    drop()
  }

  private func drop() {
    entity?.replica.stop()
    entity = nil
    isReady = false
    loading = nil
  }

  private func loaded() async throws(EntityError) -> Entity<State, Message> {
    while true {
      if isEnded { throw .lost(entity: name) }
      if let entity, isReady { return entity }
      let task = loading ?? Task { await load() }
      loading = task
      if let error = await task.value { throw error }
    }
  }

  private func load() async -> EntityError? {
    do {
      let made = try make(lease)
      entity = made
      try made.replica.start()
      // The lease's epoch is in the log already, so nothing of an earlier holder comes behind this head.
      try await made.replica.catchUp()
      loading = nil
      if isEnded { return .lost(entity: name) }
      isReady = true
      return nil
    } catch {
      let failure =
        (error as? ReplicaError).map { self.error($0) } ?? .notBuilt(entity: name, reason: "\(error)")
      drop()
      return failure
    }
  }

  private func error(_ error: ReplicaError) -> EntityError {
    switch error {
    case .notAccepted: return .notAccepted(entity: name)
    case .cancelled: return .cancelled(entity: name)
    case .refused, .log(.refused):
      lease.fenced()
      return .lost(entity: name)
    default: break
    }
    if isEnded || !lease.isHeld { return .lost(entity: name) }
    // A replica that has stopped is made again by the next request.
    if case .stopped = entity?.replica.status.phase { drop() }
    return .replica(entity: name, error)
  }
}
