import Millrace
import MillraceTesting
import Testing

/// Children that are tested without the state around them.
@MainActor
@Suite("The answer of a child that is tested alone")
struct TestStoreAnswerTests {
  enum Message: Sendable, Equatable {
    case save
    case saveLater
    case answered(String)
  }

  private func child(isHandled: Bool = false, changes: Bool = false) -> TestStore<Int, Message> {
    TestStore(
      Store(0, of: Message.self) { state, message in
        switch message {
        case .save: return .answer(.answered("now"))
        case .saveLater: return .concatenate(.run(label: "save") { _ in }, .answer(.answered("later")))
        case .answered:
          if changes { state += 1 }
          return isHandled ? .none : .unhandled
        }
      })
  }

  @Test("is expected by one word, and need not be handled", arguments: [true, false])
  func expected(_ isHandled: Bool) async {
    let test = child(isHandled: isHandled)
    test.send(.save)
    await test.receiveAnswer(.answered("now"))
    test.send(.saveLater)
    await test.receiveAnswer(.answered("later"))
    await test.finish()
  }

  @Test("fails the test if it is another one, changes the child, or is not expected")
  func failures() async {
    let other = child(isHandled: true)
    other.send(.save)
    await withKnownIssue { await other.receiveAnswer(.answered("never")) }
    await other.finish()
    let changing = child(isHandled: true, changes: true)
    changing.send(.save)
    await withKnownIssue { await changing.receiveAnswer(.answered("now")) }
    await changing.finish()
    let forgotten = child()
    forgotten.send(.save)
    await withKnownIssue { await forgotten.finish() }
  }
}
