import Millrace
import MillraceSQLite

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
    try database.each(StoreRow.self) { stores[$0.id] = $0.name }
    try database.each(KindRow.self) { kinds[$0.id] = $0.kind }
  }

  /// The numbers of the stores, in the order of their registration.
  var storeOrder: [Int64] { stores.keys.sorted() }
  /// The numbers of the kinds, in the order of their registration.
  var kindOrder: [Int64] { kinds.keys.sorted() }
}

extension Database {
  /// Returns the number of a store in rows; assigns one to a new store.
  func storeID(_ name: String) throws(JournalError) -> Int64 {
    if let id = try integer("SELECT id FROM stores WHERE name = ?1", name) { return id }
    try run("INSERT INTO stores(name) VALUES(?1)", name)
    return lastRow
  }

  /// Returns the number of a kind's version in rows; assigns one to a new kind.
  func typeID(_ name: String, version: Int) throws(JournalError) -> Int64 {
    let version = Int64(version)
    if let id = try integer("SELECT id FROM types WHERE name = ?1 AND version = ?2", name, version) {
      return id
    }
    try run("INSERT INTO types(name, version) VALUES(?1, ?2)", name, version)
    return lastRow
  }
}
