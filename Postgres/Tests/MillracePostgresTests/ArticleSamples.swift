import Foundation
import Millrace
import MillracePostgres
import MillraceSync
import Testing

/// The samples of *Servers on PostgreSQL*.
@Suite(
  "The samples of the article",
  .enabled(if: server != nil, "Scripts/test-postgres starts a server and names it in MILLRACE_POSTGRES."))
struct ArticleSamples {
  struct Basket: Codable, Equatable, Sendable {
    var items: [String] = []
  }

  enum BasketMessage: Codable, Sendable {
    case added(String)
  }

  @Sendable static func updateBasket(
    _ basket: inout Basket, _ message: BasketMessage
  ) -> Effect<BasketMessage> {
    switch message {
    case .added(let item): basket.items.append(item)
    }
    return .none
  }

  @MainActor
  @Test("Two servers share a basket")
  func shared() async throws {
    let (updateBasket, number, connection) = (Self.updateBasket, "\(UUID())", server ?? "")

    let database = try PostgresDatabase(connection)
    try await database.createSchema()
    let basket = Store(Basket(), name: "basket", update: updateBasket)
    let replica = Replica(
      of: basket.flow, log: try database.log("basket/\(number)"), writer: try LogWriter("server-1"))
    try replica.share(basket, state: RecordSchema("basket"), messages: RecordSchema("basket-message"))
    try replica.start()

    let count = try await replica.commit(.added("tea"), to: basket) { basket in basket.items.count }
    try await replica.catchUp()  // before a read that must see what other servers have written
    #expect(count == 1)
    #expect(basket.state.items == ["tea"])
    replica.stop()
  }

  @Test("Each basket is served by one of the servers")
  func entities() async throws {
    let (updateBasket, pool) = (Self.updateBasket, "baskets-\(UUID())")
    let database = try PostgresDatabase(server ?? "")
    try await database.createSchema()

    let member = try await database.join(pool: pool, as: "10.0.0.7:8080")
    let host = EntityHost(member) { lease in
      let basket = Store(Basket(), name: "basket", update: updateBasket)
      let replica = Replica(of: basket.flow, log: lease.log, writer: try LogWriter("server"))
      try replica.share(basket, state: RecordSchema("basket"), messages: RecordSchema("basket-message"))
      return Entity(basket, replica: replica)
    }

    let answer: String
    do throws(EntityError) {
      let count = try await host.commit(.added("tea"), to: "\(pool)/7") { basket in basket.items.count }
      answer = "200: \(count)"
    } catch {
      answer =
        switch error {
        case .heldElsewhere(_, let address): "307: \(address)"
        case _ where error.isUndone: "503: \(error)"
        default: "500: \(error)"
        }
    }
    #expect(answer == "200: 1")
    #expect(try await host.read("\(pool)/7") { basket in basket.items } == ["tea"])

    await host.close()
    await member.leave()
  }
}
