import Testing

@testable import NotesServer
@testable import NotesShelf

@Suite("Text of strangers in a log and on a terminal")
struct LogTextTests {
  @Test("Nothing that a terminal would follow, or that turns the direction of text, gets through")
  func sentences() {
    #expect(
      LogText.sentence("a\u{9B}31m\u{1B}[0m\u{202E}\u{2066}\u{200F}\u{61C}\u{7F}\t é\n🌾")
        == #"a\u{9B}31m\u{1B}[0m\u{202E}\u{2066}\u{200F}\u{61C}\u{7F}\u{9} é"# + "\n🌾")
    #expect(LogText.visible("a\u{9B}\u{202E} \n".utf8) == #"a\xC2\x9B\xE2\x80\xAE\x20\x0A"#)
  }
}
