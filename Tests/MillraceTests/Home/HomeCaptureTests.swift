import Millrace
import Testing

@MainActor
@Suite("The home a store is made in")
struct HomeCaptureTests {
  @Test("A store with a flow of its own is at home from the start, before anybody has used it")
  func ownFlow() async {
    let (turns, turn) = AsyncStream.makeStream(of: Int.self)
    let store = Store(
      0, of: Int.self,
      subscriptions: { _ in [StoreSubscription("greeting") { send in await send(7) }] },
      update: { _, message in
        MainActor.preconditionIsolated()
        turn.yield(message)
        return .none
      })
    // Nothing of the store is called here, because a call would give it the home it may lack.
    for await message in turns {
      #expect(message == 7)
      break
    }
    withExtendedLifetime(store) {}
  }
}
