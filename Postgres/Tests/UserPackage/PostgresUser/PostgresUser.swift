import Dispatch
import Foundation
import Millrace
import MillracePostgres
import MillraceSync
import MillraceSyncTesting
import Observation

/// Uses of the public API that must compile; they run in the tests of the package.
nonisolated struct Basket: Codable, Equatable, Sendable { var items: [String] = [] }
nonisolated enum BasketMessage: Codable, Sendable { case added(String) }

nonisolated func updateBasket(_ basket: inout Basket, _ message: BasketMessage) -> Effect<BasketMessage> {
  switch message {
  case .added(let item): basket.items.append(item)
  }
  return .none
}

@MainActor func share() async throws {
  let database = try PostgresDatabase("host=/tmp")
  try await database.createSchema()
  let basket = Store(Basket(), name: "basket", update: updateBasket)
  let replica = Replica(of: basket.flow, log: try database.log("b"), writer: try LogWriter("server-1"))
  try replica.share(basket, state: RecordSchema("basket"), messages: RecordSchema("basket-message"))
  try replica.start()
  let count = try await replica.commit(.added("tea"), to: basket) { basket in basket.items.count }
  print(count)
}

func host() async throws {
  let database = try PostgresDatabase("host=/tmp")
  let member = try await database.join(pool: "p", as: "10.0.0.7:8080")
  let host = EntityHost(member) { lease in
    let basket = Store(Basket(), name: "basket", update: updateBasket)
    let replica = Replica(of: basket.flow, log: lease.log, writer: try LogWriter("server"))
    try replica.share(basket, state: RecordSchema("basket"), messages: RecordSchema("basket-message"))
    return Entity(basket, replica: replica)
  }
  let answer: String
  do throws(EntityError) {
    let count = try await host.commit(.added("tea"), to: "7") { basket in basket.items.count }
    answer = "200: \(count)"
  } catch {
    answer =
      switch error {
      case .heldElsewhere(_, let address): "307: \(address)"
      case _ where error.isUndone: "503: \(error)"
      default: "500: \(error)"
      }
  }
  print(answer, try await host.read("7") { basket in basket.items })
  for await change in member.changes() {
    if case .revoked(let lease) = change { lease.giveBack() }
  }
  await host.close()
  await member.leave()
}
