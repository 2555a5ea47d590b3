import Millrace
import Synchronization
import Testing

@MainActor
final class CounterScreen {
  let store: Store<Int, Int>

  init() {
    store = Store(0) { count, step in
      count += step
      return .none
    }
  }
}

actor Ledger {
  private let store: Store<Int, Int>
  nonisolated let sender: Sender<Int>

  init() {
    store = Store(0) { sum, amount in
      sum += amount
      return .none
    }
    sender = store.sender()
  }

  func add(_ amount: Int) -> Int {
    store.send(amount)
    return store.state
  }

  func finish() async -> Int {
    await store.run()
    return store.state
  }
}

/// Wakes a foreign loop from any thread, as a pipe, an `eventfd` or `g_main_context_wakeup` does.
nonisolated final class Bell: Sendable {
  private let isRung = Atomic(false)

  func ring() { isRung.store(true, ordering: .releasing) }

  func takeRing() -> Bool { isRung.exchange(false, ordering: .acquiringAndReleasing) }
}

@Suite("Where a store lives") struct HomeSamples {
  @Test("A store lives where it was made, and others post")
  @MainActor
  func mainActor() async {
    let screen = CounterScreen()
    screen.store.send(1)
    #expect(screen.store.state == 1)

    let sender = screen.store.sender()
    let isTaken = await Task.detached { sender.send(2) }.value
    await screen.store.run()
    #expect(isTaken)
    #expect(screen.store.state == 3)
  }

  @Test("An actor's store finds its home when the actor first uses it")
  func actor() async {
    let ledger = Ledger()
    ledger.sender.send(10)
    #expect(await ledger.add(5) == 15)
    ledger.sender.send(1)
    #expect(await ledger.finish() == 16)
  }

  @MainActor
  private final class Screen {
    let store = Store(
      0, of: Int.self,
      subscriptions: { _ in [StoreSubscription("greeting") { send in await send(7) }] },
      update: { sum, number in
        sum += number
        return .none
      })
  }

  @Test("A store in a property's default value takes what waited when it is first used")
  @MainActor
  func defaultValue() async {
    let screen = Screen()
    #expect(screen.store.state == 0)
    for await sum in screen.store.values(of: \.self) where sum == 7 { break }
  }

  @Test("Without a home, a foreign loop pumps")
  func pumped() {
    let store = Store(0, of: Int.self, isolation: nil) { count, step in
      count += step
      return .none
    }
    let sender = store.sender(isolation: nil)

    let bell = Bell()
    store.flow.setPostHandler { bell.ring() }  // called on the thread that posts
    sender.send(1)
    sender.send(2)

    // On the loop's own thread, whenever it wakes:
    if bell.takeRing() { store.pump() }

    #expect(store.state == 3)
    #expect(!bell.takeRing())
    #expect(store.pump() == 0)
  }

  @Test("A sender outlives its store, and says so")
  func ended() {
    var store: Store<Int, Int>? = Store(0) { _, _ in .none }
    let sender = store?.sender()
    store = nil
    #expect(sender?.send(1) == false)
  }
}
