import MillraceTesting
import Synchronization
import Testing

@testable import Millrace

@Suite("Tokens that end on other threads")
struct ObserverThreadTests {
  /// True while the code that runs is not at the home of the store.
  @TaskLocal private static var isElsewhere = false

  private final class Tally: Sendable {
    let home = Atomic(0)
    let elsewhere = Atomic(0)
    let threads = Atomic(0)
  }

  /// Something that only the store's home may touch, as a view.
  private final class Held {
    let tally: Tally

    init(_ tally: Tally) { self.tally = tally }

    deinit {
      if ObserverThreadTests.isElsewhere {
        tally.elsewhere.add(1, ordering: .relaxed)
      } else {
        tally.home.add(1, ordering: .relaxed)
      }
    }
  }

  @Test(
    "While the home takes turns, tokens end elsewhere: each closure is released once, at home, and none is called"
  )
  func releasedAtHome() async {
    let tally = Tally()
    let store = Store(0, of: Int.self) { state, number in
      state = number
      return .none
    }
    let rounds = 40
    let observers = 500
    var turns = 0
    for _ in 0..<rounds {
      var tokens = (0..<observers).map { _ in
        let held = Held(tally)
        return store.observe(\.self) { _ in _ = held }
      }
      tally.threads.store(0, ordering: .relaxed)
      for _ in 0..<4 {
        let share = Array(tokens.suffix(observers / 4))
        tokens.removeLast(share.count)
        Task.detached {
          Self.$isElsewhere.withValue(true) {
            for token in share { token.cancel() }
          }
          tally.threads.add(1, ordering: .releasing)
        }
      }
      while tally.threads.load(ordering: .acquiring) < 4 {
        for _ in 0..<100 {
          turns += 1
          store.send(turns)
        }
        await letOthersRun()
      }
      store.pump()
      #expect(store.watches.count == 0)
    }
    #expect(tally.elsewhere.load(ordering: .relaxed) == 0)
    #expect(tally.home.load(ordering: .relaxed) == rounds * observers)
  }

  @Test("A token that ends when its store has ended already, or ends at the same time, does no harm")
  func endsWithTheStore() async {
    let tally = Tally()
    for _ in 0..<200 {
      var store: Store<Int, Int>? = Store(0) { state, number in
        state += number
        return .none
      }
      let held = Held(tally)
      let token = store?.observe(\.self) { _ in _ = held }
      async let ending: Void = Self.end(token)
      store?.send(1)
      store = nil
      await ending
    }
    let home = tally.home.load(ordering: .relaxed)
    #expect(home + tally.elsewhere.load(ordering: .relaxed) == 200)
  }

  @concurrent
  private static func end(_ token: ObservationToken?) async {
    token?.cancel()
  }
}
