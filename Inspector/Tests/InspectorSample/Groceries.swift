public import Foundation
public import Millrace

/// A small application, for the tests of generated tests.
public struct Groceries: Codable, Equatable, Sendable {
  public var items: [String] = []
  public var isLoading = false
  public var recipe: URL?

  public init() {}

  public static let states = RecordSchema<Groceries>("groceries")
  public static let messages = RecordSchema<GroceryMessage>("grocery", version: 2)

  public static func update(_ groceries: inout Groceries, _ message: GroceryMessage) -> Effect<GroceryMessage>
  {
    switch message {
    case .added(let item): groceries.items.append(item)
    case .removed(let place): if groceries.items.indices.contains(place) { groceries.items.remove(at: place) }
    case .opened(let recipe): groceries.recipe = recipe
    case .cleared: groceries.items = []
    case .loaded(let items):
      groceries.items += items
      groceries.isLoading = false
    case .load:
      groceries.isLoading = true
      return .run(label: "load") { send in await send(.loaded(["Bread", "Jam"])) }
    }
    return .none
  }
}

public enum GroceryMessage: Codable, Equatable, Sendable {
  case added(String), removed(at: Int), opened(URL), cleared, load, loaded([String])
}
