import Foundation
import Testing

@testable import MillraceJournal

@Suite("The journal's decoder")
struct CodingDecoderTests {
  private func decode<T: Decodable>(_ type: T.Type, _ json: String) throws -> T {
    try RecordDecoder().decode(type, from: JournalValue(json: json).cbor())
  }

  private struct Page: Decodable {
    var number: Int8
    var size: Double?
    var lines: [String]
  }

  @Test(
    "tells what was asked for, what stands there, and the path to it",
    arguments: [
      (
        #"{"number":1,"lines":["a",2]}"#, ["p", "Index 1", "lines", "Index 1"],
        "the type needs a String, but the input has a whole number"
      ),
      (#"{"number":300,"lines":[]}"#, ["p", "Index 1"], "300 is not a value of Int8"),
      (#"{"number":1.0,"lines":[]}"#, ["p", "Index 1"], "the type needs a Int8, but the input has a float"),
      (#"{"lines":[]}"#, ["p", "Index 1"], "the key `number` is missing"),
      (
        #"{"number":1,"size":"1.5","lines":[]}"#, ["p", "Index 1"],
        "the type needs a Double, but the input has a text"
      ),
      (#"{"number":1,"lines":null}"#, ["p", "Index 1", "lines"], "null"),
      (#"{"number":1,"lines":{}}"#, ["p", "Index 1", "lines"], "an object"),
      ("[]", ["p", "Index 1"], "an array"),
    ] as [(String, [String], String)])
  func errors(json: String, path: [String], reason: String) throws {
    let good = #"{"number":1,"lines":[]}"#
    do {
      _ = try decode([String: [Page]].self, #"{"a":[],"p":["# + good + "," + json + "]}")
      Issue.record("no error")
    } catch let error as DecodingError {
      let context: DecodingError.Context =
        switch error {
        case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
          .valueNotFound(_, let context):
          context
        @unknown default: .init(codingPath: [], debugDescription: "")
        }
      let found = context.codingPath.map(\.stringValue)
      #expect(found.starts(with: path), "\(found)")
      #expect(context.debugDescription.contains(reason), "\(context.debugDescription)")
    }
  }

  @Test("takes whole numbers for floats, and texts for bytes and what is no number; not the reverse")
  func lenient() throws {
    #expect(try decode([Double].self, #"[1,-2,18446744073709551615,"inf"]"#) == [1, -2, 0x1p64, .infinity])
    #expect(try decode([Float].self, #"[1,0.1,"-inf"]"#) == [1, 0.1, -.infinity])
    #expect(try decode([Double].self, #"["nan"]"#)[0].isNaN)
    #expect(try decode([UInt8].self, #""AQID""#) == [1, 2, 3])
    #expect(try decode(Data.self, #""AQID""#) == Data([1, 2, 3]))
    #expect(try decode([UInt8].self, "[1,2]") == [1, 2])
    #expect(try decode([Int].self, "[]") == [])
    #expect(throws: DecodingError.self) { try decode([Float].self, "[1e300]") }
    #expect(throws: DecodingError.self) { try decode([Double].self, #"["1"]"#) }
    #expect(throws: DecodingError.self) { try decode([Int].self, "[1.0]") }
    #expect(throws: DecodingError.self) { try decode([UInt8].self, #""AQI""#) }
    #expect(throws: DecodingError.self) { try decode([UInt8].self, "[256]") }
    #expect(throws: DecodingError.self) { try decode(Bool.self, "1") }
    #expect(throws: DecodingError.self) { try decode(String.self, "1") }
    #expect(throws: DecodingError.self) { try RecordDecoder().decode(Int.self, from: [1, 2]) }
    #expect(throws: DecodingError.self) { try RecordDecoder().decode(Int.self, from: []) }
  }

  @Test("reads items of indefinite length")
  func indefinite() throws {
    let bytes: [UInt8] = [0xBF, 0x7F, 0x61, 0x61, 0x61, 0x62, 0xFF, 0x9F, 1, 2, 0xFF, 0x61, 0x63, 0x80, 0xFF]
    #expect(try RecordDecoder().decode([String: [Int]].self, from: bytes) == ["ab": [1, 2], "c": []])
    #expect(try RecordDecoder().decode([UInt8].self, from: [0x5F, 0x41, 7, 0x42, 8, 9, 0xFF]) == [7, 8, 9])
  }

  @Test("a decoder that is kept beyond its end reads nothing")
  func kept() throws {
    var kept: (any Decoder)?
    try RecordEncoder().encode(["a": 1]).withUnsafeBytes { bytes in
      try RecordDecoder().decode(bytes) { kept = $0 }
    }
    let decoder = try #require(kept)
    #expect(throws: DecodingError.self) { try [String: Int](from: decoder) }
    #expect(decoder.codingPath.isEmpty)
  }

  @Test("the place in an array is kept when a value cannot be read")
  func retry() throws {
    try JournalValue(json: #"[null,"x",3]"#).cbor().withUnsafeBytes { bytes in
      try RecordDecoder().decode(bytes) { decoder in
        var list = try decoder.unkeyedContainer()
        #expect(list.count == 3)
        #expect(throws: DecodingError.self) { try list.decode(Int.self) }
        #expect(try list.decodeNil())
        #expect(try !list.decodeNil())
        #expect(throws: DecodingError.self) { try list.decode([Int].self) }
        #expect(try list.decode(String.self) == "x")
        #expect(try list.decode(Int?.self) == 3)
        #expect(list.isAtEnd)
        #expect(throws: DecodingError.self) { try list.decode(Int.self) }
        #expect(throws: DecodingError.self) { try list.decodeNil() }
      }
    }
  }
}
