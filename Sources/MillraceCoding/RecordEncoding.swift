/// The location of a value in the output.
struct RecordSlot {
  let writer: RecordWriter
  let depth: Int
  let id: Int

  var path: [any CodingKey] { writer.path(to: depth) }

  /// Makes this the current location; returns false when it is already closed.
  @inline(__always)
  func reach() -> Bool { writer.reach(depth, id) }

  @inline(__always)
  func inner(_ kind: RecordWriter.Frame.Kind = .empty) -> RecordSlot {
    RecordSlot(writer: writer, depth: depth + 1, id: writer.push(kind))
  }

  @inline(__always)
  func encode<T: Encodable>(_ value: T, from start: Int, isKeyed: Bool) throws {
    if T.self == [UInt8].self, let bytes = value as? [UInt8] { return writer.buffer.byteString(bytes) }
    guard depth < JournalValue.nestingLimit else {
      throw writer.error(depth, RecordWriter.tooDeep, value: value)
    }
    if writer.isCanonical, let unordered = value as? any UnorderedEncodable {
      return writer.buffer.append(encoded: try unordered.sortedBytes(RecordEncoder.canonical))
    }
    let place = inner()
    do {
      try value.encode(to: RecordEncoding(place: place))
    } catch {
      writer.takeBack(depth, id, to: start, isKeyed: isKeyed)
      throw error
    }
    if place.reach() { writer.close(to: place.depth) }
  }
}

/// The encoder of one value.
struct RecordEncoding: Encoder {
  let place: RecordSlot

  var codingPath: [any CodingKey] { place.path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if place.reach() { place.writer.open(.keyed, at: place.depth) }
    return KeyedEncodingContainer(RecordKeyedEncoding(place: place))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if place.reach() { place.writer.open(.unkeyed, at: place.depth) }
    return RecordUnkeyedEncoding(place: place)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    RecordSingleEncoding(place: place)
  }

  /// Writes a value that is already split into parts.
  func write(_ value: JournalValue) throws {
    guard value.isNested(within: JournalValue.nestingLimit - place.depth) else {
      throw place.writer.error(place.depth, RecordWriter.tooDeep, value: value)
    }
    try RecordSingleEncoding(place: place).put { $0.write(value) }
  }
}

/// The container of a single value.
struct RecordSingleEncoding: SingleValueEncodingContainer {
  let place: RecordSlot

  var codingPath: [any CodingKey] { place.path }

  @inline(__always)
  func put(_ write: (inout ByteBuffer) -> Void) throws {
    guard place.reach() else { return }
    let writer = place.writer
    guard writer.frames[place.depth].kind == .empty else {
      throw writer.error(place.depth, "two values were encoded instead of one")
    }
    writer.frames[place.depth].kind = .single
    write(&writer.buffer)
  }

  func encodeNil() throws { try put { $0.null() } }
  func encode(_ value: Bool) throws { try put { $0.bool(value) } }
  func encode(_ value: String) throws { try put { $0.text(value) } }
  func encode(_ value: Double) throws { try put { $0.float(value) } }
  func encode(_ value: Float) throws { try put { $0.float(value) } }

  @inline(__always)
  func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) throws {
    try put { $0.integer(value) }
  }

  func encode(_ value: Int128) throws { throw RecordWriter.tooWide(value, codingPath) }
  func encode(_ value: UInt128) throws { throw RecordWriter.tooWide(value, codingPath) }

  func encode<T: Encodable>(_ value: T) throws {
    if T.self == [UInt8].self, let bytes = value as? [UInt8] { return try put { $0.byteString(bytes) } }
    if place.writer.isCanonical, let unordered = value as? any UnorderedEncodable {
      let bytes = try unordered.sortedBytes(RecordEncoder.canonical)
      return try put { $0.append(encoded: bytes) }
    }
    guard place.reach() else { return }
    try value.encode(to: RecordEncoding(place: place))
  }

}

/// The container of an object's members.
struct RecordKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let place: RecordSlot

  var codingPath: [any CodingKey] { place.path }

  /// Writes the key; returns false when the caller must not write its value.
  @inline(__always)
  private func begin(_ key: some CodingKey) -> Bool {
    guard place.reach(), place.writer.frames[place.depth].kind == .keyed else { return false }
    place.writer.key(key, at: place.depth)
    return true
  }

  @inline(__always)
  private func put(_ key: Key, _ write: (inout ByteBuffer) -> Void) {
    if begin(key) { write(&place.writer.buffer) }
  }

  func encodeNil(forKey key: Key) throws { put(key) { $0.null() } }
  func encode(_ value: Bool, forKey key: Key) throws { put(key) { $0.bool(value) } }
  func encode(_ value: String, forKey key: Key) throws { put(key) { $0.text(value) } }
  func encode(_ value: Double, forKey key: Key) throws { put(key) { $0.float(value) } }
  func encode(_ value: Float, forKey key: Key) throws { put(key) { $0.float(value) } }

  @inline(__always)
  func encode<Number: FixedWidthInteger & Encodable>(_ value: Number, forKey key: Key) throws {
    put(key) { $0.integer(value) }
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    guard place.reach() else { return }
    let start = place.writer.buffer.count
    if begin(key) { try place.encode(value, from: start, isKeyed: true) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    superEncoder(under: key).container(keyedBy: Nested.self)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    superEncoder(under: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { superEncoder(under: RecordKey.inherited) }
  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(under: key) }

  private func superEncoder(under key: some CodingKey) -> RecordEncoding {
    guard begin(key) else {
      return RecordEncoding(place: RecordSlot(writer: place.writer, depth: .max, id: 0))
    }
    return RecordEncoding(place: place.inner())
  }
}
