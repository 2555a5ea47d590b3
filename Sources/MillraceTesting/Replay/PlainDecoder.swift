import Foundation

/// A decoder in which types read themselves, also those for which `JSONDecoder` has a form of its own.
///
/// A journal's encoder lets a `URL` or a `Decimal` write itself, which is another form than that of
/// `JSONEncoder`. Bytes are base64 in both.
struct PlainDecoder: Decoder {
  let base: any Decoder

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(PlainMembers(base: try base.container(keyedBy: type)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    PlainElements(base: try base.unkeyedContainer())
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    PlainValue(base: try base.singleValueContainer(), decoder: self)
  }

  /// Returns true for a type that has one form only.
  static func isSimple(_ type: Any.Type) -> Bool {
    type is any FixedWidthInteger.Type || type is any BinaryFloatingPoint.Type || type == String.self
      || type == Bool.self || type == Data.self
  }
}

private struct PlainMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<Key>

  var codingPath: [any CodingKey] { base.codingPath }
  var allKeys: [Key] { base.allKeys }

  func contains(_ key: Key) -> Bool { base.contains(key) }
  func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    // An absent member is the base's error.
    if PlainDecoder.isSimple(type) || !contains(key) { return try base.decode(type, forKey: key) }
    return try Value(from: superDecoder(forKey: key))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try superDecoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { PlainDecoder(base: try base.superDecoder()) }
  func superDecoder(forKey key: Key) throws -> any Decoder {
    PlainDecoder(base: try base.superDecoder(forKey: key))
  }
}

private struct PlainElements: UnkeyedDecodingContainer {
  var base: any UnkeyedDecodingContainer

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int? { base.count }
  var isAtEnd: Bool { base.isAtEnd }
  var currentIndex: Int { base.currentIndex }

  mutating func decodeNil() throws -> Bool { try base.decodeNil() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if PlainDecoder.isSimple(type) || isAtEnd { return try base.decode(type) }
    return try Value(from: superDecoder())
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { PlainDecoder(base: try base.superDecoder()) }
}

private struct PlainValue: SingleValueDecodingContainer {
  let base: any SingleValueDecodingContainer
  let decoder: PlainDecoder

  var codingPath: [any CodingKey] { base.codingPath }

  func decodeNil() -> Bool { base.decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    PlainDecoder.isSimple(type) ? try base.decode(type) : try Value(from: decoder)
  }
}
