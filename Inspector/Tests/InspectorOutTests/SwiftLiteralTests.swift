import InspectorOut
import MillraceJournal
import Testing

@Suite("Messages as Swift")
struct SwiftLiteralTests {
  @Test(
    "a case of an enum is Swift when its values have literals",
    arguments: [
      (#"{"cleared":{}}"#, ".cleared"), (#"{"added":{"_0":"Milk"}}"#, #".added("Milk")"#),
      (#"{"moved":{"from":1,"to":-2}}"#, ".moved(from: 1, to: -2)"),
      (#"{"set":{"_0":true,"by":1.5}}"#, ".set(true, by: 1.5)"),
      (#"{"found":{"_0":["a","b"]}}"#, #".found(["a", "b"])"#), (#"{"found":{"_0":[]}}"#, ".found([])"),
      (#"{"default":{"in":null}}"#, ".`default`(`in`: nil)"),
      (#"{"child":{"_0":{"added":{"_0":"x"}}}}"#, #".child(.added("x"))"#),
      (#"{"a":{"_0":"\"\\(x)\n\u202e"}}"#, #".a("\"\\(x)\n\u{202e}")"#),
      (#"{"a":{"_0":18446744073709551615}}"#, ".a(18446744073709551615)"),
    ])
  func known(json: String, swift: String) throws {
    #expect(SwiftLiteral.message(try JournalValue(json: json)) == swift)
  }

  @Test(
    "a value whose type JSON does not tell is no Swift",
    arguments: [
      #""cleared""#, "3", "null", "[]", "{}", #"{"a":1}"#, #"{"a":{},"b":{}}"#, #"{"a b":{}}"#,
      #"{"a":{"_1":1}}"#, #"{"a":{"b c":1}}"#, #"{"a":{"_0":{"title":"x"}}}"#, #"{"a":{"_0":{"x":1,"y":2}}}"#,
      #"{"a":{"_0":"6F9619FF-8B86-4D01-B42D-00CF4FC964FF"}}"#, #"{"a":{"_0":"https://example.org"}}"#,
      #"{"a":{"_0":"AAECAwQFBgcICQ=="}}"#, #"{"a":{"_0":700000000.5}}"#, #"{"é":{}}"#,
    ])
  func unknown(json: String) throws {
    #expect(SwiftLiteral.message(try JournalValue(json: json)) == nil)
  }

  @Test("a name that is known to be another than the member's says that it is no case")
  func otherName() throws {
    let value = try JournalValue(json: #"{"added":{}}"#)
    #expect(SwiftLiteral.message(value, name: "added") == ".added")
    #expect(SwiftLiteral.message(value, name: "Change") == nil)
  }

  @Test("raw literals hold any JSON")
  func raw() throws {
    let json = ##"{"a":"b\"#c"}"##
    #expect(SwiftLiteral.raw(try JournalValue(json: json)) == "##\"" + json + "\"##")
    #expect(SwiftLiteral.raw(.text("\u{85}\u{2066}")) == ##"#""\u0085\u2066""#"##)
  }
}
