import Millrace
import MillraceTesting
import Observation
import Synchronization
import Testing

/// The page of gotchas is right.
@MainActor
@Suite("Gotchas") struct GotchasSamples {
  struct Shelf: Equatable {
    var items = Array(0..<1_000)
    /// True if the last change of the items was made where they lay.
    var wasInPlace = false
    /// A property that a store has too.
    var storeName = "mine"
  }

  private static func place(of items: [Int]) -> Int {
    // Sound: the address is compared, and never followed.
    items.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }

  private func shelf() -> Store<Shelf, Int> {
    Store(Shelf()) { shelf, item in
      let before = Self.place(of: shelf.items)
      shelf.items[0] = item
      shelf.wasInPlace = Self.place(of: shelf.items) == before
      return .none
    }
  }

  @Test("An observer of an array by value makes the next change copy it; an observer of its count does not")
  func largeArray() {
    let store = shelf()
    store.send(1)
    let count = store.observe(\.items.count) { _ in }
    store.send(2)
    store.send(3)
    #expect(store.wasInPlace)
    count.cancel()

    let items = store.observe(\.items) { _ in }
    store.send(4)
    store.send(5)
    #expect(!store.wasInPlace)
    items.cancel()
  }

  @Test("What a store has itself comes before what its state has")
  func ownProperties() {
    let store = shelf()
    #expect(store.storeName == "Shelf")
    #expect(store.state.storeName == "mine")
    #expect(store.withState { $0.storeName } == "mine")
  }

  @Test("Observers are called inside of the turn, so messages that they send wait")
  func insideOfTurn() {
    let store = Store(0, of: Int.self) { sum, number in
      sum += number
      return .none
    }
    var seen: [Int] = []
    let token = store.observe(\.self) { [unowned store] sum in
      if sum < 3 { store.send(1) }
      seen.append(store.withState { $0 })
    }
    store.send(1)
    #expect(seen == [1, 2, 3])
    token.cancel()
  }

  @Test("The end of an owner is noticed at the next turn that affects it")
  func ownersEnd() {
    final class Owner {}
    let store = shelf()
    var owner: Owner? = Owner()
    var captured: Owner? = Owner()
    weak let released = captured
    if let owner {
      store.observe(\.items.first, owner: owner) { [captured] _, _ in _ = captured }
    }
    captured = nil
    owner = nil
    #expect(released != nil)
    store.send(1)
    #expect(released == nil)
  }

  @Test("A token that is thrown away ends at once")
  func thrownAway() {
    let store = shelf()
    var calls = 0
    _ = store.observe(\.items) { _ in calls += 1 }
    store.send(1)
    #expect(calls == 0)
  }

  @Test("`onChange` is called when the state has changed already")
  func onChange() {
    let screen = CounterScreen()
    let seen = Atomic(-1)
    withObservationTracking {
      _ = screen.store.state
    } onChange: {
      MainActor.assumeIsolated { seen.store(screen.store.withState { $0 }, ordering: .relaxed) }
    }
    screen.store.send(7)
    #expect(seen.load(ordering: .relaxed) == 7)
  }

  @Test("A cancelled effect of a bounded queue keeps its place until its body has returned")
  func place() async {
    let (goOn, mayGoOn) = AsyncStream.makeStream(of: Void.self)
    let (isBegun, begun) = AsyncStream.makeStream(of: Void.self)
    let store = Store("", of: String.self) { text, message in
      text += message
      switch message {
      case "first":
        return .run(in: .concat("queue"), id: "first") { _ in
          begun.finish()
          // It does not look whether it was cancelled.
          await Task.detached { for await _ in goOn {} }.value
        }
      case "second": return .run(in: .concat("queue")) { send in await send(", third") }
      case "cancel": return .cancel(id: "first")
      default: return .none
      }
    }
    store.send("first")
    for await _ in isBegun {}
    store.send("second")
    store.send("cancel")
    #expect(store.state == "firstsecondcancel")
    #expect(!store.flow.isIdle)
    mayGoOn.finish()
    await store.run()
    #expect(store.state == "firstsecondcancel, third")
  }

  @Test("An error without a `catch` goes to the error handler, not to the state")
  func noCatch() async {
    struct Broken: Error {}
    let store = Store(0, of: Int.self, name: "store") { _, _ in
      .run(label: "work") { _ in throw Broken() }
    }
    var problems: [String] = []
    store.flow.errorHandler = { problems.append("\($0)") }
    store.send(1)
    await store.run()
    #expect(
      problems == [
        "The effect `work` of the store `store` failed: Broken(). "
          + "Catch the error in the effect, and turn it into a message."
      ])
  }

  @Test("A local store that is not kept takes its effects with it")
  func notKept() async {
    let (isBegun, begun) = AsyncStream.makeStream(of: Void.self)
    let (isEnded, ended) = AsyncStream.makeStream(of: Void.self)
    var store: Store<Int, Int>? = Store(0) { _, _ in
      .run { _ in
        begun.finish()
        try? await ManualClock().sleep(for: .seconds(1))
        ended.finish()
      }
    }
    store?.send(1)
    for await _ in isBegun {}
    store = nil
    for await _ in isEnded {}
  }

  @Test("A locked flow and a subscription do not keep `run` waiting")
  func run() async {
    let store = Store(
      0, of: Int.self, subscriptions: { _ in [.every(.seconds(3_600), id: "hour") { 1 }] },
      update: { sum, number in
        sum += number
        return .none
      })
    await store.run()
    let lock = store.flow.lock("test")
    store.send(1)
    await store.run()
    #expect(store.state == 0)
    lock.release()
    #expect(store.state == 1)
  }
}
