/// The container of an array's values, or of the numbers of a byte string.
struct RecordUnkeyedDecoding: UnkeyedDecodingContainer {
  let spot: RecordCursor
  /// The offset of the next value.
  private var place: Int
  /// The numbers, when the value is a byte string.
  private let bytes: [UInt8]?
  /// The number of values, always known here.
  let count: Int?
  private(set) var currentIndex = 0

  init(spot: RecordCursor) throws {
    let head = try spot.head()
    self.spot = spot
    place = head.next
    if head.kind == .array {
      bytes = nil
      count = try spot.reader.checked(spot.path) { bytes in
        if !head.isIndefinite { return try bytes.count(head) }
        var (count, place) = (0, head.next)
        while try !bytes.head(at: place).isBreak {
          place = try bytes.end(of: place)
          count += 1
        }
        return count
      }
    } else {
      guard let bytes = try spot.byteString(head) else { throw spot.mismatch([Any].self, head) }
      self.bytes = bytes
      count = bytes.count
    }
  }

  var codingPath: [any CodingKey] { spot.path }
  var isAtEnd: Bool { currentIndex >= (count ?? 0) }

  @inline(__always)
  private func check(_ type: Any.Type) throws {
    if isAtEnd {
      throw DecodingError.valueNotFound(
        type,
        .init(
          codingPath: spot.path + [RecordKey(intValue: currentIndex)],
          debugDescription: "the array has only \(currentIndex) values"))
    }
  }

  /// Reads the next value and moves past it unless the read throws.
  @inline(__always)
  private mutating func next<T>(_ type: T.Type, _ read: (RecordCursor) throws -> T) throws -> T {
    try check(type)
    guard bytes == nil else {
      throw DecodingError.typeMismatch(
        type,
        .init(codingPath: spot.path, debugDescription: "the type needs a \(type), but the input has bytes"))
    }
    let value = try read(spot.at(place))
    place = try spot.at(place).end()
    currentIndex += 1
    return value
  }

  mutating func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T {
    guard let bytes else { return try next(type) { try $0.integer(type) } }
    try check(type)
    guard let number = T(exactly: bytes[currentIndex]) else {
      throw spot.reader.corrupted(spot.path, "the number \(bytes[currentIndex]) is not a value of \(type)")
    }
    currentIndex += 1
    return number
  }

  mutating func decodeNil() throws -> Bool {
    try check(Never?.self)
    guard bytes == nil, try spot.at(place).isNull() else { return false }
    return try next(Bool.self) { _ in true }
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type) { try $0.bool() } }
  mutating func decode(_ type: String.Type) throws -> String { try next(type) { try $0.text() } }
  mutating func decode(_ type: Double.Type) throws -> Double { try next(type) { try $0.double() } }
  mutating func decode(_ type: Float.Type) throws -> Float { try next(type) { try $0.float() } }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    if let bytes {
      // A type that reads one number, such as an enum, receives that number as a value of its own.
      try check(type)
      var buffer = ByteBuffer(capacity: 2)
      buffer.integer(Int64(bytes[currentIndex]))
      let value = try RecordDecoder().decode(buffer.bytes) { try T(from: $0) }
      currentIndex += 1
      return value
    }
    let step = RecordReader.Step(offset: place, key: nil, index: currentIndex)
    return try next(type) { part in
      try part.reader.step(step, from: part.steps) { steps in
        try RecordCursor(reader: part.reader, offset: part.offset, steps: steps).decode(type)
      }
    }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next(KeyedDecodingContainer<Nested>.self) { try RecordDecoding(spot: $0).container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next((any UnkeyedDecodingContainer).self) { try RecordUnkeyedDecoding(spot: $0) }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next((any Decoder).self) { RecordDecoding(spot: $0) }
  }
}
