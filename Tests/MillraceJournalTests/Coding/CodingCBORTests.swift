import Testing

@testable import MillraceJournal

@Suite("CBOR")
struct CodingCBORTests {
  @Test(
    "reads the examples of RFC 8949",
    arguments: [
      ("00", "0"), ("1818", "24"), ("1903e8", "1000"), ("1bffffffffffffffff", "18446744073709551615"),
      ("20", "-1"), ("3903e7", "-1000"), ("f93c00", "1.0"), ("f90001", "5.960464477539063e-08"),
      ("f90400", "6.103515625e-05"), ("f97bff", "65504.0"), ("f9c400", "-4.0"), ("f98000", "-0.0"),
      ("f97c00", #""inf""#), ("f97e00", #""nan""#), ("f9fc00", #""-inf""#), ("fa47c35000", "100000.0"),
      ("fb3ff199999999999a", "1.1"), ("f4", "false"), ("f5", "true"), ("f6", "null"), ("f7", "null"),
      ("4401020304", #""AQIDBA==""#), ("62c3bc", #""ü""#),
      ("83010203", "[1,2,3]"), ("a26161016162820203", #"{"a":1,"b":[2,3]}"#),
      ("5f42010243030405ff", #""AQIDBAU=""#), ("7f657374726561646d696e67ff", #""streaming""#), ("9fff", "[]"),
      ("9f018202039f0405ffff", "[1,[2,3],[4,5]]"), ("bf61610161629f0203ffff", #"{"a":1,"b":[2,3]}"#),
    ])
  func examples(hex: String, json: String) throws {
    #expect(try JournalValue(cbor: bytes(hex)).json() == json)
    #expect(try RecordDecoder().decode(JournalValue.self, from: bytes(hex)).json() == json)
  }

  @Test(
    "refuses what is no whole value, and says where and why",
    arguments: [
      ("", 0, "the input ends in the middle"), ("18", 0, "the input ends in the middle"),
      ("0000", 1, "after the end"),
      ("8201", 1, "more than the rest of the input"), ("820118", 2, "the input ends in the middle"),
      ("9bffffffffffffffff", 9, "more than the rest of the input"),
      ("5a7fffffff00", 5, "more than the rest of the input"), ("ff", 0, "the end of a value"),
      ("bf6161ff", 3, "the end of a value"),
      ("61ff", 1, "UTF-8"), ("a10102", 1, "a key is not a text"), ("a2616101616102", 4, "occurs twice"),
      ("3bffffffffffffffff", 0, "less than"), ("1c", 0, "this byte does not begin a value"),
      ("1f", 0, "has no length"),
      ("f800", 0, "this byte does not begin a value"), ("e0", 0, "not supported"),
      ("5f6161ff", 1, "another type"),
      ("d9d9f7", 3, "in the middle"), ("c11a514b67b0", 0, "the tag 1 is unknown"),
      ("a161", 1, "more than the rest of the input"),
    ])
  func refuses(hex: String, offset: Int, reason: String) throws {
    let error = #expect(throws: JournalCodingError.self) { try JournalValue(cbor: bytes(hex)) }
    #expect(error?.offset == offset, "\(error?.description ?? "")")
    #expect(error?.description.hasPrefix("The CBOR cannot be read at byte \(offset): ") == true)
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test("nests as deep as the limit and no deeper, in a small stack")
  func nesting() throws {
    for (count, isFine) in [(512, true), (513, false), (100_000, false)] {
      for opening: [UInt8] in [[0x81], [0x9F], [0xA1, 0x60]] {
        let ends = [UInt8](repeating: 0xFF, count: opening[0] == 0x9F ? count : 0)
        let bytes = Array(repeatElement(opening, count: count).joined()) + [0] + ends
        #expect((try? JournalValue(cbor: bytes)) != nil ? isFine : !isFine)
        #expect((try? RecordDecoder().decode(JournalValue.self, from: bytes)) != nil ? isFine : !isFine)
      }
    }
    let tags = Array(repeatElement([0xD9, 0xD9, 0xF7] as [UInt8], count: 100_000).joined()) + [5]
    #expect(try JournalValue(cbor: tags) == .integer(5))
  }

  @Test("refuses a tag, which would change the meaning of a value, wherever it stands")
  func tags() throws {
    // A date as text, a bignum, a decimal fraction, an expected conversion, and one that nothing defines.
    for (tag, number) in [([0xC0], 0), ([0xC2], 2), ([0xC4], 4), ([0xD5], 21), ([0xD9, 0x12, 0x34], 4660)]
      as [([UInt8], Int)]
    {
      for (front, back) in [
        ([], [0x05]), ([0x82, 0x01], [0x42, 1, 2]), ([0xA1, 0x61, 0x61], [0x05]),
        ([0xA1], [0x61, 0x61, 0x05]),
      ]
        as [([UInt8], [UInt8])]
      {
        let error = #expect(throws: JournalCodingError.self) { try JournalValue(cbor: front + tag + back) }
        #expect(error?.reason == "the tag \(number) is unknown" && error?.offset == front.count)
        #expect(throws: (any Error).self) {
          try RecordDecoder().decode(JournalValue.self, from: front + tag + back)
        }
      }
    }
  }

  @Test("writes as little as is exact")
  func shortest() {
    let cases: [(JournalValue, String)] = [
      (.integer(23), "17"), (.integer(24), "1818"), (.integer(-500), "3901f3"),
      (.integer(65536), "1a00010000"),
      (.integer(.min), "3b7fffffffffffffff"), (.unsigned(.max), "1bffffffffffffffff"),
      (.float(1.5), "fa3fc00000"),
      (.float(1.1), "fb3ff199999999999a"), (.float(-0.0), "fa80000000"), (.text("ü"), "62c3bc"),
      (.bytes([1]), "4101"),
      (.array([.null, .bool(true)]), "82f6f5"), (.object([.init(key: "a", value: .bool(false))]), "a16161f4"),
    ]
    for (value, hex) in cases { #expect(value.cbor() == bytes(hex), "\(value)") }
  }

  private func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.utf8.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
  }
}
