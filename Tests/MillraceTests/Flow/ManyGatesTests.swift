import Millrace
import RecordFixture
import Testing

/// A flow with very many gates, on a stack of 512 kB.
@Suite("Many gates")
struct ManyGatesTests {
  private final class Held {}

  @Test("20,000 gates are asked in order, go on being asked when half of them have ended, and end")
  func many() async {
    await SmallStackHome().run { home in
      let store = Store(0, isolation: home) { (sum: inout Int, number: Int) in
        sum += number
        return .none
      }
      var asked = 0
      var isInOrder = true
      var tokens = (0..<20_000).map { number in
        store.gate("gate \(number)") { message in
          if message != asked { isInOrder = false }
          asked += 1
          return .change(message + 1)
        }
      }
      store.send(0, isolation: home)
      #expect(asked == 20_000 && isInOrder && store.state == 20_000)
      tokens.removeLast(10_000)
      asked = 0
      store.send(0, isolation: home)
      #expect(asked == 10_000 && isInOrder && store.state == 30_000)
      tokens = []
      store.send(5, isolation: home)
      #expect(asked == 10_000 && store.state == 30_005)
    }
  }

  @Test("Gates that are added and end without a message in between do not gather")
  func added() async {
    await SmallStackHome().run { home in
      let store = Store(0, isolation: home) { (sum: inout Int, number: Int) in
        sum += number
        return .none
      }
      weak var first: Held?
      do {
        let held = Held()
        first = held
        store.gate("first") { _ in withExtendedLifetime(held) { .drop } }.cancel()
      }
      for number in 0..<4 { store.gate("gate \(number)") { _ in .drop }.cancel() }
      #expect(first == nil)
      store.send(5, isolation: home)
      #expect(store.state == 5)
    }
  }
}
