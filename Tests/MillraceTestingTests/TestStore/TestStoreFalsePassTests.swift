import Millrace
import Testing

@testable import MillraceTesting

/// Differences that must not pass although both sides print the same.
@MainActor
struct TestStoreFalsePassTests {
  private enum Message: Sendable {
    case go
    case numbers([Int])
    case text(String)
  }

  private struct Veiled: Equatable, CustomReflectable {
    var shown = 0
    var hidden = 0

    var customMirror: Mirror { Mirror(self, children: ["shown": shown], displayStyle: .struct) }
  }

  @Test("Messages without == differ also where their texts no longer show it")
  func longMessages() async {
    let pairs: [(sent: Message, expected: Message)] = [
      (.numbers(Array(0..<40)), .numbers(Array(0..<39) + [0])),
      (.text(String(repeating: "x", count: 2_000) + "a"), .text(String(repeating: "x", count: 2_000) + "b")),
    ]
    for (sent, expected) in pairs {
      let failures = await testStoreFailures {
        let test = TestStore(
          Store(0, of: Message.self) { _, message in
            if case .go = message { .send(sent) } else { .none }
          })
        test.send(.go)
        await test.receive(expected)
        await test.finish()
      }
      #expect(failures.count == 1)
    }
  }

  @Test("A relaxed step does not go past a part that the state's own mirror leaves out")
  func veiled() async {
    let failures = await testStoreFailures {
      let test = TestStore(
        Store(Veiled(), of: Int.self) { state, message in
          state = Veiled(shown: message, hidden: message)
          return .none
        }, mode: .relaxed)
      test.send(1) { $0.hidden = 5 }
      await test.finish()
    }
    #expect(failures.count == 1)
  }
}
