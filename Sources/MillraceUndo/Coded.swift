import Millrace

/// A value of a type that may be `Codable`, written in its own form.
///
/// Only a history that is archived needs the conformance, so its lack is an error of the archive.
struct Coded<Value>: Codable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    func read<Content: Decodable>(_ type: Content.Type) throws -> Value? {
      try container.decode(type) as? Value
    }
    guard let type = Value.self as? any Decodable.Type, let value = try read(type) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(Value.self) is not Decodable"))
    }
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    func write<Content: Encodable>(_ type: Content.Type) throws -> Bool {
      guard let content = value as? Content else { return false }
      try container.encode(content)
      return true
    }
    guard let type = Value.self as? any Encodable.Type, try write(type) else {
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: encoder.codingPath,
          debugDescription:
            "\(Value.self) is not Encodable, so an undo history that contains one cannot be archived"
        ))
    }
  }
}

/// The archived form of an inverse: an object with its kind, and what that needs.
struct CodedInverse<ID: Hashable & Sendable, Row: Equatable & Sendable>: Codable {
  let inverse: TableInverse<ID, Row>

  init(_ inverse: TableInverse<ID, Row>) {
    self.inverse = inverse
  }

  private enum Key: String, CodingKey { case kind, id, row, position, ids, positions, rows }
  private enum Kind: String, Codable {
    case updated, inserted, removed, moved, reordered, removedAll, updatedAll
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func id() throws -> ID { try container.decode(Coded<ID>.self, forKey: .id).value }
    func row() throws -> Row { try container.decode(Coded<Row>.self, forKey: .row).value }
    func ids() throws -> [ID] { try container.decode([Coded<ID>].self, forKey: .ids).map(\.value) }
    func table() throws -> RowTable<ID, Row> {
      let rows = try container.decode([Coded<Row>].self, forKey: .rows).map(\.value)
      return try RowTable(uniqueIDsWithRows: zip(ids(), rows))
    }
    inverse =
      switch try container.decode(Kind.self, forKey: .kind) {
      case .updated: .updated(try id(), try row())
      case .inserted: .inserted(try id())
      case .removed:
        .removed(try id(), try row(), position: max(0, try container.decode(Int.self, forKey: .position)))
      case .moved:
        .moved(
          zip(try ids(), try container.decode([Int].self, forKey: .positions)).map {
            TablePlace(id: $0, position: max(0, $1))
          })
      case .reordered: .reordered(try ids())
      case .removedAll: .removedAll(try table())
      case .updatedAll: .updatedAll(try table())
      }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    func write(_ kind: Kind, id: ID? = nil, row: Row? = nil, ids: [ID]? = nil) throws {
      try container.encode(kind, forKey: .kind)
      if let id { try container.encode(Coded(id), forKey: .id) }
      if let row { try container.encode(Coded(row), forKey: .row) }
      if let ids { try container.encode(ids.map(Coded.init), forKey: .ids) }
    }
    switch inverse {
    case .updated(let id, let row): try write(.updated, id: id, row: row)
    case .inserted(let id): try write(.inserted, id: id)
    case .removed(let id, let row, let position):
      try write(.removed, id: id, row: row)
      try container.encode(position, forKey: .position)
    case .moved(let places):
      try write(.moved, ids: places.map(\.id))
      try container.encode(places.map(\.position), forKey: .positions)
    case .reordered(let ids): try write(.reordered, ids: ids)
    case .removedAll(let table):
      try write(.removedAll, ids: Array(table.ids))
      try container.encode(table.rows.map(Coded.init), forKey: .rows)
    case .updatedAll(let table):
      try write(.updatedAll, ids: Array(table.ids))
      try container.encode(table.rows.map(Coded.init), forKey: .rows)
    }
  }
}
