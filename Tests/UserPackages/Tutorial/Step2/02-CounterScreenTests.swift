import Testing

@MainActor
@Suite("A screen") struct CounterScreenTests {
  @Test("The title shows the presses, as soon as the press returns")
  func title() {
    let screen = CounterScreen()
    #expect(screen.title == "0 presses")
    screen.buttonPressed()
    #expect(screen.title == "1 presses")
  }
}
