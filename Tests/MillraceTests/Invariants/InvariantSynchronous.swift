import Millrace
import Testing

/// An actor whose store is made in its initialiser, where there is no isolation yet.
private actor InvariantAccount {
  private let store: Store<Int, Int>
  nonisolated let sender: Sender<Int>

  init() {
    store = Store(0, of: Int.self) { sum, number in
      sum += number
      return .none
    }
    sender = store.sender()
  }

  func pay(_ number: Int) -> Int {
    store.send(number)
    return store.withState { $0 }
  }

  func settle() async -> Int {
    await store.run()
    return store.withState { $0 }
  }
}

extension InvariantTests {
  @Test(
    "Synchronous where you live, queued from elsewhere: `send` has run the turn when it returns, main actor")
  @MainActor
  func synchronousOnMain() {
    let store = Store(0, of: Int.self) { sum, number in
      sum += number
      return .none
    }
    var told: [Int] = []
    let token = store.observe { told.append($0) }
    for number in 1...4 {
      store.send(number)
      #expect(told.last == (1...number).reduce(0, +))
    }
    token.cancel()
  }

  @Test(
    "Synchronous where you live, queued from elsewhere: in an actor, and in one that made it in its initialiser"
  )
  func synchronousInActor() async {
    let account = InvariantAccount()
    #expect(await account.pay(3) == 3)
    #expect(account.sender.send(4))
    #expect(await account.settle() == 7)
    await ConcurrencyHome().run { home in
      let store = Store(0, of: Int.self) { sum, number in
        sum += number
        return .none
      }
      store.send(2)
      #expect(store.withState { $0 } == 2)
    }
  }

  @Test("Synchronous where you live, queued from elsewhere: with no isolation at all, by hand")
  func byHand() {
    let store = Store([Int](), of: Int.self) { seen, number in
      seen.append(number)
      return .none
    }
    let sender = store.sender()
    sender.send(1)
    sender.send(2)
    #expect(store.state == [])
    #expect(store.pump() == 2)
    #expect(store.state == [1, 2])
    store.send(3)
    #expect(store.state == [1, 2, 3])
  }

  @Test(
    "Synchronous where you live, queued from elsewhere: a posted message has its turn later, before later sends"
  )
  @MainActor
  func queuedFromElsewhere() async {
    let store = Store([Int](), of: Int.self) { seen, number in
      seen.append(number)
      return .none
    }
    let sender = store.sender()
    for number in 0..<10 { #expect(sender.send(number)) }
    #expect(store.state == [])
    store.send(10)
    #expect(store.state == Array(0...10))
    await Task.detached { for number in 11..<20 { sender.send(number) } }.value
    await store.run()
    #expect(store.state == Array(0..<20))
  }

  @Test(
    "Synchronous where you live, queued from elsewhere: one producer's messages come in order, none lost or twice"
  )
  func oneProducer() async {
    await ConcurrencyHome().run { home in
      let flow = Flow()
      var order: [Int] = []
      let stores = (0..<3).map { _ in
        Store(0, of: Int.self, flow: flow) { count, number in
          count += 1
          order.append(number)
          return .none
        }
      }
      let senders = stores.map { $0.sender() }
      await onThreads(1) { _ in
        for number in 0..<10_000 { senders[number % 3].send(number) }
      }
      await flow.run()
      #expect(order == Array(0..<10_000))
    }
  }
}
