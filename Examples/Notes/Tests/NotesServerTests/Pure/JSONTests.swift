import Foundation
import MillraceJournal
import Testing

@testable import NotesModel
@testable import NotesServer
@testable import NotesShelf

@Suite("JSON")
struct JSONTests {
  private func read(_ text: String) throws -> JSON { try JSON.read(Array(text.utf8)) }

  @Test(
    "What is no JSON is refused, and said where and why",
    arguments: [
      ("", 0), ("\u{0}", 0), ("{", 1), ("[1,]", 3), (#"{"a":tru}"#, 5), (#"{"a":1,"a":2}"#, 7),
      (String(repeating: "[", count: 500_000), 512),
    ])
  func mistakes(text: String, offset: Int) {
    let error = #expect(throws: RequestError.self) { try read(text) }
    #expect("\(error.map { "\($0)" } ?? "")".hasPrefix("The body is not JSON: at byte \(offset), "))
  }

  @Test("Bytes that are not UTF-8, or UTF-16, are refused")
  func encodings() {
    for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0x7B, 0, 0x7D, 0]] {
      #expect(throws: RequestError.self) { try JSON.read(bytes) }
    }
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
      let bytes = JSON.bytes(item.content)
      #expect(try Item(item.kind, JSON.read(bytes), number: item.id.number) == item)
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
