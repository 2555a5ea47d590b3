import Millrace
import Testing

/// A state that can tell whether it has another owner.
private struct PeerMistakesState: Equatable {
  final class Box: Sendable {}

  var box = Box()
  var number = 0
  var text = ""
  /// The number of turns in which the state had another owner.
  var shared = 0

  mutating func turn(_ number: Int) {
    if !isKnownUniquelyReferenced(&box) { shared += 1 }
    self.number += number
  }

  static func == (left: Self, right: Self) -> Bool { left.number == right.number }
}

extension PeerMistakesTests {
  @Test("State boxed once per observer: 1,000 observers hold no copy of the state, and none is made for each")
  func boxedState() async {
    await ConcurrencyHome().run { home in
      let store = Store(PeerMistakesState(), of: Int.self) { state, number in
        state.turn(number)
        return .none
      }
      let owner = PeerMistakesBox<Int>()
      var calls = 0
      let tokens = (0..<1_000).map { index in
        switch index % 5 {
        case 0: store.observe { _ in calls += 1 }
        case 1: store.observe(\.number) { _ in calls += 1 }
        case 2: store.observe(\.text) { _ in calls += 1 }
        case 3: store.observeChange(of: \.number) { _, _ in calls += 1 }
        default: store.observe(messages: Int.self) { _ in calls += 1 }
        }
      }
      for _ in 0..<100 { store.observeState(owner: owner) { _, _ in calls += 1 } }
      for _ in 0..<100 { store.send(1) }
      #expect(store.withState(\.shared) == 0)
      #expect(calls == 100 * 900)
      for token in tokens { token.cancel() }
    }
  }
}
