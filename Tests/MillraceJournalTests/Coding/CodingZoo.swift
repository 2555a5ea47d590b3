import Foundation

/// Types of many kinds that a journal may be given.
enum CodingMessage: Codable, Equatable {
  case opened(page: Int, title: String)
  case rated(Double, by: String?)
  case closed
  indirect case all([CodingMessage])
}

enum CodingColour: String, Codable, CodingKeyRepresentable { case red, green }
enum CodingLevel: UInt8, Codable { case low = 1, high = 200 }

struct CodingNumbers: Codable, Equatable {
  var int8 = Int8.min
  var int16 = Int16.min
  var int32 = Int32.min
  var int64 = Int64.min
  var uint8 = UInt8.max
  var uint16 = UInt16.max
  var uint32 = UInt32.max
  var uint64 = UInt64.max
  var uint = UInt.max
  var float: Float = 0.1
  var double = 0.1
  var infinite = -Double.infinity
  var whole = 3.0
  var yes = true
}

struct CodingThings: Codable, Equatable {
  var date = Date(timeIntervalSinceReferenceDate: 12345.678)
  var data = Data([0, 1, 2, 200])
  var noData = Data()
  var bytes: [UInt8] = [9, 8, 255]
  var contiguous: ContiguousArray<UInt8> = [1, 2]
  var byteSet: Set<UInt8> = [1, 100, 200]
  var levels: [CodingLevel] = [.low, .high]
  var url = URL(string: "https://example.org/a?b=c#d")
  var id = UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")
  var decimal = Decimal(string: "3.14159")
  var byInt = [1: "a", -2: "b"]
  var byColour: [CodingColour: Int] = [.red: 1]
  var byLevel: [CodingLevel: String] = [.high: "h"]
  var optionals: [Int?] = [1, nil, 3]
  var nested: [[String: [Bool?]]] = [["x": [true, nil]], [:]]
  var maybe: Int??
  var range = 1..<5
  var empty = CodingNothing()
}

struct CodingNothing: Codable, Equatable {}

class CodingBase: Codable, Equatable {
  var name = "base"
  var messages: [CodingMessage] = [.closed]
  static func == (left: CodingBase, right: CodingBase) -> Bool { left.isSame(as: right) }
  func isSame(as other: CodingBase) -> Bool { name == other.name && messages == other.messages }
  init() {}
}

/// A class that inherits, by the way of `superEncoder`, or in one container with what it inherits.
final class CodingDerived: CodingBase {
  var count = 7
  let isShared: Bool

  enum Key: CodingKey { case isShared, count }

  init(isShared: Bool) {
    self.isShared = isShared
    super.init()
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    isShared = try container.decode(Bool.self, forKey: .isShared)
    count = try container.decode(Int.self, forKey: .count)
    try super.init(from: isShared ? decoder : container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(isShared, forKey: .isShared)
    try super.encode(to: isShared ? encoder : container.superEncoder())
    try container.encode(count, forKey: .count)
  }

  override func isSame(as other: CodingBase) -> Bool {
    guard let other = other as? CodingDerived else { return false }
    return super.isSame(as: other) && count == other.count && isShared == other.isShared
  }
}

/// Writes its containers by turns.
struct CodingBraid: Codable, Equatable {
  var left: [Int]
  var right: [Int]
  var bytes: [UInt8] = [5, 6]
  var value = 18.5

  enum Key: CodingKey { case left, right, extra, bytes, value }

  init(left: [Int], right: [Int]) {
    self.left = left
    self.right = right
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var lefts = try container.nestedUnkeyedContainer(forKey: .left)
    let nested = try container.nestedContainer(keyedBy: Key.self, forKey: .extra)
    var rights = try nested.nestedUnkeyedContainer(forKey: .right)
    (left, right) = ([], [])
    while !lefts.isAtEnd || !rights.isAtEnd {
      if !lefts.isAtEnd { left.append(try lefts.decode(Int.self)) }
      if !rights.isAtEnd { right.append(try rights.decode(Int.self)) }
    }
    bytes = try nested.decode([UInt8].self, forKey: .bytes)
    value = try container.decode(Double.self, forKey: .value)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    var lefts = container.nestedUnkeyedContainer(forKey: .left)
    var nested = container.nestedContainer(keyedBy: Key.self, forKey: .extra)
    var rights = nested.nestedUnkeyedContainer(forKey: .right)
    for index in 0..<max(left.count, right.count) {
      if index < left.count { try lefts.encode(left[index]) }
      if index < right.count { try rights.encode(right[index]) }
    }
    try container.encode(value, forKey: .value)
    try nested.encode(bytes, forKey: .bytes)
  }
}

/// Writes what a closure says.
struct CodingWrites: Encodable {
  enum Key: CodingKey { case a, b, c }
  let write: (any Encoder) throws -> Void

  init(_ write: @escaping (any Encoder) throws -> Void) { self.write = write }
  func encode(to encoder: any Encoder) throws { try write(encoder) }
}

struct CodingFails: Codable {
  struct Failure: Error {}
  init() {}
  init(from decoder: any Decoder) throws { throw Failure() }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingWrites.Key.self)
    try container.encode([1], forKey: .a)
    throw Failure()
  }
}
