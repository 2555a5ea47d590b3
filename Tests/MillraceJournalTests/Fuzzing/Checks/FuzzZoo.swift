import Foundation

/// Types as an application may have them.
///
/// What is encoded of them has no order but that of its keys.
struct FuzzZoo: Codable {
  var message: FuzzMessage?
  var numbers: FuzzNumbers?
  var things: FuzzThings?
  var tree: FuzzTree?
}

enum FuzzMessage: Codable {
  case opened(page: Int, title: String)
  case rated(Double, by: String?)
  case closed
  indirect case all([FuzzMessage])
}

enum FuzzColour: String, Codable, CodingKeyRepresentable { case red, green }

struct FuzzNumbers: Codable {
  var small: Int8?
  var whole: Int?
  var large: UInt64?
  var short: Float?
  var long: Double?
  var yes: Bool?
}

struct FuzzThings: Codable {
  var data: Data?
  var bytes: [UInt8]?
  var date: Date?
  var id: UUID?
  var texts: [String: Int?]?
  var places: [Int: String]?
  var colours: [FuzzColour: FuzzColour]?
  var rows: [[[Int?]]]?
  var twice: Int??
}

final class FuzzTree: Codable {
  var name: String?
  var parts: [FuzzTree]?
  var next: FuzzTree?
}

/// A class whose parent is in a container of its own, and which reads row by row.
class FuzzParent: Codable {
  var title: String
}

final class FuzzChild: FuzzParent {
  var pairs: [[Int]]

  enum Key: CodingKey { case pairs }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var rows = try container.nestedUnkeyedContainer(forKey: .pairs)
    pairs = []
    while !rows.isAtEnd {
      if try rows.decodeNil() { continue }
      var row = try rows.nestedUnkeyedContainer()
      var pair: [Int] = []
      while !row.isAtEnd { pair.append(try row.decode(Int.self)) }
      pairs.append(pair)
    }
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(pairs, forKey: .pairs)
    try super.encode(to: container.superEncoder())
  }
}
