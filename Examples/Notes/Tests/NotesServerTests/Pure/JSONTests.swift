import Foundation
import NotesModel
import Testing

@testable import NotesServer

@Suite("JSON")
struct JSONTests {
  private func read(_ text: String) throws -> JSONValue { try JSONValue.read(Array(text.utf8)) }

  @Test("Every kind of value is read as what it is")
  func values() throws {
    #expect(
      try read(#"{"a":[null,true,1,1.5,"x\n",{}]}"#)
        == .object(["a": .list([.null, .bool(true), .integer(1), .number(1.5), .text("x\n"), .object([:])])]))
    #expect(try read("1e3") == .integer(1000))
    #expect(try read("9223372036854775808") == .number(9_223_372_036_854_775_808))
  }

  @Test(
    "What is no JSON is refused, and said why",
    arguments: [
      ("", "it is empty"), ("\u{0}", "it contains zero bytes"),
      ("{", "it has a syntax error, or a number that is too large"),
      ("[1,]x", "it has a syntax error, or a number that is too large"),
      ("[1e999]", "it has a syntax error, or a number that is too large"),
      (#"{"a":tru}"#, "it has a syntax error, or a number that is too large"),
      (
        String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
        "it is nested more than 64 levels deep"
      ),
      (String(repeating: "[", count: 500_000), "it is nested more than 64 levels deep"),
    ])
  func mistakes(text: String, reason: String) {
    #expect(throws: RequestError.notJSON(reason: reason)) { try read(text) }
  }

  @Test("Bytes that are not UTF-8, or UTF-16, are refused")
  func encodings() {
    #expect(throws: RequestError.notJSON(reason: "it is not UTF-8")) {
      try JSONValue.read([0x22, 0xFF, 0x22])
    }
    #expect(throws: RequestError.notJSON(reason: "it contains zero bytes")) {
      try JSONValue.read([0x7B, 0, 0x7D, 0])
    }
  }

  @Test("Brackets in texts are no nesting")
  func nesting() {
    #expect(JSONValue.nesting(of: Array(#"["[[[", "\"[[", "\\", [1]]"#.utf8)) == 2)
  }

  @Test(
    "A merge patch does what RFC 7396 says",
    arguments: [
      (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
      (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
      (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
      (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
      (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
      (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"),
      (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
      (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#), ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
      ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
  func patches(original: String, patch: String, result: String) throws {
    #expect(try read(original).merged(with: read(patch)) == read(result))
  }

  @Test("What is written of an item, whatever is in its texts, is read as the same item")
  func items() throws {
    var random = SeededRandom(7)
    for _ in 0..<300 {
      let item = try #require(
        [note(1, text(&random), body: text(&random)), Self.user(&random)].randomElement(using: &random))
      let bytes = JSONWriter.json(item)
      #expect(try ItemReader.item(item.kind, JSONValue.read(bytes), number: item.id.number) == item)
      #expect(try ItemReader.item(item.kind, JSONValue(item), number: item.id.number) == item)
    }
  }

  private func text(_ random: inout SeededRandom) -> String { Self.text(&random) }

  private static func text(_ random: inout SeededRandom) -> String {
    let letters = Array("aÄ\"\\/\u{1}\u{7F}\t é𝄞'<>&\u{2028}👩‍👧") + ["\r"]
    let text = String((0..<random.below(30)).map { _ in letters[random.below(letters.count)] })
    return text.filter { !$0.isNewline }
  }

  private static func user(_ random: inout SeededRandom) -> Item {
    var user = User(id: 3, name: text(&random), username: text(&random), email: text(&random))
    if random.isOneIn(2) { user.phone = text(&random) }
    if random.isOneIn(2) {
      user.company = User.Company(name: text(&random), catchPhrase: text(&random), bs: "")
    }
    if random.isOneIn(2) {
      user.address = User.Address(street: text(&random), suite: "", city: text(&random), zipcode: "")
      if random.isOneIn(2) { user.address?.geo = User.Place(lat: text(&random), lng: "2") }
    }
    return .user(user)
  }
}
