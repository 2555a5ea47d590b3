public import Millrace
public import MillraceSync

/// A store with the replica that shares it on the log of its entity.
public struct Entity<State: Sendable, Message: Sendable> {
  /// The store.
  public let store: Store<State, Message>
  /// The replica of the store's flow, not started.
  public let replica: Replica

  /// Creates an entity of a store and the replica that shares it.
  public init(_ store: Store<State, Message>, replica: Replica) {
    self.store = store
    self.replica = replica
  }
}

/// Entities that this process holds in memory, each with a log of its own on which the process has the lease.
///
/// ```swift
/// let host = EntityHost(member) { lease in
///   let cart = Store(Cart(), of: CartMessage.self, name: "cart", update: updateCart)
///   let replica = Replica(of: cart.flow, log: lease.log, writer: try LogWriter("cart"))
///   try replica.share(cart, state: RecordSchema("cart"), messages: RecordSchema("cart-message"))
///   return Entity(cart, replica: replica)
/// }
/// let count = try await host.commit(.added("tea"), to: "cart/7") { $0.items.count }
/// ```
///
/// An entity is loaded at its first use, from the log's snapshot and entries. Its home is an actor of its
/// own, so entities work beside each other, and the messages of one are taken one after the other. A commit
/// returns when the database has the message. Since appends are fenced, all entities can have the same
/// writer's name: only the holder of a lease writes.
///
/// The loss of the lease ends the entity: requests that wait for it end with ``EntityError/lost(entity:)``,
/// and whatever it still sends to the log is refused there. When another member should have it, the entity
/// finishes what waits, takes nothing new, and is given back.
///
/// A name from outside becomes a log of the pool, so the application checks it before.
public actor EntityHost<State: Sendable, Message: Sendable> {
  /// The closure of the application that builds an entity for a lease.
  ///
  /// It is called in the entity's actor, again after each unloading.
  public typealias Make = @Sendable (_ lease: LogLease) throws -> Entity<State, Message>

  /// The member whose leases the host uses.
  public nonisolated let member: PoolMember
  private let make: Make
  private var table: EntityTable
  private var cells: [ExactName: EntityCell<State, Message>] = [:]
  private var follower: Task<Void, Never>?
  private var closing: [CheckedContinuation<Void, Never>] = []

  /// Creates a host.
  ///
  /// A member serves one host.
  ///
  /// - Parameters:
  ///   - member: The member, which the host retains.
  ///   - waitingLimit: The number of requests that may wait for one entity; one more ends with
  ///     ``EntityError/busy(entity:waiting:)``.
  ///   - loadedLimit: The number of entities beyond which those that nothing waits for are unloaded, the
  ///     least recently used first. Their leases stay.
  ///   - make: The closure that builds an entity; see ``Make``.
  public init(
    _ member: PoolMember, waitingLimit: Int = 100, loadedLimit: Int = 1_000, make: @escaping Make
  ) {
    self.member = member
    self.make = make
    table = EntityTable(waitingLimit: waitingLimit, loadedLimit: loadedLimit)
  }

  deinit { follower?.cancel() }

  /// The number of entities in memory.
  public var loadedCount: Int { table.loadedCount }

  /// Sends a message to an entity, and returns when the database has it and it has had its turn.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - name: The name of the entity, which is that of its log.
  ///   - answer: A closure that reads the state right behind the message, before any later one.
  /// - Returns: The result of `answer`.
  /// - Throws: ``EntityError``; ``EntityError/isUndone`` says whether the message can be sent again.
  public func commit<Answer: Sendable>(
    _ message: Message, to name: String, answering answer: @escaping @Sendable (State) -> Answer
  ) async throws(EntityError) -> Answer {
    try await use(name) { cell throws(EntityError) in try await cell.commit(message, answer) }
  }

  /// Sends a message to an entity, and returns when the database has it and it has had its turn.
  public func commit(_ message: Message, to name: String) async throws(EntityError) {
    try await commit(message, to: name) { _ in () }
  }

  /// Reads the state of an entity: that of a moment between the call and its return.
  ///
  /// It sees everything that this pool's members have committed before the call. It asks no database as long
  /// as the entity is in memory, and relies on ``LogLease/isHeld`` instead.
  public func read<Answer: Sendable>(
    _ name: String, _ body: @escaping @Sendable (State) -> Answer
  ) async throws(EntityError) -> Answer {
    try await use(name) { cell throws(EntityError) in try await cell.read(body) }
  }

  /// Takes no more requests, waits for those that are in progress, and ends all entities.
  ///
  /// Call ``PoolMember/leave()`` behind it.
  public func close() async {
    table.close()
    if !table.isIdle { await withCheckedContinuation { closing.append($0) } }
    let ended = cells
    cells = [:]
    for (name, cell) in ended {
      table.unloaded(name)
      await cell.end()
    }
  }

  // MARK: Requests

  private func use<Answer: Sendable>(
    _ name: String, _ body: (EntityCell<State, Message>) async throws(EntityError) -> Answer
  ) async throws(EntityError) -> Answer {
    let key = ExactName(name)
    if follower == nil {
      let changes = member.changes()
      follower = Task { [weak self] in
        for await change in changes { await self?.follow(change) }
      }
    }
    switch table.enter(key) {
    case .admitted: break
    case .busy(let waiting): throw .busy(entity: name, waiting: waiting)
    case .moving: throw .moving(entity: name)
    case .closed: throw .closed
    }
    defer { leave(key) }
    return try await body(try await cell(name, key))
  }

  private func cell(
    _ name: String, _ key: ExactName
  ) async throws(EntityError) -> EntityCell<State, Message> {
    if let cell = cells[key], cell.lease.isHeld { return cell }
    let lease: LogLease
    do throws(LeaseError) { lease = try await member.lease(of: name) } catch {
      switch error {
      case .heldElsewhere(_, let member): throw .heldElsewhere(entity: name, member: member)
      case .moving: throw .moving(entity: name)
      default: throw .lease(error)
      }
    }
    // Another request may have done the same meanwhile.
    if let cell = cells[key] {
      if cell.lease.epoch == lease.epoch { return cell }
      await cell.end()
      if let cell = cells[key], cell.lease.epoch == lease.epoch { return cell }
    }
    let cell = EntityCell(lease, make: make)
    cells[key] = cell
    table.loaded(key)
    return cell
  }

  private func leave(_ key: ExactName) {
    if table.leave(key) { Task { await giveBack(key) } }
    if table.isClosed, table.isIdle {
      for continuation in closing { continuation.resume() }
      closing = []
    } else if !table.surplus.isEmpty {
      Task { await unload() }
    }
  }

  private func unload() async {
    for key in table.surplus {
      guard let cell = cells[key], await cell.unload() else { continue }
      // A request that came meanwhile has the same cell, which loads its entity again.
      if cells[key] === cell, table.isIdle(key) {
        cells[key] = nil
        table.unloaded(key)
      }
    }
  }

  // MARK: Leases

  private func follow(_ change: LeaseChange) async {
    switch change {
    case .gained: break
    case .revoked(let lease):
      if table.drain(lease.leased.name) { await giveBack(lease.leased.name, lease) }
    case .ended(let lease):
      let key = lease.leased.name
      table.drained(key)
      guard let cell = cells[key], cell.lease.epoch == lease.epoch else { return }
      cells[key] = nil
      table.unloaded(key)
      await cell.end()
    }
  }

  /// Ends a drained entity, and lets another member have it.
  private func giveBack(_ key: ExactName, _ lease: LogLease? = nil) async {
    let cell = cells[key]
    await cell?.end()
    (cell?.lease ?? lease)?.giveBack()
  }
}
