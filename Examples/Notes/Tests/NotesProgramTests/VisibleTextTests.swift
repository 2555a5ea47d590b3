import NotesModel
import Testing

@testable import NotesProgram

@Suite("What is printed")
struct VisibleTextTests {
  /// A control sequence in one character, and all that turn the direction of text.
  private static let hostile =
    "\u{9B}\u{1B}\u{7F}\u{61C}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}"

  @Test("has nothing that a terminal would follow, or that turns the direction of text")
  func lines() {
    #expect(visible("a\(Self.hostile)b\n\tc") == "a" + String(repeating: "\u{FFFD}", count: 15) + "b\n c")
    #expect(visibleLine("a\nb") == "a b")
  }

  @Test("says as JSON what is meant, in characters that mean nothing else")
  func json() {
    let escaped = Output.escaped("\"a\(Self.hostile.drop { $0 == "\u{1B}" })é\"")
    #expect(
      escaped.unicodeScalars.allSatisfy { !$0.isHostile || $0.value < 0x20 })
    #expect(escaped.contains(#"\u009b"#) && escaped.contains(#"\u061c"#) && escaped.contains(#"\u202e"#))
    #expect(Output.escaped("\"é 🌾\"") == "\"é 🌾\"")
  }
}
