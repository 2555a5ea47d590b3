import Millrace

/// The members of a line's object, each as CBOR, which the caller takes out one by one.
struct LineMembers {
  /// All names of members of lines.
  private static let known: Set<ExactText> = Set(
    (LineNames.of(TurnRow.self) + LineNames.of(EventRow.self) + LineNames.of(SnapshotRow.self)
      + LineNames.of(TaskRow.self) + LineNames.of(GapRow.self) + LineNames.of(ExportEnd.self)
      + ExportHeader.members).map(ExactText.init))

  private var members: [ExactText: [UInt8]] = [:]

  init() {}

  /// Reads the object of a line; memory holds only its values in CBOR.
  ///
  /// - Parameters:
  ///   - source: The line.
  ///   - limit: The maximum size of a value, in bytes.
  init(_ source: ByteSource, limit: Int) throws(RowFlaw) {
    var reading = JSONReading(source, limit: limit)
    do throws(JournalCodingError) {
      try reading.beginObject()
      while let key = try reading.nextKey(isFirst: members.isEmpty, keyLimit: 100) {
        guard Self.known.contains(ExactText(key)) else { throw Self.unknown(key) }
        guard members[ExactText(key)] == nil else {
          throw JournalCodingError(
            format: .json, offset: source.offset, reason: "the key `\(key)` occurs twice")
        }
        try reading.value()
        members[ExactText(key)] = reading.take()
      }
      try reading.end()
    } catch {
      throw RowFlaw(error.offset < 0 ? error.reason : "\(error.reason), at byte \(error.offset)")
    }
  }

  private static func unknown(_ key: String) -> JournalCodingError {
    JournalCodingError(format: .json, offset: -1, reason: "the key `\(key)` is unknown")
  }

  /// Reads an object that is a value of a line.
  init(_ bytes: [UInt8], _ what: String) throws(RowFlaw) {
    let members = bytes.withUnsafeBytes { Self.members(CBORBytes(bytes: $0)) }
    guard let members else { throw RowFlaw("\(what) is not an object") }
    self.members = members
  }

  private static func members(_ bytes: CBORBytes) -> [ExactText: [UInt8]]? {
    // These bytes were just written, with definite lengths only.
    guard let head = try? bytes.head(at: 0), head.kind == .map else { return nil }
    var members: [ExactText: [UInt8]] = [:]
    var place = head.next
    for _ in 0..<Int(clamping: head.argument) {
      guard let keyHead = try? bytes.head(at: place), let key = try? bytes.textString(keyHead),
        let start = try? bytes.endOfString(keyHead), let end = try? bytes.end(of: start)
      else { return nil }
      members[ExactText(key)] = Array(bytes.bytes[start..<end])
      if members.count > known.count { return members }
      place = end
    }
    return members
  }

  func has(_ key: String) -> Bool { members[ExactText(key)] != nil }

  mutating func value(_ key: String) throws(RowFlaw) -> [UInt8] {
    guard let value = optional(key) else { throw RowFlaw("`\(key)` is missing") }
    return value
  }

  mutating func optional(_ key: String) -> [UInt8]? { members.removeValue(forKey: ExactText(key)) }

  mutating func text(_ key: String) throws(RowFlaw) -> String {
    guard let text = Self.text(try value(key)) else { throw RowFlaw("`\(key)` is not a text") }
    return text
  }

  mutating func integer(_ key: String) throws(RowFlaw) -> Int64 {
    guard case .integer(let number)? = Self.small(try value(key)) else {
      throw RowFlaw("`\(key)` is not an integer")
    }
    return number
  }

  mutating func bool(_ key: String) throws(RowFlaw) -> Bool? {
    guard let value = optional(key) else { return nil }
    guard case .bool(let isTrue)? = Self.small(value) else {
      throw RowFlaw("`\(key)` is neither true nor false")
    }
    return isTrue
  }

  /// Takes an integer of at least `least`.
  mutating func count(_ key: String, from least: Int64 = 0) throws(RowFlaw) -> Int64 {
    let number = try integer(key)
    guard number >= least else { throw RowFlaw("`\(key)` is \(number), but must not be less than \(least)") }
    return number
  }

  /// Throws if members are left, which would be lost.
  func end() throws(RowFlaw) {
    if let key = members.keys.map(\.text).min() { throw RowFlaw("the key `\(key)` is unknown") }
  }

  /// Returns the text in the bytes; nil when they contain something else.
  static func text(_ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBytes { bytes in
      let bytes = CBORBytes(bytes: bytes)
      guard let head = try? bytes.head(at: 0), head.kind == .text else { return nil }
      return try? bytes.textString(head)
    }
  }

  /// Returns a scalar of a few bytes; nil for other values, which are not decoded.
  private static func small(_ bytes: [UInt8]) -> JournalValue? {
    bytes.count <= 16 ? try? JournalValue(cbor: bytes) : nil
  }
}
