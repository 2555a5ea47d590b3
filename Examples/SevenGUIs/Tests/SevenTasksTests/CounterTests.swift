import Millrace
import MillraceTesting
import Testing

@testable import SevenTasks

@Suite("Counter")
struct CounterTests {
  @Test("each press counts one")
  @MainActor func count() async {
    let test = TestStore(Counter.store())
    test.send(.count) { $0.value = 1 }
    test.send(.count) { $0.value = 2 }
    await test.finish()
  }
}
