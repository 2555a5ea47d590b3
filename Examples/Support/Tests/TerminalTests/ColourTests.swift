import Testing

@testable import Terminal

@Suite("Colours")
struct ColourTests {
  @Test("NO_COLOR turns them off, unless it is empty")
  func noColour() {
    #expect(ColourPairs.isWelcome([:]))
    #expect(ColourPairs.isWelcome(["NO_COLOR": ""]))
    #expect(!ColourPairs.isWelcome(["NO_COLOR": "1"]))
    #expect(!ColourPairs.isWelcome(["NO_COLOR": "0"]))
  }
}
