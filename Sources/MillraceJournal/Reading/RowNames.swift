import Millrace

/// The names of the stores and kinds, by their numbers in rows.
struct RowNames: Hashable, Sendable {
  var stores: [Int64: String] = [:]
  var kinds: [Int64: SchemaKind] = [:]

  init() {}

  init(_ database: Database) throws(JournalError) {
    let stores = try database.prepare("SELECT id, name FROM stores")
    while try stores.step() { self.stores[stores.int64(0)] = stores.text(1) }
    let kinds = try database.prepare("SELECT id, name, version FROM types")
    while try kinds.step() {
      self.kinds[kinds.int64(0)] = SchemaKind(name: kinds.text(1), version: Int(kinds.int64(2)))
    }
  }

  /// The numbers of the stores, in the order of their registration.
  var storeOrder: [Int64] { stores.keys.sorted() }
  /// The numbers of the kinds, in the order of their registration.
  var kindOrder: [Int64] { kinds.keys.sorted() }

  /// Reads the names again if a number is unknown, because a writer may have added it.
  mutating func look(for store: Int64, _ type: Int64?, in database: Database) throws(JournalError) {
    if stores[store] == nil || type.map({ kinds[$0] == nil }) ?? false { self = try RowNames(database) }
  }
}
