import Foundation
import Testing

@testable import MillraceCoding
@testable import MillraceJournal

@Suite("Values through the journal's coder")
struct CodingRoundTripTests {
  private func check<T: Codable & Equatable>(
    _ value: T, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = try RecordEncoder().encode(value)
    #expect(try RecordDecoder().decode(T.self, from: bytes) == value, sourceLocation: sourceLocation)
    let plain = try JournalValue(cbor: bytes)
    #expect(plain.cbor() == bytes, "written as short as can be", sourceLocation: sourceLocation)
    // What was exported as JSON and imported again is the same to the decoder.
    let imported = try JournalValue(json: plain.json())
    #expect(
      try RecordDecoder().decode(T.self, from: imported.cbor()) == value, sourceLocation: sourceLocation)
    // As a value that stands for a type that is gone.
    #expect(
      try RecordDecoder().decode(JournalValue.self, from: bytes) == plain, sourceLocation: sourceLocation)
    #expect(try RecordEncoder().encode(plain) == bytes, sourceLocation: sourceLocation)
    #expect(try RecordEncoder().encode(["in": plain]) == RecordEncoder().encode(["in": value]))
  }

  @Test("come back the same, directly and by way of JSON")
  func zoo() throws {
    try check(CodingMessage.opened(page: 3, title: "The mill"))
    try check(CodingMessage.rated(4.0, by: nil))
    try check(CodingMessage.all([.closed, .all([.rated(0.1, by: "x"), .all([])])]))
    try check(CodingNumbers())
    try check(CodingThings())
    try check(CodingBase())
    try check(CodingDerived(isShared: false))
    try check(CodingDerived(isShared: true))
    try check(CodingBraid(left: [1, 2, 3], right: Array(0..<40)))
    try check([CodingBraid(left: [], right: []), CodingBraid(left: [1], right: [2])])
  }

  @Test("come back the same when they are single, empty or many")
  func simple() throws {
    try check(5)
    try check("text")
    try check(true)
    try check(Double.pi)
    try check(Int?.none)
    try check(Int?.some(4))
    try check([Int]())
    try check([String: Int]())
    try check(CodingNothing())
    try check([UInt8](0...255))
    try check(Data(repeating: 3, count: 70_000))
    try check(Date(timeIntervalSince1970: 0))
    try check(CodingLevel.high)
    try check(Array(0..<70_000))
    try check((0..<300).map { [$0: "\($0)"] })
    try check(Dictionary(uniqueKeysWithValues: (0..<2000).map { ("key \($0)", ["\($0)": $0]) }))
    #expect(try RecordEncoder().encode(CodingNothing()) == [0xA0])
    #expect(try RecordEncoder().encode(Data([1, 2, 3])) == [0x43, 1, 2, 3])
    #expect(try RecordEncoder().encode([UInt8]([1, 2, 3])) == [0x43, 1, 2, 3])
  }

  @Test("keep every bit of a float, and what is no number")
  func floats() throws {
    for value in [
      Double.nan, Double(bitPattern: 0x7FF8_0000_0000_1234), -0.0, .infinity, .leastNonzeroMagnitude,
    ] {
      let back = try RecordDecoder().decode(Double.self, from: RecordEncoder().encode(value))
      #expect(back.bitPattern == value.bitPattern)
      let json = try JournalValue(json: JournalValue(cbor: RecordEncoder().encode([value])).json())
      let imported = try RecordDecoder().decode([Double].self, from: json.cbor())[0]
      #expect(imported == value || imported.isNaN && value.isNaN)
    }
    for value in [Float.nan, Float(bitPattern: 0x7F80_0001), -0.0, 0.1, .leastNonzeroMagnitude] {
      let back = try RecordDecoder().decode(Float.self, from: RecordEncoder().encode(value))
      #expect(back.bitPattern == value.bitPattern)
    }
  }

  @Test("have one canonical form if they are no number, and are equal to themselves")
  func notANumber() throws {
    let numbers = [Double.nan, -.nan, Double(bitPattern: 0x7FF8_0000_0000_1234)]
    let forms = try numbers.map { try RecordEncoder.canonical.encode(["x": [$0]]) }
    #expect(Set(forms).count == 1)
    #expect(try RecordEncoder.canonical.encode(-Float.nan) == RecordEncoder.canonical.encode(Double.nan))
    for number in numbers { #expect(JournalValue.array([.float(number)]) == .array([.float(number)])) }
    #expect(Set([JournalValue.float(.nan), .float(.nan), .float(1)]).count == 2)
  }

  @Test("are found in large objects in any order, and those that are missing too")
  func largeObjects() throws {
    let count = 3000
    let object = Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", [$0]) })
    try RecordEncoder().encode(object).withUnsafeBytes { bytes in
      try RecordDecoder().decode(bytes) { decoder in
        let container = try decoder.container(keyedBy: RecordKey.self)
        for index in (0..<count).reversed() {
          #expect(try container.decode([Int].self, forKey: RecordKey(stringValue: "\(index)")) == [index])
          #expect(!container.contains(RecordKey(stringValue: "no \(index)")))
        }
        #expect(container.allKeys.count == count)
      }
    }
  }

  @Test("JournalValue goes through Foundation's coder")
  func foundation() throws {
    let value = try JournalValue(json: #"{"a":[1,-2,18446744073709551615,1.5,"x",null,true],"b":{"c":{}}}"#)
    let back = try JSONDecoder().decode(JournalValue.self, from: JSONEncoder().encode(value))
    #expect(back["a"] == value["a"])
    #expect(back["b"] == value["b"])
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let texts = JournalValue.array([.text("nan"), .text("-inf"), .float(1.5)])
    #expect(try decoder.decode(JournalValue.self, from: JSONEncoder().encode(texts)) == texts)
    let odd = JournalValue.array([.float(.nan), .bytes([1, 2, 3])])
    #expect(String(decoding: try JSONEncoder().encode(odd), as: UTF8.self) == odd.json())
  }
}
