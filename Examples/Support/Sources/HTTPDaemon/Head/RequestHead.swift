/// The line and headers of a request, parsed in libmicrohttpd's memory.
///
/// The library accepts input that RFC 9112 forbids: lines that end with a line feed alone, folded lines, and
/// zero bytes, after which it sees nothing. It replaces each separator byte with a zero, so the form of the
/// head can still be checked: two zeros for a line's end, one for the colon. Anything of another form is not
/// a head.
///
/// Cost: O(n), one pass.
struct RequestHead: Equatable {
  /// A Boolean value that indicates whether the request is one of HTTP/1.0.
  private(set) var isOld = false
  /// A header that may occur once.
  struct Field: Equatable {
    /// The value, the last if there are several; nil without a line.
    private(set) var value: [UInt8]?
    private(set) var lines = 0

    fileprivate mutating func note(_ value: some BidirectionalCollection<UInt8>) {
      let start = value.drop { $0 == 0x20 || $0 == 0x09 }
      let count = start.reversed().drop { $0 == 0x20 || $0 == 0x09 }.count
      self.value = Array(start.prefix(count))
      lines += 1
    }
  }

  private(set) var host = Field()
  private(set) var origin = Field()
  private(set) var length = Field()
  private(set) var encoding = Field()

  var hasBody: Bool { encoding.lines > 0 || length.value.map { !$0.allSatisfy { $0 == 0x30 } } ?? false }

  /// Parses a head; nil for a malformed one.
  ///
  /// - Parameters:
  ///   - bytes: The memory, from the method to the end of the empty line.
  ///   - target: The original target, from before the library changed it.
  ///   - names: The offsets of the header names that the library has found. Zeros in a value may look like a
  ///     line's end and another header, which the library does not know.
  init?<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, target: [UInt8], names: [Int]
  ) where Bytes.Index == Int {
    var rest = Cursor(bytes)
    var known = names.makeIterator()
    guard rest.skip(while: Self.isToken) > 0, rest.skipZeros(1), rest.skip(target.count),
      target.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), !target.isEmpty, rest.skipZeros(1),
      rest.skip("HTTP/1."), let minor = rest.next(), (0x30...0x39).contains(minor), rest.skipZeros(2)
    else { return nil }
    isOld = minor == 0x30
    while !rest.isAtEnd {
      if rest.skipZeros(2) {
        guard rest.isAtEnd, known.next() == nil else { return nil }
        return
      }
      let start = rest.place
      guard known.next() == start - bytes.startIndex, rest.skip(while: Self.isToken) > 0 else { return nil }
      let name = bytes[start..<rest.place]
      guard rest.skipZeros(1) else { return nil }
      let valueStart = rest.place
      _ = rest.skip(while: Self.isText)
      note(name, bytes[valueStart..<rest.place])
      guard rest.skipZeros(2) else { return nil }
    }
    return nil
  }

  private mutating func note<Bytes: RandomAccessCollection<UInt8>>(_ name: Bytes, _ value: Bytes) {
    switch name.count {
    case 4 where Self.isSame(name, "host"): host.note(value)
    case 6 where Self.isSame(name, "origin"): origin.note(value)
    case 14 where Self.isSame(name, "content-length"): length.note(value)
    case 17 where Self.isSame(name, "transfer-encoding"): encoding.note(value)
    default: break
    }
  }

  private static func isSame(_ name: some Collection<UInt8>, _ lowered: StaticString) -> Bool {
    let other = UnsafeBufferPointer(start: lowered.utf8Start, count: lowered.utf8CodeUnitCount)
    return name.elementsEqual(other) { $0 == $1 || $0 | 32 == $1 && $1 >= 0x61 && $1 <= 0x7A }
  }

  /// Returns whether a byte may occur in a method or in a header's name (RFC 9110, `tchar`).
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x7C, 0x7E: true
    default: false
    }
  }

  /// Returns whether a byte may occur in a header's value: no control character but the tab.
  private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }
}

/// A position in bytes that only moves forward.
private struct Cursor<Bytes: RandomAccessCollection<UInt8>> where Bytes.Index == Int {
  private let bytes: Bytes
  private(set) var place: Int

  init(_ bytes: Bytes) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  var isAtEnd: Bool { place == bytes.endIndex }

  mutating func next() -> UInt8? {
    guard !isAtEnd else { return nil }
    defer { place += 1 }
    return bytes[place]
  }

  /// Skips this many bytes; returns false when there are fewer.
  mutating func skip(_ count: Int) -> Bool {
    guard bytes.endIndex - place >= count else { return false }
    place += count
    return true
  }

  /// Skips this many zeros; returns false, and skips nothing, when there are others.
  mutating func skipZeros(_ count: Int) -> Bool {
    guard bytes.endIndex - place >= count, bytes[place..<(place + count)].allSatisfy({ $0 == 0 }) else {
      return false
    }
    place += count
    return true
  }

  mutating func skip(_ text: StaticString) -> Bool {
    let other = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes[place...].starts(with: other) else { return false }
    place += other.count
    return true
  }

  /// Skips bytes of a kind, and returns their number.
  mutating func skip(while isOne: (UInt8) -> Bool) -> Int {
    let start = place
    while place < bytes.endIndex, isOne(bytes[place]) { place += 1 }
    return place - start
  }
}
