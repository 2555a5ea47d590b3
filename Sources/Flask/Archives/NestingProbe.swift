import Foundation
import Millrace

/// An encoder that keeps nothing, and throws when a value is nested too deeply to be archived.
///
/// `JSONEncoder` recurses as deep as the value, and would overflow the stack.
struct NestingProbe: Encoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private let depth: Int

  private init(depth: Int) {
    self.depth = depth
  }

  /// Throws if arrays and objects in the JSON form of a value are nested more than ``JSONNesting/deepest``
  /// deep.
  static func check(_ value: some Encodable) throws {
    try value.encode(to: NestingProbe(depth: 0))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed(probe: deeper))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed(probe: deeper) }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(probe: self) }

  private var deeper: NestingProbe { NestingProbe(depth: depth + 1) }

  /// The types that JSON has a text for, and whose own encoding would come back here.
  private static let leaves = Set(
    [
      Bool.self, String.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self,
      Int64.self,
      Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self, Data.self,
      Date.self, Decimal.self, URL.self,
    ].map { (type: Any.Type) in ObjectIdentifier(type) })

  fileprivate func visit<Value: Encodable>(_ value: Value) throws {
    if Self.leaves.contains(ObjectIdentifier(Value.self)) { return }
    if depth > JSONNesting.deepest || StackRoom.isShort { throw JSONNesting.TooDeep() }
    try value.encode(to: self)
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let codingPath: [any CodingKey] = []
    let probe: NestingProbe

    func encodeNil(forKey key: Key) {}
    func encode(_ value: some Encodable, forKey key: Key) throws { try probe.visit(value) }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { probe.container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { probe.unkeyedContainer() }
    func superEncoder() -> any Encoder { probe }
    func superEncoder(forKey key: Key) -> any Encoder { probe }
  }

  private struct Unkeyed: UnkeyedEncodingContainer {
    let codingPath: [any CodingKey] = []
    private(set) var count = 0
    let probe: NestingProbe

    init(probe: NestingProbe) {
      self.probe = probe
    }

    mutating func encodeNil() { count += 1 }

    mutating func encode(_ value: some Encodable) throws {
      count += 1
      try probe.visit(value)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      count += 1
      return probe.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      count += 1
      return probe.unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
      count += 1
      return probe
    }
  }

  private struct Single: SingleValueEncodingContainer {
    let codingPath: [any CodingKey] = []
    let probe: NestingProbe

    func encodeNil() {}
    func encode(_ value: some Encodable) throws { try probe.visit(value) }
  }
}
