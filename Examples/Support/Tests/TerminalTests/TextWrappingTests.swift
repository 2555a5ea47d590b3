import Terminal
import Testing

@Suite("Wrapped text")
struct TextWrappingTests {
  @Test("Lines end at spaces, at line breaks, and inside words that are too long")
  func examples() {
    #expect(TextWidth.wrapped("buy bread and tea", to: 9) == ["buy bread", "and tea"])
    #expect(TextWidth.wrapped("buy bread and tea", to: 8) == ["buy", "bread", "and tea"])
    #expect(TextWidth.wrapped("one\n\ntwo", to: 9) == ["one", "", "two"])
    #expect(TextWidth.wrapped("one\r\ntwo\n", to: 9) == ["one", "two", ""])
    #expect(TextWidth.wrapped("abcdefgh", to: 3) == ["abc", "def", "gh"])
    #expect(TextWidth.wrapped("  abc def", to: 6) == ["  abc", "def"])
    #expect(TextWidth.wrapped("a     b", to: 3) == ["a", "b"])
    #expect(TextWidth.wrapped("漢字漢字", to: 5) == ["漢字", "漢字"])
    #expect(TextWidth.wrapped("", to: 5) == [""])
    #expect(TextWidth.wrapped("      ", to: 3) == [""])
  }

  @Test("No width is too small", arguments: [1, 0, -1, .min])
  func tiny(width: Int) {
    #expect(TextWidth.wrapped("a漢 b", to: width) == ["a", "漢", "b"])
  }

  @Test(
    "No line is wider than asked for, but for a single character that is; nothing is lost but spaces at breaks",
    arguments: 0..<300)
  func laws(seed: UInt64) {
    var random = Seeded(seed)
    let text = Samples.text(&random, parts: Samples.parts + ["\n"], upTo: 60)
    let width = Int.random(in: 1...20, using: &random)
    let lines = TextWidth.wrapped(text, to: width)
    for line in lines {
      let shown = line.filter { TextWidth.of($0) > 0 }
      #expect(TextWidth.of(line) <= width || shown.count == 1, "\(line.debugDescription) in \(width)")
    }
    let breaks: Set<Unicode.Scalar> = [" ", "\n", "\r"]
    let kept = Array(lines.joined().unicodeScalars.filter { !breaks.contains($0) })
    #expect(kept == Array(text.unicodeScalars.filter { !breaks.contains($0) }))
    #expect(lines.count >= text.count(where: \.isNewline) + 1)
  }
}
