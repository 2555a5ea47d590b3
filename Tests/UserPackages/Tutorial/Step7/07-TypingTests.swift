import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite("Typing") struct TypingTests {
  @Test("A search starts 300 milliseconds after the last key")
  func typing() async {
    let clock = ManualClock()
    let store = Store(Search(), environment: StoreEnvironment(clock: clock), update: Search.update)
    store.send(.typed("Wh"))
    clock.jump(by: .milliseconds(200))
    store.send(.typed("Wheel"))
    clock.jump(by: .milliseconds(200))
    #expect(store.results == [])
    clock.jump(by: .milliseconds(100))
    await store.run()
    #expect(store.results == ["The Quiet Wheel"])
  }
}
