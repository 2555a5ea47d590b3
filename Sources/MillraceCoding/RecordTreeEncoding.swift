/// The encoder of one node of a ``RecordTree``.
struct RecordTreeEncoding: Encoder {
  let node: RecordTree
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.open(isKeyed: true, codingPath)
    return KeyedEncodingContainer(RecordTreeKeyed(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.open(isKeyed: false, codingPath)
    return RecordTreeUnkeyed(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    RecordTreeSingle(node: node, codingPath: codingPath)
  }

  /// Writes a value that is already split into parts.
  func write(_ value: JournalValue) throws { try node.put(value, codingPath) }
}

struct RecordTreeSingle: SingleValueEncodingContainer {
  let node: RecordTree
  let codingPath: [any CodingKey]

  func encodeNil() throws { try node.put(.null, codingPath) }
  func encode(_ value: Bool) throws { try node.put(.bool(value), codingPath) }
  func encode(_ value: String) throws { try node.put(.text(value), codingPath) }
  func encode(_ value: Double) throws { try node.put(.float(value), codingPath) }
  func encode(_ value: Float) throws { try node.put(.float(Double(value)), codingPath) }

  func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) throws {
    try node.put(value < 0 ? .integer(Int64(value)) : JournalValue(UInt64(value)), codingPath)
  }

  func encode(_ value: Int128) throws { throw RecordWriter.tooWide(value, codingPath) }
  func encode(_ value: UInt128) throws { throw RecordWriter.tooWide(value, codingPath) }

  func encode<T: Encodable>(_ value: T) throws {
    if T.self == [UInt8].self, let bytes = value as? [UInt8] {
      return try node.put(.bytes(bytes), codingPath)
    }
    guard codingPath.count <= JournalValue.nestingLimit else {
      throw RecordTree.error(codingPath, RecordWriter.tooDeep)
    }
    try value.encode(to: RecordTreeEncoding(node: node, codingPath: codingPath))
  }

}

struct RecordTreeKeyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: RecordTree
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) throws { try single(key) { try $0.encodeNil() } }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try single(key) { try $0.encode(value) } }

  private func single(_ key: Key, _ write: (RecordTreeSingle) throws -> Void) throws {
    let node = node.node(key.stringValue, isNew: true)
    do {
      try write(RecordTreeSingle(node: node, codingPath: codingPath + [key]))
    } catch {
      self.node.takeBack(key.stringValue)
      throw error
    }
  }

  private func inner(_ key: any CodingKey) -> RecordTreeEncoding {
    RecordTreeEncoding(node: node.node(key.stringValue, isNew: false), codingPath: codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    inner(key).container(keyedBy: Nested.self)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    inner(key).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { inner(RecordKey.inherited) }
  func superEncoder(forKey key: Key) -> any Encoder { inner(key) }
}

struct RecordTreeUnkeyed: UnkeyedEncodingContainer {
  let node: RecordTree
  let codingPath: [any CodingKey]

  var count: Int { node.count }

  func encodeNil() throws { try RecordTreeSingle(node: inner().node, codingPath: codingPath).encodeNil() }

  func encode<T: Encodable>(_ value: T) throws {
    do {
      try RecordTreeSingle(node: inner().node, codingPath: codingPath).encode(value)
    } catch {
      node.takeBack(nil)
      throw error
    }
  }

  private func inner() -> RecordTreeEncoding {
    let path = codingPath + [RecordKey(intValue: node.count)]
    return RecordTreeEncoding(node: node.node(), codingPath: path)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    inner().container(keyedBy: Nested.self)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { inner().unkeyedContainer() }
  func superEncoder() -> any Encoder { inner() }
}
