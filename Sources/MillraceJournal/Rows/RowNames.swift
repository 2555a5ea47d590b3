import Millrace

/// A row of the names of stores.
struct StoreRow: TableRow {
  var id: Int64 = 0
  var name = ""

  static let table = "stores"

  mutating func columns<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.number("id", &id)
    try visitor.text("name", &name)
  }
}

/// A row of the kinds.
struct KindRow: TableRow {
  var id: Int64 = 0
  var name = ""
  var version: Int64 = 0

  static let table = "types"

  mutating func columns<Visitor: ColumnVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
    try visitor.number("id", &id)
    try visitor.text("name", &name)
    try visitor.number("version", &version)
  }

  var kind: SchemaKind { SchemaKind(name: name, version: Int(version)) }
}

/// The names of the stores and kinds, by their numbers in rows.
struct RowNames: Hashable, Sendable {
  var stores: [Int64: String] = [:]
  var kinds: [Int64: SchemaKind] = [:]

  init() {}

  init(_ database: Database) throws(JournalError) {
    for row in try database.rows(of: StoreRow.self) { stores[row.id] = row.name }
    for row in try database.rows(of: KindRow.self) { kinds[row.id] = row.kind }
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

extension Database {
  /// Returns the number of a store in rows; assigns one to a new store.
  func storeID(_ name: String) throws(JournalError) -> Int64 {
    let find = try prepare("SELECT id FROM stores WHERE name = ?1")
    try find.bind(1, name)
    if try find.step() { return find.int64(0) }
    let insert = try prepare("INSERT INTO stores(name) VALUES(?1)")
    try insert.bind(1, name)
    try insert.run()
    return lastRow
  }

  /// Returns the number of a kind's version in rows; assigns one to a new kind.
  func typeID(_ name: String, version: Int) throws(JournalError) -> Int64 {
    let find = try prepare("SELECT id FROM types WHERE name = ?1 AND version = ?2")
    try find.bind(1, name)
    try find.bind(2, Int64(version))
    if try find.step() { return find.int64(0) }
    let insert = try prepare("INSERT INTO types(name, version) VALUES(?1, ?2)")
    try insert.bind(1, name)
    try insert.bind(2, Int64(version))
    try insert.run()
    return lastRow
  }
}
