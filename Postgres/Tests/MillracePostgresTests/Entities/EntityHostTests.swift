import Foundation
import Millrace
import MillraceSync
import Testing

@testable import MillracePostgres

struct Cart: Codable, Equatable, Sendable { var items: [String] = [] }
enum CartMessage: Codable, Sendable {
  case added(String)
  /// Accepted once only.
  case claimed(String)
}

func updateCart(_ cart: inout Cart, _ message: CartMessage) -> Effect<CartMessage> {
  switch message {
  case .added(let item): cart.items.append(item)
  case .claimed(let item):
    if cart.items.contains(item) { return .unhandled }
    cart.items.append(item)
  }
  return .none
}

@Sendable func makeCart(_ lease: LogLease) throws -> Entity<Cart, CartMessage> {
  let cart = Store(Cart(), of: CartMessage.self, name: "cart", update: updateCart)
  let replica = Replica(of: cart.flow, log: lease.log, writer: try LogWriter("cart"))
  try replica.share(cart, state: RecordSchema("cart"), messages: RecordSchema("cart-message"))
  return Entity(cart, replica: replica)
}

@Suite(
  "Entities of a process",
  .enabled(if: server != nil, "Scripts/test-postgres starts a server and names it in MILLRACE_POSTGRES."))
struct EntityHostTests {
  private let long = Duration.seconds(3_600)
  private func open() async throws -> PostgresDatabase {
    let database = try PostgresDatabase(server ?? "", timeout: .seconds(3_600))
    try await database.createSchema()
    return database
  }

  @Test("are loaded at the first use, unloaded when idle, and moved with all that was committed")
  func life() async throws {
    let database = try await open()
    let pool = "life-\(UUID())"
    let member = try await database.join(pool: pool, as: "one", for: long)
    let host = EntityHost(member, loadedLimit: 2, make: makeCart)
    for name in ["a", "b", "c", "d"] {
      #expect(try await host.commit(.added(name), to: "\(pool)/\(name)") { $0.items } == [name])
    }
    try await host.commit(.claimed("x"), to: "\(pool)/a")
    await #expect(throws: EntityError.notAccepted(entity: "\(pool)/a")) {
      try await host.commit(.claimed("x"), to: "\(pool)/a")
    }
    #expect(try await host.read("\(pool)/a") { $0.items } == ["a", "x"])

    let other = EntityHost(try await database.join(pool: pool, as: "two", for: long), make: makeCart)
    // Two of four go to the new member. A request says where an entity is.
    for name in ["a", "b", "c", "d"] {
      var hosts = [host, other]
      while true {
        do throws(EntityError) {
          let expected = name == "a" ? ["a", "x", "y"] : [name, "y"]
          #expect(try await hosts[0].commit(.added("y"), to: "\(pool)/\(name)") { $0.items } == expected)
          break
        } catch {
          #expect(error.isUndone, "\(error)")
          hosts.reverse()
        }
      }
    }
    await host.close()
    await #expect(throws: EntityError.closed) { try await host.commit(.added("z"), to: "\(pool)/a") }
    await member.leave()
    for name in ["a", "b", "c", "d"] {
      #expect(try await other.read("\(pool)/\(name)") { $0.items.last } == "y")
    }
    await other.member.leave()
  }

  @Test(
    "end when the log refuses a write, whatever this process believes, and are loaded again by another lease")
  func fenced() async throws {
    let database = try await open()
    let name = "fenced-\(UUID())"
    let member = try await database.join(pool: name, as: "one", for: long)
    let host = EntityHost(member, make: makeCart)
    try await host.commit(.added("first"), to: name)
    let lease = try await member.lease(of: name)
    // As a server does whose clock has jumped.
    try await database.perform(log: name) { connection, deadline throws(PostgresFault) in
      _ = try connection.run(
        "UPDATE millrace_log SET holder = NULL, epoch = epoch + 1 WHERE name = $1",
        [.bytes(Array(name.utf8))],
        deadline)
    }
    #expect(lease.isHeld)
    await #expect(throws: EntityError.lost(entity: name)) {
      try await host.commit(.added("refused"), to: name)
    }
    #expect(!lease.isHeld)
    #expect(try await host.commit(.added("second"), to: name) { $0.items } == ["first", "second"])
    #expect(try await member.lease(of: name).epoch > lease.epoch)
    await member.leave()
    await #expect(throws: EntityError.lease(.left(pool: name))) {
      try await host.commit(.added("third"), to: name)
    }
  }

  @Test("refuse a request when as many wait as may")
  func busy() async throws {
    let database = try await open()
    let name = "busy-\(UUID())"
    let member = try await database.join(pool: name, as: "one", for: long)
    let host = EntityHost(member, waitingLimit: 3, make: makeCart)
    try await host.commit(.added("first"), to: name)
    let lock = try RowLock(name)
    // Three of ten wait for the log, whose row is locked; the others are refused at once.
    let (outcomes, tell) = AsyncStream<EntityError?>.makeStream()
    for number in 1...10 {
      Task {
        do throws(EntityError) {
          try await host.commit(.added("\(number)"), to: name)
          tell.yield(nil)
        } catch {
          tell.yield(error)
        }
      }
    }
    var outcome = outcomes.makeAsyncIterator()
    for _ in 1...7 { #expect(await outcome.next() == .some(.busy(entity: name, waiting: 3))) }
    try await lock.release()
    for _ in 1...3 { #expect(await outcome.next() == .some(nil)) }
    #expect(try await host.read(name) { $0.items.count } == 4)
    await member.leave()
  }
}
