/// The head of a CBOR item: its kind and its length or value.
package struct CBORHead {
  /// The major types of items, numbered as in RFC 8949.
  package enum Kind: UInt8 {
    case unsigned, negative, bytes, text, array, map, tag, simple
  }

  package let kind: Kind
  /// The low five bits of the first byte; 31 marks an item of indefinite length, or the break that ends it.
  package let info: UInt8
  /// The number, the length, or the bits of a float.
  package let argument: UInt64
  /// The offset of the item's content.
  package let next: Int

  /// True for an item of indefinite length, which a break ends.
  package var isIndefinite: Bool { info == 31 }
  /// True for the break that ends an item of indefinite length.
  package var isBreak: Bool { kind == .simple && info == 31 }
  /// True for null and undefined.
  package var isNull: Bool { kind == .simple && (info == 22 || info == 23) }

  /// The number of a float of any size; nil for any other item.
  package var float: Double? {
    guard kind == .simple else { return nil }
    switch info {
    case 25: return Self.half(UInt16(truncatingIfNeeded: argument))
    case 26: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: argument)))
    case 27: return Double(bitPattern: argument)
    default: return nil
    }
  }

  /// Converts the bits of a two-byte float.
  ///
  /// Swift's own type for it is not available on every processor.
  package static func half(_ bits: UInt16) -> Double {
    let fraction = Double(bits & 0x3FF)
    let size: Double =
      switch (bits >> 10) & 0x1F {
      case 0: fraction * 0x1p-24
      case 31: fraction == 0 ? .infinity : .nan
      case let exponent: (fraction + 1024) * Double(sign: .plus, exponent: Int(exponent) - 25, significand: 1)
      }
    return bits & 0x8000 == 0 ? size : -size
  }
}

/// Bytes that are read as CBOR from any offset, with every access checked against their end.
package struct CBORBytes {
  package let bytes: UnsafeRawBufferPointer

  package init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Reads the head at an offset; skips the tag that says that CBOR follows.
  @inline(__always)
  package func head(at offset: Int) throws(JournalCodingError) -> CBORHead {
    let head = try plainHead(at: offset)
    return head.kind == .tag ? try tagged(head, at: offset) : head
  }

  /// Returns the head behind tags; any other tag would change the meaning of the value.
  private func tagged(_ tag: CBORHead, at offset: Int) throws(JournalCodingError) -> CBORHead {
    var (head, place) = (tag, offset)
    while head.kind == .tag {
      guard head.argument == 55_799 else { throw Self.error(place, "the tag \(head.argument) is unknown") }
      place = head.next
      head = try plainHead(at: place)
    }
    return head
  }

  @inline(__always)
  private func plainHead(at offset: Int) throws(JournalCodingError) -> CBORHead {
    guard offset >= 0, offset < bytes.count else {
      throw Self.error(offset, "the input ends in the middle of a value")
    }
    let first = bytes[offset]
    let info = first & 0x1F
    guard let kind = CBORHead.Kind(rawValue: first >> 5) else {
      throw Self.error(offset, "this byte does not begin a value")
    }
    if info < 24 {
      if kind == .simple, info < 20 {
        throw Self.error(offset, "the simple value \(info) is not supported")
      }
      return CBORHead(kind: kind, info: info, argument: UInt64(info), next: offset + 1)
    }
    return try longHead(kind, info, at: offset)
  }

  private func longHead(
    _ kind: CBORHead.Kind, _ info: UInt8, at offset: Int
  ) throws(JournalCodingError) -> CBORHead {
    if info == 31 {
      guard kind.rawValue >= CBORHead.Kind.bytes.rawValue, kind != .tag else {
        throw Self.error(offset, "a number or a tag has no length")
      }
      return CBORHead(kind: kind, info: info, argument: 0, next: offset + 1)
    }
    guard info <= 27, !(kind == .simple && info == 24) else {
      throw Self.error(offset, "this byte does not begin a value")
    }
    let size = 1 << Int(info - 24)
    guard size <= bytes.count - offset - 1 else {
      throw Self.error(offset, "the input ends in the middle of a value")
    }
    var argument: UInt64 = 0
    for index in 0..<size { argument = argument << 8 | UInt64(bytes[offset + 1 + index]) }
    return CBORHead(kind: kind, info: info, argument: argument, next: offset + 1 + size)
  }

  /// Returns the length of a text, byte string, array or map of definite length, checked against the bytes
  /// left.
  @inline(__always)
  package func count(_ head: CBORHead) throws(JournalCodingError) -> Int {
    let left = head.kind == .map ? (bytes.count - head.next) / 2 : bytes.count - head.next
    guard head.argument <= UInt64(max(left, 0)) else {
      throw Self.error(head.next, "a length of \(head.argument) is more than the rest of the input")
    }
    return Int(head.argument)
  }

  package static func error(_ offset: Int, _ reason: String) -> JournalCodingError {
    JournalCodingError(format: .cbor, offset: offset, reason: reason)
  }
}

extension CBORBytes {
  @inline(__always)
  package func endOfString(_ head: CBORHead) throws(JournalCodingError) -> Int {
    if !head.isIndefinite { return head.next + (try count(head)) }
    var place = head.next
    while true {
      let chunk = try self.head(at: place)
      if chunk.isBreak { return chunk.next }
      guard chunk.kind == head.kind, !chunk.isIndefinite else {
        throw Self.error(place, "a part has another type than the whole")
      }
      place = chunk.next + (try count(chunk))
    }
  }

  package func byteString(_ head: CBORHead) throws(JournalCodingError) -> [UInt8] {
    if !head.isIndefinite { return Array(bytes[head.next..<head.next + (try count(head))]) }
    var result: [UInt8] = []
    for chunk in try chunks(head) { result += bytes[chunk.next..<chunk.next + (try count(chunk))] }
    return result
  }

  /// Reads a text string; each chunk must be valid UTF-8 by itself.
  package func textString(_ head: CBORHead) throws(JournalCodingError) -> String {
    if !head.isIndefinite { return try text(head) }
    var result = ""
    for chunk in try chunks(head) { result += try text(chunk) }
    return result
  }

  /// Returns the parts of a string of indefinite length.
  private func chunks(_ head: CBORHead) throws(JournalCodingError) -> [CBORHead] {
    var chunks: [CBORHead] = []
    var place = head.next
    let end = try endOfString(head) - 1
    while place < end {
      let chunk = try self.head(at: place)
      chunks.append(chunk)
      place = chunk.next + (try count(chunk))
    }
    return chunks
  }

  private func text(_ head: CBORHead) throws(JournalCodingError) -> String {
    let count = try count(head)
    let slice = UnsafeRawBufferPointer(rebasing: bytes[head.next..<head.next + count])
    guard let text = String(validating: slice, as: UTF8.self) else {
      throw Self.error(head.next, "the text is not valid UTF-8")
    }
    return text
  }
}
