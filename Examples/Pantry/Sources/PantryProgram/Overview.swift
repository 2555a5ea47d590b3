import Flask
import PantryLogic

/// The output of the commands that show something.
@MainActor
enum Overview {
  /// Returns the first line: the restored content.
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

  static func amounts(_ name: String, _ items: Amounts) -> String {
    "  \(name): \(items.isEmpty ? "nothing" : words(for: items))"
  }

  static func book(_ book: BookState) -> String {
    let entries = book.entries.map { "  day \($0.day): \($0.text), \(money($0.cents))" }
    return (entries + ["  book: day \(book.day), \(money(book.left)) left"]).joined(separator: "\n")
  }

  static var shop: String {
    let items = Shop.prices.sorted { $0.key < $1.key }
    return "  shop: " + items.map { "\($0.key) \(money($0.value))" }.joined(separator: ", ")
  }

  /// Describes the messages that wait on the bus.
  static func waiting(_ bus: Flux) -> String {
    let waiting = waiting(on: bus)
    if waiting.isEmpty { return "  Nothing waits\(bus.isLocked ? ", and the bus is locked" : "")." }
    return waiting.map { "  waits: \($0)" }.joined(separator: "\n")
  }

  /// Describes each message that waits on the bus, except the context's own.
  static func waiting(on bus: Flux) -> [String] {
    bus.waiting.compactMap { words(for: $0) }
  }
}
