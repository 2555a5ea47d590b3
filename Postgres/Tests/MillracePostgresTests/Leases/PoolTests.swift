import Foundation
import MillraceSync
import Testing

@testable import MillracePostgres

extension AsyncStream<LeaseChange> {
  /// Waits for the next lease that is gained.
  func gained() async throws -> LogLease {
    for await case .gained(let lease) in self { return lease }
    throw Missing()
  }

  /// Waits for the next lease that should be given back.
  func revoked() async throws -> LogLease {
    for await case .revoked(let lease) in self { return lease }
    throw Missing()
  }
}

/// A change that should have come.
struct Missing: Error {}

@Suite(
  "Leases on logs",
  .enabled(if: server != nil, "Scripts/test-postgres starts a server and names it in MILLRACE_POSTGRES."))
struct PoolTests {
  private func open() async throws -> PostgresDatabase {
    let database = try PostgresDatabase(server ?? "", timeout: .seconds(3_600))
    try await database.createSchema()
    return database
  }
  /// So long that no lease of a test ends by itself on a busy machine.
  private let long = Duration.seconds(3_600)

  @Test("a lease fences the appends and the snapshots of the one before, in a pool with any name")
  func fencing() async throws {
    let database = try await open()
    let pool = "pool'; DROP TABLE millrace_member; --\(UUID())"
    let name = "log \\'; DROP TABLE millrace_log; --\(UUID())"
    let writer = try LogWriter("'); --")
    let first = try await database.join(pool: pool, as: "'one'; --", for: long)
    let old = try await first.lease(of: name)
    _ = try await old.log.append([entry(writer, 1)], after: 0)
    #expect(try await database.holder(of: name)?.member == "'one'; --")
    #expect(try await database.holder(of: name)?.pool == pool)

    let second = try await database.join(pool: pool, as: "two", for: long)
    await #expect(throws: LeaseError.heldElsewhere(log: name, member: "'one'; --")) {
      _ = try await second.lease(of: name)
    }
    await first.leave()
    let new = try await second.lease(of: name)
    #expect(new.epoch > old.epoch && new.isHeld && !old.isHeld)

    let fenced = SharedLogError.refused(log: name, reason: "the lease by which it was written has ended")
    await #expect(throws: fenced) { _ = try await old.log.append([entry(writer, 2)], after: 1) }
    let snapshot = LogSnapshot(position: 1, digest: 0, states: [], writers: [])
    await #expect(throws: fenced) { try await old.log.keep(snapshot, keeping: 1) }
    #expect(try await new.log.append([entry(writer, 2)], after: 1).head == 2)
    try await new.log.keep(snapshot, keeping: 1)
    #expect(try await new.log.snapshot() == snapshot)
    await second.leave()
    #expect(try await database.holder(of: name) == nil)
    #expect(try await database.members(of: pool).isEmpty)
    await #expect(throws: fenced) { _ = try await new.log.append([entry(writer, 3)], after: 2) }
    await #expect(throws: LeaseError.left(pool: pool)) { _ = try await second.lease(of: name) }
  }

  @Test("members share the logs of a pool, and hand some over when another one joins")
  func sharing() async throws {
    let database = try await open()
    let pool = "sharing-\(UUID())"
    let logs = (1...10).map { "\(pool)/\($0)" }
    let first = try await database.join(pool: pool, as: "one", for: long)
    let ones = first.changes()
    try await first.add(logs)
    var held: Set<String> = []
    while held.count < 10 { held.insert(try await ones.gained().name) }
    #expect(held == Set(logs))

    let second = try await database.join(pool: pool, as: "two", for: long)
    let twos = second.changes()
    for _ in 1...5 {
      let lease = try await ones.revoked()
      #expect(lease.isHeld)
      lease.giveBack()
      #expect(!lease.isHeld)
    }
    var gained: Set<String> = []
    while gained.count < 5 { gained.insert(try await twos.gained().name) }
    #expect(Set(first.leases.map(\.name)).union(gained) == Set(logs) && first.leases.count == 5)
    #expect(try await database.members(of: pool) == ["one", "two"])

    // What one has left, the other takes.
    await second.leave()
    #expect(second.leases.isEmpty)
    var again: Set<String> = []
    while again.count < 5 { again.insert(try await ones.gained().name) }
    #expect(again == gained)
    await first.leave()
  }

  @Test("the logs of a member whose time has passed are taken, and it can do nothing more")
  func expiry() async throws {
    let database = try await open()
    let pool = "expiry-\(UUID())"
    let name = "\(pool)/log"
    // Nothing renews this one: only its row exists.
    let dead = LeaseOperations(database: database, pool: pool, name: "dead", duration: long)
    let member = try await dead.join(former: nil)
    guard case .held(let old)? = try await dead.take(member, [ExactName(name)])?.first else {
      throw Missing()
    }
    let alive = try await database.join(pool: pool, as: "alive", for: .seconds(3))
    await #expect(throws: LeaseError.heldElsewhere(log: name, member: "dead")) {
      _ = try await alive.lease(of: name)
    }
    try await database.perform(log: pool) { connection, deadline throws(PostgresFault) in
      _ = try connection.run(
        "UPDATE millrace_member SET until = clock_timestamp() WHERE id = $1", [.integer(member)], deadline)
    }
    let lease = try await alive.changes().gained()
    #expect(lease.name == name && lease.epoch > old.epoch)
    #expect(try await dead.renew(member, known: 1) == nil)
    #expect(try await dead.claim(member, limit: 1).isEmpty)
    #expect(try await dead.take(member, [ExactName(name)]) == nil)
    #expect(try await dead.release(member, [old]) == [old.name])
    #expect(try await dead.join(former: member) != member)
    await alive.leave()
  }

  @Test("a log of another pool is refused")
  func otherPool() async throws {
    let database = try await open()
    let id = UUID()
    let one = try await database.join(pool: "one-\(id)", as: "m", for: long)
    let two = try await database.join(pool: "two-\(id)", as: "m", for: long)
    _ = try await one.lease(of: "log-\(id)")
    await #expect(throws: LeaseError.otherPool(log: "log-\(id)", pool: "one-\(id)")) {
      _ = try await two.lease(of: "log-\(id)")
    }
    await #expect(throws: LeaseError.otherPool(log: "log-\(id)", pool: "one-\(id)")) {
      try await two.add(["log-\(id)"])
    }
    await one.leave()
    await two.leave()
  }

  @Test("names that are no text or too long are refused")
  func names() async throws {
    let database = try await open()
    await #expect(throws: SharedLogError.self) { _ = try await database.join(pool: "", as: "m") }
    await #expect(throws: SharedLogError.self) { _ = try await database.join(pool: "p", as: "a\0b") }
    let member = try await database.join(pool: "names-\(UUID())", as: "m", for: long)
    await #expect(throws: LeaseError.self) {
      _ = try await member.lease(of: String(repeating: "x", count: 256))
    }
    await member.leave()
  }
}
