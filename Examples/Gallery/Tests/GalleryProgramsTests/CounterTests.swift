import Millrace
import Testing

@testable import GalleryPrograms

@Suite("Counter")
struct CounterTests {
  @Test("The update is a function: a message changes the number, and nothing else is asked for")
  func update() {
    var counter = Counter()
    for (message, value) in [(Counter.Message.up, 1), (.up, 2), (.down, 1), (.reset, 0), (.down, -1)] {
      #expect(Counter.update(&counter, message).isNone)
      #expect(counter.value == value)
    }
  }

  @Test("An observer is told of changes, and not of turns")
  @MainActor func observing() {
    let store = Store(Counter(), update: Counter.update)
    var seen: [Int] = []
    let token = store.observe(\.value) { seen.append($0) }
    for message in [Counter.Message.reset, .up, .up, .reset, .reset] { store.send(message) }
    #expect(seen == [1, 2, 0])
    token.cancel()
    store.send(.up)
    #expect(seen == [1, 2, 0])
  }
}
