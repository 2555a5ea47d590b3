/// The container of an array's values; it writes a byte string as long as all values are bytes.
struct RecordUnkeyedEncoding: UnkeyedEncodingContainer {
  let place: RecordSlot

  var codingPath: [any CodingKey] { place.path }
  var count: Int {
    place.depth < place.writer.frames.count ? place.writer.frames[place.depth].count : 0
  }

  /// Begins one more value; returns false when the caller must not write it.
  @inline(__always)
  private func begin() -> Bool {
    guard place.reach() else { return false }
    let writer = place.writer
    if writer.frames[place.depth].kind == .bytes { writer.spread(at: place.depth) }
    guard writer.frames[place.depth].kind == .unkeyed else { return false }
    writer.frames[place.depth].count += 1
    return true
  }

  @inline(__always)
  private func put(_ write: (inout ByteBuffer) -> Void) {
    if begin() { write(&place.writer.buffer) }
  }

  /// Returns whether the next bytes can go into a byte string; turns an array that began with a byte into
  /// one.
  private func beginBytes() -> Bool {
    guard place.reach() else { return false }
    let writer = place.writer
    if writer.frames[place.depth].count == 0, writer.frames[place.depth].kind == .unkeyed {
      writer.frames[place.depth].kind = .bytes
    }
    return writer.frames[place.depth].kind == .bytes
  }

  func encodeNil() throws { put { $0.null() } }
  func encode(_ value: Bool) throws { put { $0.bool(value) } }
  func encode(_ value: String) throws { put { $0.text(value) } }
  func encode(_ value: Double) throws { put { $0.float(value) } }
  func encode(_ value: Float) throws { put { $0.float(value) } }

  @inline(__always)
  func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) throws { put { $0.integer(value) } }

  func encode(_ value: UInt8) throws {
    guard beginBytes() else { return put { $0.integer(value) } }
    place.writer.buffer.append(value)
    place.writer.frames[place.depth].count += 1
  }

  /// Writes bytes; Foundation's `Data` encodes itself with this method.
  func encode<S: Sequence>(contentsOf sequence: S) throws where S.Element == UInt8 {
    let done: Void? = sequence.withContiguousStorageIfAvailable { bytes in
      guard beginBytes() else {
        for byte in bytes { put { $0.integer(byte) } }
        return
      }
      place.writer.buffer.append(UnsafeRawBufferPointer(bytes))
      place.writer.frames[place.depth].count += bytes.count
    }
    if done == nil { for byte in sequence { try encode(byte) } }
  }

  func encode<T: Encodable>(_ value: T) throws {
    guard place.reach() else { return }
    if place.writer.frames[place.depth].kind == .bytes { place.writer.spread(at: place.depth) }
    let start = place.writer.buffer.count
    if begin() { try place.encode(value, from: start, isKeyed: false) }
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    inner().container(keyedBy: Nested.self)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { inner().unkeyedContainer() }

  func superEncoder() -> any Encoder { inner() }

  private func inner() -> RecordEncoding {
    guard begin() else { return RecordEncoding(place: RecordSlot(writer: place.writer, depth: .max, id: 0)) }
    return RecordEncoding(place: place.inner())
  }
}
