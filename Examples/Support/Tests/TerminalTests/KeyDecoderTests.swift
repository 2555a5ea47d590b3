import Testing

@testable import Terminal

@Suite("The decoder of keys")
struct KeyDecoderTests {
  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.feed(text.utf8) + decoder.flush()
  }

  @Test(
    "Bytes become the keys that terminals mean by them",
    arguments: [
      ("aé漢", [.character("a"), .character("é"), .character("漢")]),
      ("👨‍👩‍👧e\u{301}", [.character("👨‍👩‍👧"), .character("e\u{301}")]),
      ("\r", [.enter]), ("\n", [.enter]), ("\r\n", [.enter, .enter]), ("\t", [.tab]),
      ("\u{7F}", [.backspace]),
      ("\u{8}", [.backspace]), ("\u{1}", [.control("a")]), ("\u{1A}", [.control("z")]),
      ("\u{3}", [.control("c")]),
      ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}\r", [.escape, .enter]),
      ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]),
      ("\u{1B}[1;5D", [.wordLeft]), ("\u{1B}[1;3C", [.wordRight]), ("\u{1B}b", [.wordLeft]),
      ("\u{1B}f", [.wordRight]),
      ("\u{1B}\u{7F}", [.control("w")]), ("\u{1B}[1;2A", [.up]),
      ("\u{1B}[H", [.home]), ("\u{1B}[1~", [.home]), ("\u{1B}[7~", [.home]), ("\u{1B}OH", [.home]),
      ("\u{1B}[F", [.end]), ("\u{1B}[4~", [.end]), ("\u{1B}[8~", [.end]), ("\u{1B}OM", [.enter]),
      ("\u{1B}[3~", [.delete]), ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]),
      ("\u{1B}[Z", [.backtab]),
    ] as [(String, [Key])])
  func decodes(text: String, expected: [Key]) {
    #expect(keys(text) == expected)
  }

  @Test(
    "What has no meaning is left out, and what follows it is not",
    arguments: [
      "\u{0}", "\u{1C}", "\u{9B}", "\u{1B}x", "\u{1B}漢", "\u{1B}[15~", "\u{1B}[[A", "\u{1B}[?1;2c",
      "\u{1B}OP",
      "\u{1B}[99999999999999999999~", "\u{1B}[;;~", "\u{1B}[201~",
    ])
  func ignores(text: String) {
    #expect(keys(text + "a") == [.character("a")])
  }

  @Test("A sequence that is broken off ends where another begins")
  func brokenOff() {
    #expect(keys("\u{1B}[1;\u{1B}[A") == [.up])
    #expect(keys("\u{1B}[1\r") == [.enter])
    #expect(keys("\u{1B}[1;") == [])
    #expect(keys("\u{1B}[12é") == [.character("é")])
  }

  @Test("Bytes that are no text are shown as such, and do no harm to what follows")
  func invalid() {
    let cases: [([UInt8], [Key])] = [
      ([0xFF], [.character("\u{FFFD}")]), ([0x80], [.character("\u{FFFD}")]),
      ([0xC0, 0x80], [.character("\u{FFFD}"), .character("\u{FFFD}")]),
      ([0xED, 0xA0, 0x80], [.character("\u{FFFD}")]), ([0xE6, 0xBC], [.character("\u{FFFD}")]),
    ]
    for (bytes, expected) in cases {
      var decoder = KeyDecoder()
      #expect(decoder.feed(bytes) + decoder.flush() == expected)
      #expect(!decoder.isWaiting)
    }
    var decoder = KeyDecoder()
    #expect(decoder.feed([0xE6, 0x61]) == [.character("\u{FFFD}"), .character("a")])
  }

  @Test("The escape byte waits until it is certain that nothing follows")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(decoder.feed([0x1B]) + decoder.feed("[A".utf8) == [.up])
  }

  @Test("A paste is one key, whatever it holds")
  func paste() {
    #expect(
      keys("a\u{1B}[200~x\r\u{1B}[A漢\u{1B}[201~b") == [
        .character("a"), .paste("x\r\u{1B}[A漢"), .character("b"),
      ])
    #expect(keys("\u{1B}[200~\u{1B}[201~a") == [.character("a")])
  }

  @Test("A paste that pauses is given in parts, and nothing of it becomes a key")
  func pausingPaste() {
    var decoder = KeyDecoder()
    #expect(decoder.feed("\u{1B}[200~ab".utf8 + [0xE6, 0xBC]) == [])
    #expect(decoder.flush() == [.paste("ab")])
    #expect(decoder.flush() == [])
    #expect(decoder.feed([0xA2] + "\r\u{1B}[20".utf8) == [])
    #expect(decoder.flush() == [.paste("漢\r")])
    #expect(decoder.feed("1~q".utf8) == [.character("q")])
  }

  @Test("In whatever parts the bytes arrive, the keys are the same", arguments: 0..<300)
  func parts(seed: UInt64) {
    var random = Seeded(seed)
    // Letters that never join with others: a part may end between two that would.
    let parts = [
      "a", "漢", "é", "\r", "\u{1B}[A", "\u{1B}[3~", "\u{1B}OF", "\u{1B}[1;5D",
      "\u{1B}[200~tea\r\u{1B}[B漢\u{1B}[201~", "\u{7F}",
      "\u{1B}[15~", "\u{1B}b",
    ]
    let bytes = Array(Samples.text(&random, parts: parts).utf8)
    var whole = KeyDecoder()
    var split = KeyDecoder()
    var keys: [Key] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...4, using: &random)
      keys += split.feed(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(keys == whole.feed(bytes))
    #expect(split == whole)
  }

  @Test("No bytes do any harm, and none wait for ever", arguments: 0..<300)
  func noise(seed: UInt64) {
    var random = Seeded(seed)
    var decoder = KeyDecoder()
    let likely: [UInt8] = [0x1B, 0x5B, 0x4F, 0x32, 0x30, 0x7E, 0xE6, 0xBC, 0xF0]
    for _ in 0..<50 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random) : likely.randomElement(using: &random) ?? 0
      }
      for key in decoder.feed(bytes) + decoder.flush() {
        if case .character(let character) = key {
          #expect(character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        }
      }
    }
    _ = decoder.feed("\u{1B}[201~".utf8) + decoder.flush()
    #expect(decoder.feed("a".utf8) == [.character("a")])
  }
}
