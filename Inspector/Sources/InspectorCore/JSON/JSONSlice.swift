/// A value inside a checked JSON text, by its place.
///
/// Children are found by reading over their siblings; equal stretches of two values are compared as memory.
public struct JSONSlice: Sendable {
  /// The form of a value.
  public enum Form: String, Sendable {
    case object, array, text, number, bool, null
  }

  let bytes: [UInt8]
  /// The place of the value in its text.
  public let range: Range<Int>

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  /// The form of the value.
  public var form: Form {
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .text
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    default: .number
    }
  }

  /// Returns whether the value has children.
  public var isContainer: Bool { form == .object || form == .array }

  /// The value's own text of JSON.
  public var json: ArraySlice<UInt8> { bytes[range] }

  /// The children in order; none of a scalar.
  public var children: JSONChildren { JSONChildren(self) }

  /// The number of children.
  ///
  /// O(n) in the bytes.
  public var count: Int { children.reduce(0) { count, _ in count + 1 } }

  /// The first member of that name; nil if there is none.
  public subscript(key: String) -> JSONSlice? {
    guard form == .object else { return nil }
    return children.first { $0.hasKey(key) }?.value
  }

  /// The element at that place; nil if there is none.
  public subscript(index: Int) -> JSONSlice? {
    guard form == .array, index >= 0 else { return nil }
    return children.first { $0.index == index }?.value
  }

  /// Returns the value at a path; nil if there is none.
  public subscript(path: some Sequence<JSONPathStep>) -> JSONSlice? {
    var slice = self
    for step in path {
      let child =
        switch step {
        case .key(let key): slice[key]
        case .index(let index): slice[index]
        }
      guard let child else { return nil }
      slice = child
    }
    return slice
  }

  /// The text of a text, without its escapes; nil for another value.
  ///
  /// Half of a surrogate pair is replaced.
  public var text: String? {
    form == .text ? JSONText.decode(bytes[(range.lowerBound + 1)..<(range.upperBound - 1)]) : nil
  }

  /// The number of a number, as an integer that it is exactly; nil otherwise.
  public var integer: Int64? { form == .number ? Int64(String(decoding: json, as: UTF8.self)) : nil }

  /// The number of a number that is not negative; nil otherwise.
  public var unsigned: UInt64? { form == .number ? UInt64(String(decoding: json, as: UTF8.self)) : nil }

  /// The number of a number, rounded; nil otherwise.
  public var double: Double? { form == .number ? Double(String(decoding: json, as: UTF8.self)) : nil }

  /// The Boolean value; nil for another value.
  public var bool: Bool? { form == .bool ? bytes[range.lowerBound] == UInt8(ascii: "t") : nil }

  /// Compares the bytes of two values, as memory.
  public func hasSameBytes(as other: JSONSlice) -> Bool {
    guard range.count == other.range.count else { return false }
    return bytes.withUnsafeBytes { own in
      other.bytes.withUnsafeBytes { others in
        UnsafeRawBufferPointer(rebasing: own[range])
          .elementsEqualAsMemory(UnsafeRawBufferPointer(rebasing: others[other.range]))
      }
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}

/// A step of a path into a value.
public enum JSONPathStep: Hashable, Sendable {
  case key(String)
  case index(Int)

  /// Reads a path: a JSON array of names and places.
  ///
  /// Nil for anything else.
  public static func path(_ json: String) -> [JSONPathStep]? {
    guard let root = try? JSONDocument(Array(json.utf8)).root, root.form == .array else { return nil }
    var path: [JSONPathStep] = []
    for child in root.children {
      if let key = child.value.text {
        path.append(.key(key))
      } else if let index = child.value.integer.flatMap({ Int(exactly: $0) }), index >= 0 {
        path.append(.index(index))
      } else {
        return nil
      }
    }
    return path
  }
}

/// A child of an object or array.
public struct JSONChild: Sendable {
  /// The place of the name with its quotation marks; nil in an array.
  let key: Range<Int>?
  /// The number of the child in its parent, from 0.
  public let index: Int
  /// The value.
  public let value: JSONSlice

  /// The name of a member; nil for an element.
  public var name: String? {
    key.map { JSONText.decode(value.bytes[($0.lowerBound + 1)..<($0.upperBound - 1)]) }
  }

  /// The step from the parent to the child.
  public var step: JSONPathStep { name.map { .key($0) } ?? .index(index) }

  func hasKey(_ wanted: String) -> Bool {
    guard let key else { return false }
    let raw = value.bytes[(key.lowerBound + 1)..<(key.upperBound - 1)]
    if raw.contains(UInt8(ascii: "\\")) { return name.map { $0.utf8.elementsEqual(wanted.utf8) } ?? false }
    return raw.elementsEqual(wanted.utf8)
  }
}

/// The children of a value, found one after the other.
public struct JSONChildren: Sequence, IteratorProtocol, Sendable {
  private let bytes: [UInt8]
  private let isObject: Bool
  private let end: Int
  private var place: Int
  private var index = 0

  init(_ slice: JSONSlice) {
    bytes = slice.bytes
    isObject = slice.form == .object
    place = slice.range.lowerBound + 1
    end = slice.isContainer ? slice.range.upperBound - 1 : 0
  }

  /// Returns the next child.
  public mutating func next() -> JSONChild? {
    skipSpace()
    guard place < end else { return nil }
    var key: Range<Int>?
    if isObject {
      let keyEnd = JSONWalk.end(of: bytes, from: place)
      key = place..<keyEnd
      place = keyEnd
      skipSpace()
      place += 1
      skipSpace()
    }
    let start = place
    place = JSONWalk.end(of: bytes, from: start)
    defer {
      skipSpace()
      // The comma.
      place += 1
      index += 1
    }
    return JSONChild(key: key, index: index, value: JSONSlice(bytes, start..<place))
  }

  private mutating func skipSpace() {
    while place < end, JSONSlice.isSpace(bytes[place]) { place += 1 }
  }
}
