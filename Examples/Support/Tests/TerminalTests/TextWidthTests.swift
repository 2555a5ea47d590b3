import CNcurses
import Foundation
import Testing

@testable import Terminal

@Suite("The width of text")
struct TextWidthTests {
  @Test(
    "A character takes as many columns as all terminals agree on",
    arguments: [
      ("a", 1), ("~", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("각", 2), ("\u{1100}\u{1161}\u{11A8}", 2),
      ("ｱ", 1),
      ("Ａ", 2), ("🍎", 2), ("🇫🇷", 2), ("👨‍👩‍👧", 2), ("👍🏽", 2), ("🏃‍♂️", 2), ("❤️", 1), ("1️⃣", 1), ("का", 2), ("─", 1),
      ("\u{301}", 0), ("\u{200B}", 0), ("\u{AD}", 0), ("\u{202E}", 0),
      ("\n", 1), ("\u{1B}", 1), ("\u{7F}", 1), ("\u{9B}", 1), ("\u{2028}", 1), ("\u{FFFF}", 1),
    ] as [(Character, Int)])
  func character(_ character: Character, _ width: Int) {
    #expect(TextWidth.of(character) == width)
  }

  @Test("A text takes what its characters take")
  func text() {
    #expect(TextWidth.of("") == 0)
    #expect(TextWidth.of("tea 漢字 🍎") == 11)
    #expect(TextWidth.of("tea 漢字".dropFirst(4)) == 4)
  }

  @Test("What is shown of a character holds neither control characters nor what terminals disagree on")
  func glyphs() {
    #expect(Glyph("👨‍👩‍👧").text == "👨")
    #expect(Glyph("👍🏽").text == "👍")
    #expect(Glyph("🏃‍♂️").text == "🏃")
    #expect(Glyph("❤️").text == "❤")
    #expect(Glyph("🇫🇷").text == "🇫🇷")
    #expect(Glyph("\u{1B}").text == "␛")
    #expect(Glyph("\n").text == "␊")
    #expect(Glyph("\r\n").text == "␊")
    #expect(Glyph("\u{7F}").text == "␡")
    #expect(Glyph("\u{9B}").text == "\u{FFFD}")
    #expect(Glyph("\u{301}").text == nil)
  }

  @Test("A letter keeps no more marks than fit into a cell")
  func marks() throws {
    let letter = Character("a" + String(repeating: "\u{301}", count: 5000))
    #expect(Glyph(letter).text == Character("a" + String(repeating: "\u{301}", count: 4)))
    #expect(Glyph(letter).pieces.map(\.scalars.count) == [5])
  }

  @Test("The pieces of a character stand side by side")
  func pieces() {
    #expect(Glyph("🇫🇷").pieces.map(\.column) == [0, 1])
    #expect(Glyph("漢").pieces.map(\.width) == [2])
    #expect(Glyph("e\u{301}").pieces.map(\.scalars) == [["e", "\u{301}"]])
  }

  #if os(Linux)
  @Test("Scalars are as wide as the C library counts them, by which ncurses lays out its lines")
  func agreesWithTheSystem() throws {
    // Only this thread counts by that locale meanwhile: other tests read other things by their own.
    let locale = try #require(newlocale(Int32(1) << Int32(LC_CTYPE), "C.UTF-8", nil))
    let earlier = uselocale(locale)
    defer {
      uselocale(earlier)
      freelocale(locale)
    }
    let differing = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
      // Formatting is never shown, and not every library knows the latest scalars.
      if scalar.properties.generalCategory == .format { return false }
      let counted = Int(curses_width(wchar_t(truncatingIfNeeded: scalar.value)))
      return counted >= 0 && (ScalarWidth.of(scalar) ?? counted) != counted
    }
    // Unicode itself changes its mind about a few: the library here may know another edition of it.
    #expect(differing.count <= 10, "\(differing.map { String($0.value, radix: 16) })")
  }
  #endif

  @Test("A text that fits is not clipped; otherwise an ellipsis ends it")
  func clipping() {
    #expect(TextWidth.clipped("tea", to: 3) == "tea")
    #expect(TextWidth.clipped("teas", to: 3) == "te…")
    #expect(TextWidth.clipped("漢字", to: 3) == "漢…")
    #expect(TextWidth.clipped("漢字", to: 2) == "…")
    #expect(TextWidth.clipped("teas", to: 3, ellipsis: "...") == "...")
    #expect(TextWidth.clipped("teas", to: 2, ellipsis: "...") == "")
    #expect(TextWidth.clipped("tea", to: 0) == "")
    #expect(TextWidth.clipped("", to: -1) == "")
    #expect(TextWidth.clipped("tea", to: .min) == "")
  }

  @Test("A clipped text is never wider than asked for, and begins as the text does", arguments: 0..<300)
  func clippingLaw(seed: UInt64) {
    var random = Seeded(seed)
    let text = Samples.text(&random)
    let width = Int.random(in: -1...30, using: &random)
    let clipped = TextWidth.clipped(text, to: width, ellipsis: "")
    #expect(TextWidth.of(clipped) <= max(0, width))
    #expect(text.hasPrefix(clipped) || clipped.isEmpty)
    #expect(TextWidth.of(TextWidth.clipped(text, to: width)) <= max(0, width))
    if TextWidth.of(text) <= width { #expect(clipped == text) }
  }
}
