import Millrace
import Testing

@MainActor
@Suite("A button") struct CounterTests {
  @Test("A press counts")
  func press() {
    var counter = Counter(count: 41)
    let effect = Counter.update(&counter, .pressed)
    #expect(counter == Counter(count: 42))
    #expect(effect.isNone)
  }
}
