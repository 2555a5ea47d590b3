/// The decoder of one value.
struct RecordDecoding: Decoder {
  let spot: RecordCursor

  var codingPath: [any CodingKey] { spot.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let head = try spot.head()
    guard head.kind == .map else { throw spot.mismatch([String: Any].self, head) }
    return KeyedDecodingContainer(RecordKeyedDecoding(spot: spot, head: head))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try RecordUnkeyedDecoding(spot: spot) }

  func singleValueContainer() -> any SingleValueDecodingContainer { RecordSingleDecoding(spot: spot) }
}

struct RecordSingleDecoding: SingleValueDecodingContainer {
  let spot: RecordCursor

  var codingPath: [any CodingKey] { spot.path }

  func decodeNil() -> Bool { (try? spot.isNull()) ?? false }
  func decode(_ type: Bool.Type) throws -> Bool { try spot.bool() }
  func decode(_ type: String.Type) throws -> String { try spot.text() }
  func decode(_ type: Double.Type) throws -> Double { try spot.double() }
  func decode(_ type: Float.Type) throws -> Float { try spot.float() }
  @inline(__always)
  func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
    try spot.integer(type)
  }
  func decode(_ type: Int128.Type) throws -> Int128 { try spot.integer(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try spot.integer(type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try spot.decode(type) }
}

struct RecordKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let spot: RecordCursor
  let head: CBORHead

  var codingPath: [any CodingKey] { spot.path }

  var allKeys: [Key] {
    var keys: [Key] = []
    // The object is known to be complete. A key that is invalid UTF-8 ends the list; a request for it throws.
    try? spot.reader.eachKey(head) { text, _ in
      if let key = Key(stringValue: text) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool {
    (try? spot.reader.find(key.stringValue, in: spot.offset, head)) != nil
  }

  @inline(__always)
  private func found(_ key: some CodingKey) throws -> (value: Int, key: Int) {
    let found = try spot.reader.checked(spot.path) { _ in
      try spot.reader.find(key.stringValue, in: spot.offset, head)
    }
    guard let found else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: spot.path, debugDescription: "the key `\(key.stringValue)` is missing"))
    }
    return found
  }

  @inline(__always)
  private func value(_ key: some CodingKey) throws -> RecordCursor { spot.at(try found(key).value) }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).bool() }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).text() }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).double() }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(key).float() }
  @inline(__always)
  func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type, forKey key: Key) throws -> Number {
    try value(key).integer(type)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let (value, keyPlace) = try found(key)
    return try spot.reader.step(.init(offset: value, key: keyPlace, index: 0), from: spot.steps) { steps in
      try RecordCursor(reader: spot.reader, offset: value, steps: steps).decode(type)
    }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try RecordDecoding(spot: value(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try RecordUnkeyedDecoding(spot: value(key))
  }

  func superDecoder() throws -> any Decoder { RecordDecoding(spot: try value(RecordKey.inherited)) }
  func superDecoder(forKey key: Key) throws -> any Decoder { RecordDecoding(spot: try value(key)) }
}
