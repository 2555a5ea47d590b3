import Flask
import PantryLogic

/// What is printed when somebody asks.
@MainActor
enum Overview {
  /// The first line: what was restored.
  static func welcome(_ pantry: Pantry) -> String {
    let (stock, list, book) = (pantry.stock.state.items, pantry.list.state.items, pantry.book.state)
    if stock.isEmpty && list.isEmpty && book.day == 0 {
      return "Nothing is archived, so the pantry is empty. 'sample' is a way to begin, 'help' lists the rest."
    }
    return """
      Restored from the archive:
      \(amounts("stock", stock))
      \(amounts("list", list))
        book: day \(book.day), \(money(book.left)) left
      """
  }

  /// What there is of something.
  static func amounts(_ name: String, _ items: Amounts) -> String {
    "  \(name): \(items.isEmpty ? "nothing" : words(for: items))"
  }

  /// The household book.
  static func book(_ book: BookState) -> String {
    let entries = book.entries.map { "  day \($0.day): \($0.text), \(money($0.cents))" }
    return (entries + ["  book: day \(book.day), \(money(book.left)) left"]).joined(separator: "\n")
  }

  /// What the shop sells.
  static var shop: String {
    let items = Shop.prices.sorted { $0.key < $1.key }
    return "  shop: " + items.map { "\($0.key) \(money($0.value))" }.joined(separator: ", ")
  }

  /// What waits on the bus.
  static func waiting(_ bus: Flux) -> String {
    let waiting = waiting(on: bus)
    if waiting.isEmpty { return "  Nothing waits\(bus.isLocked ? ", and the bus is locked" : "")." }
    return waiting.map { "  waits: \($0)" }.joined(separator: "\n")
  }

  /// What waits on the bus, but for what the context does for itself.
  static func waiting(on bus: Flux) -> [String] {
    bus.waiting.compactMap { words(for: $0) }
  }
}
