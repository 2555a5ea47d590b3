import Testing

@testable import MillraceCoding
@testable import MillraceJournal

@Suite("JSON")
struct CodingJSONTests {
  @Test(
    "is stable from text to value to text",
    arguments: [
      "null", "true", "[]", "{}", "0", "-9223372036854775808", "18446744073709551615", "1.0", "-0.0", "1e+20",
      "5e-324", #""\u0000\u001f\u007f ""#,
      #"{"b":1,"a":[1,{"c":"x"}]}"#, #""\"\\\n\r\t\u0001é𐍈/""#, #"["",[[]]]"#,
    ])
  func stable(json: String) throws {
    #expect(try JournalValue(json: json).json() == json)
  }

  @Test("reads all that the grammar allows")
  func reads() throws {
    #expect(try JournalValue(json: " [ 1 ,\t2\n]\r ") == .array([.integer(1), .integer(2)]))
    #expect(try JournalValue(json: #""\u00e9\uD800\uDF48\/\b\f""#) == .text("é𐍈/\u{8}\u{C}"))
    #expect(try JournalValue(json: "1E2") == .float(100))
    #expect(try JournalValue(json: "-0") == .integer(0))
    #expect(try JournalValue(json: "1e-999") == .float(0))
  }

  @Test(
    "refuses what is no JSON, and says where and why",
    arguments: [
      ("", 0, "ends before"), ("[1", 2, "a comma or the end of the array"),
      ("[1,]", 3, "does not begin a value"),
      (#"{"a":1,}"#, 7, "a key in quotation marks"), (#"{"a" 1}"#, 5, "colon"),
      ("{1:2}", 1, "a key in quotation marks"),
      (#"{"a":1,"a":2}"#, 7, "occurs twice"), ("01", 1, "cannot continue"), ("1.", 2, "a digit"),
      ("-", 1, "a digit"),
      ("+1", 0, "does not begin a value"), (".5", 0, "does not begin a value"), ("1e400", 0, "greater than"),
      ("NaN", 0, "does not begin a value"),
      ("nul", 0, "does not begin a value"),
      ("18446744073709551616", 0, "the integer is not between"),
      ("-9223372036854775809", 0, "the integer is not between"),
      ("1 2", 2, "after the end"), ("\"\u{1}\"", 1, "control character"),
      (#""\x""#, 1, "escape sequence is unknown"),
      (#""\uD800""#, 1, "surrogate"), (#""\uDC00x""#, 1, "surrogate"),
      (#""\u12""#, 5, "hexadecimal"),
      (#""abc"#, 4, "quotation mark"), ("[1 2]", 3, "a comma"), ("]", 0, "does not begin a value"),
      ("1.5.5", 3, "cannot continue"),
      (#"{"a"}"#, 4, "colon"), (#"{"a":}"#, 5, "does not begin a value"),
      ("\u{FEFF}1", 0, "does not begin a value"),
    ])
  func refuses(json: String, offset: Int, reason: String) throws {
    let error = #expect(throws: JournalCodingError.self) { try JournalValue(json: json) }
    #expect(error?.offset == offset, "\(error?.description ?? "")")
    #expect(error?.description.hasPrefix("The JSON cannot be read at byte \(offset): ") == true)
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test("refuses texts that are no UTF-8")
  func invalidUTF8() {
    for bytes: [UInt8] in [
      [0x22, 0xFF, 0x22], [0x22, 0x5C, 0x6E, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
    ] {
      #expect(throws: JournalCodingError.self) { try JournalValue(json: bytes) }
    }
  }

  @Test("nests as deep as the limit and no deeper")
  func nesting() throws {
    for (count, isFine) in [(512, true), (513, false), (100_000, false)] {
      let json = String(repeating: "[", count: count) + String(repeating: "]", count: count)
      #expect(((try? JournalValue(json: json)) != nil) == isFine)
    }
  }

  @Test("is laid out in lines when asked")
  func pretty() throws {
    let value = try JournalValue(json: #"{"a":[1,{}],"b":[],"c":{"d":null}}"#)
    #expect(
      value.json(pretty: true) == """
        {
          "a": [
            1,
            {}
          ],
          "b": [],
          "c": {
            "d": null
          }
        }
        """)
    #expect(try JournalValue(json: value.json(pretty: true)) == value)
  }

  @Test("has bytes as texts in base64, of which there is one for each row of bytes")
  func base64() {
    let cases: [([UInt8], String)] = [
      ([], ""), ([0], "AA=="), ([0, 255], "AP8="), ([1, 2, 3], "AQID"), ([251, 255, 254, 1], "+//+AQ=="),
    ]
    for (bytes, text) in cases {
      #expect(JournalValue.bytes(bytes).json() == "\"\(text)\"")
      #expect(Base64.bytes(text) == bytes)
    }
    for text in ["A", "AA", "AAA", "AB==", "AAB=", "A===", "====", "AA=A", "AA==AAAA", "A-__", "AAAA="] {
      #expect(Base64.bytes(text) == nil, "\(text)")
    }
  }
}
