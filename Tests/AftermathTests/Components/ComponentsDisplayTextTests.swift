import Millrace
import MillraceSupport
import Testing

@testable import AftermathComponents

@Suite("Text for a terminal")
struct ComponentsDisplayTextTests {
  @Test(
    "a text takes the columns that a terminal gives it",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
      ("👍", 2), ("👨‍👩‍👧", 2), ("🇫🇷", 2), ("❤\u{FE0F}", 2), ("❤", 1), ("Ａ", 2), ("…", 1), ("👍🏽", 2),
      // Marks that stand beside their letter are added up, those above and below it are not.
      ("हि", 2), ("क्षा", 3), ("नमस्ते", 4), ("தமிழ்", 4), ("বাংলা", 5), ("น้ำ", 2), ("ภาษาไทย", 7),
      ("\u{1100}\u{1161}\u{11A8}", 2), ("\u{D7B0}", 0), ("\u{1AFF0}", 2), ("\u{17000}", 2),
    ])
  func width(_ text: String, _ columns: Int) {
    #expect(TextWidth.of(text) == columns)
  }

  @Test(
    "a text that is too wide is cut with a sign, between characters",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 4, "日…"), ("日本語", 5, "日本…"), ("日本", 4, "日本"),
      ("abc", 1, "…"), ("abc", 0, ""), ("a", -1, ""), ("e\u{301}xyz", 2, "e\u{301}…"), ("", 0, ""),
    ])
  func truncation(_ text: String, _ columns: Int, _ cut: String) {
    #expect(TextWidth.cut(text, to: columns) == cut)
  }

  @Test(
    "what a terminal would take for an order is taken out",
    arguments: [
      ("plain", "plain"), ("a\u{1B}[31mb", "a[31mb"), ("a\u{9B}2Jb", "a2Jb"), ("a\nb", "a b"),
      ("a\r\nb", "a b"),
      ("a\tb", "a b"), ("a\u{7F}\u{0}b", "ab"), ("a\u{202E}b\u{2066}", "ab"), ("a\u{2028}b", "a b"),
      ("👨‍👩‍👧", "👨‍👩‍👧"), ("e\u{301}", "e\u{301}"), ("a\u{200B}b\u{FEFF}", "ab"), ("\u{301}a", "◌\u{301}a"),
    ])
  func sanitizing(_ text: String, _ clean: String) {
    #expect(DisplayText.sanitized(text) == clean)
  }

  @Test("a cut text is never wider than asked")
  func law() {
    let alphabet: [Character] = ["a", "日", "é", "👍", "\u{301}", "🇫🇷", "—", "ｱ"]
    for seed in 0..<500 as Range<UInt64> {
      var random = SeededRandom(seed)
      let text = String((0..<random.below(12)).map { _ in alphabet[random.below(alphabet.count)] })
      let columns = random.below(14)
      let cut = TextWidth.cut(text, to: columns)
      #expect(TextWidth.of(cut) <= columns, "seed \(seed)")
      if TextWidth.of(text) <= columns { #expect(cut == text, "seed \(seed)") }
    }
  }
}
