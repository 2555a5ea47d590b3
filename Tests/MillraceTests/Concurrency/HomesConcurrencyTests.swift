import Millrace
import Testing

/// A runner of a relay: it passes the baton on to the next, wherever that lives.
private actor ConcurrencyRunner {
  private let store: Store<Int, Int>
  let sender: Sender<Int>
  private var token: ObservationToken?

  init(next: @escaping @Sendable (Int) -> Void) {
    store = Store(0, of: Int.self) { rounds, baton in
      rounds += 1
      next(baton)
      return .none
    }
    sender = store.sender()
  }

  func begin() {
    token = store.observe { [weak self] _ in self?.assertIsolated() }
  }

  func rounds() -> Int { store.withState { $0 } }
}

/// The runner that lives on the main actor.
@MainActor
private final class ConcurrencyMainRunner {
  private let store: Store<Int, Int>
  private var token: ObservationToken?
  let sender: Sender<Int>

  init(next: @escaping @Sendable (Int) -> Void) {
    store = Store(0, of: Int.self) { rounds, baton in
      MainActor.preconditionIsolated()
      rounds += 1
      next(baton)
      return .none
    }
    sender = store.sender()
    token = store.observe { _ in MainActor.preconditionIsolated() }
  }

  func rounds() -> Int { store.withState { $0 } }
}

@Suite("Stores at home in different isolations")
struct HomesConcurrencyTests {
  static let laps = ConcurrencyScale.pick(20_000, some: 3_000, few: 3_000)

  @Test("A baton goes round stores on three actors and the main actor, each turn at its own home")
  func relay() async {
    let (finish, finished) = AsyncStream.makeStream(of: Void.self)
    let laps = Self.laps
    // The first runner is made last, because each has to know the next.
    let start = ConcurrencyRelay()
    let last = await ConcurrencyMainRunner { baton in
      if baton >= laps { finished.yield() } else { start.pass(baton + 1) }
    }
    let lastSender = last.sender
    let third = ConcurrencyRunner { lastSender.send($0) }
    let thirdSender = third.sender
    let second = ConcurrencyRunner { thirdSender.send($0) }
    let secondSender = second.sender
    let first = ConcurrencyRunner { secondSender.send($0) }
    start.set(first.sender)
    for runner in [first, second, third] { await runner.begin() }
    // Five batons at a time.
    for _ in 0..<5 { start.pass(1) }
    var arrived = 0
    for await _ in finish {
      arrived += 1
      if arrived == 5 { break }
    }
    #expect(await first.rounds() == 5 * laps)
    #expect(await second.rounds() == 5 * laps)
    #expect(await third.rounds() == 5 * laps)
    #expect(await last.rounds() == 5 * laps)
  }

  @Test(
    "Stores of one isolation on flows of their own may send to each other from observers, without deadlock")
  func nestedFlows() async {
    let laps = Self.laps
    await ConcurrencyHome().run { home in
      func counter() -> Store<Int, Int> {
        Store(0, of: Int.self) { state, message in
          state = message
          return .none
        }
      }
      let (left, right) = (counter(), counter())
      var order: [Int] = []
      let there = left.observe { count in
        order.append(count)
        if count < laps { right.send(count + 1) }
      }
      let back = right.observe { count in
        order.append(count)
        if count < laps { left.send(count + 1) }
      }
      left.send(1)
      #expect(order == Array(1...laps))
      there.cancel()
      back.cancel()
    }
  }
}

/// A sender that is known only later.
private final class ConcurrencyRelay: @unchecked Sendable {
  // Sound: it is set once, before the first baton is passed.
  private var sender: Sender<Int>?

  func set(_ sender: Sender<Int>) { self.sender = sender }

  func pass(_ baton: Int) { sender?.send(baton) }
}
