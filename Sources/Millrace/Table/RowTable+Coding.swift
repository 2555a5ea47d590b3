/// The archived form of one row: `{"id": …, "row": …}`.
private enum TableEntryKey: String, CodingKey {
  case id, row
}

extension RowTable: Encodable where ID: Encodable, Row: Encodable {
  /// Writes a list of `{"id": …, "row": …}` in the table's order, whatever the types of ids and rows are.
  ///
  /// Stamps and the log belong to the process and are not written.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for (id, row) in self {
      var entry = list.nestedContainer(keyedBy: TableEntryKey.self)
      try entry.encode(id, forKey: .id)
      try entry.encode(row, forKey: .row)
    }
  }
}

extension RowTable: Decodable where ID: Decodable, Row: Decodable {
  /// Reads the form that ``encode(to:)`` writes.
  ///
  /// Throws `DecodingError.dataCorrupted` if an id occurs twice, and the decoder's errors.
  public init(from decoder: any Decoder) throws {
    self.init()
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let entry = try list.nestedContainer(keyedBy: TableEntryKey.self)
      let id = try entry.decode(ID.self, forKey: .id)
      let row = try entry.decode(Row.self, forKey: .row)
      do {
        try appendUnique(row, id: id)
      } catch {
        throw DecodingError.dataCorruptedError(forKey: .id, in: entry, debugDescription: error.description)
      }
    }
  }
}
