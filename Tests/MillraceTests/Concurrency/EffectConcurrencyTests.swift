import Millrace
import MillraceTesting
import Testing

/// The messages to a store of effects that race.
enum ConcurrencyOrder: Sendable {
  case start(Int)
  case cancel(Int)
  case result(Int)
}

/// The effects under way, and results that should not have come.
struct ConcurrencyBook: Equatable {
  var alive: Set<Int> = []
  var cancelled = 0
  var delivered = 0
  var late = 0

  mutating func enter(_ order: ConcurrencyOrder) {
    switch order {
    case .start(let number): alive.insert(number)
    case .cancel(let number):
      if alive.remove(number) != nil { cancelled += 1 }
    case .result(let number):
      if alive.remove(number) == nil { late += 1 } else { delivered += 1 }
    }
  }
}

@Suite("Effects whose results race with their ends")
struct EffectConcurrencyTests {
  static let count = ConcurrencyScale.pick(20_000, some: 5_000, few: 3_000)

  @Test(
    "Of thousands of effects, each delivers once or is cancelled, and none delivers after its cancellation",
    arguments: [nil, EffectQueue.merge("work"), .concurrent("work", max: 3), .concat("work")])
  func cancellations(queue: EffectQueue?) async {
    await ConcurrencyHome().run { home in
      let store = Store(ConcurrencyBook(), of: ConcurrencyOrder.self) { book, order in
        book.enter(order)
        switch order {
        case .start(let number):
          return .run(in: queue, id: EffectID(number)) { send in
            if number.isMultiple(of: 3) { await letOthersRun() }
            await send(.result(number))
          }
        case .cancel(let number): return .cancel(id: EffectID(number))
        case .result: return .none
        }
      }
      let sender = store.sender()
      await onThreads(4) { thread in
        var random = RandomSource.seeded(UInt64(thread))
        for number in stride(from: thread, to: Self.count, by: 4) {
          sender.send(.start(number))
          if Bool.random(using: &random) {
            sender.send(.cancel(number - 4 * Int.random(in: 0..<8, using: &random)))
          }
        }
      }
      await store.run()
      let book = store.withState { $0 }
      #expect(book.late == 0)
      #expect(book.alive == [])
      #expect(book.delivered + book.cancelled == Self.count)
      #expect(book.cancelled > 0)
    }
  }

  @Test("In a latest queue that many threads ask for, the results come in the order of the requests")
  func latest() async {
    await ConcurrencyHome().run { home in
      let store = Store((asked: 0, came: [Int]()), of: ConcurrencyOrder.self) { state, order in
        guard case .start = order else {
          if case .result(let number) = order { state.came.append(number) }
          return .none
        }
        state.asked += 1
        return .run(in: .latest("search")) { [number = state.asked] send in await send(.result(number)) }
      }
      let sender = store.sender()
      await onThreads(4) { _ in
        for number in 0..<Self.count / 4 { sender.send(.start(number)) }
      }
      await store.run()
      let (asked, came) = store.withState { $0 }
      #expect(asked == Self.count / 4 * 4)
      #expect(zip(came, came.dropFirst()).allSatisfy(<))
      #expect(came.last == asked, "the last one always arrives")
    }
  }

  @Test("A stream of results stops at the turn that cancels it, whatever is already on its way")
  func streams() async {
    let rounds = Self.count / 50
    await ConcurrencyHome().run { home in
      let store = Store(ConcurrencyBook(), of: ConcurrencyOrder.self) { book, order in
        switch order {
        case .start(let number):
          book.alive.insert(number)
          return .run(id: EffectID(number)) { send in
            while !Task.isCancelled {
              await send(.result(number))
              await letOthersRun()
            }
          }
        case .cancel(let number):
          book.alive.remove(number)
          return .cancel(id: EffectID(number))
        case .result(let number):
          if book.alive.contains(number) { book.delivered += 1 } else { book.late += 1 }
          return .none
        }
      }
      for number in 0..<rounds {
        store.send(.start(number))
        store.send(.start(-number - 1))
        for _ in 0..<number % 4 { await letOthersRun() }
        store.send(.cancel(number))
        await letOthersRun()
        store.send(.cancel(-number - 1))
      }
      await store.run()
      #expect(store.withState(\.late) == 0)
      #expect(store.withState(\.alive) == [])
    }
  }

  @Test("Subscriptions that come and go deliver nothing after they have gone")
  func subscriptions() async {
    let rounds = Self.count / 50
    await ConcurrencyHome().run { home in
      let store = Store(
        ConcurrencyBook(), of: ConcurrencyOrder.self,
        subscriptions: { book in
          book.alive.map { number in
            StoreSubscription(EffectID(number)) { send in
              while !Task.isCancelled {
                await send(.result(number))
                await letOthersRun()
              }
            }
          }
        },
        update: { book, order in
          switch order {
          case .start(let number): book.alive.insert(number)
          case .cancel(let number): book.alive.remove(number)
          case .result(let number):
            if book.alive.contains(number) { book.delivered += 1 } else { book.late += 1 }
          }
          return .none
        })
      for number in 0..<rounds {
        store.send(.start(number))
        for _ in 0..<number % 4 { await letOthersRun() }
        if number >= 2 { store.send(.cancel(number - 2)) }
      }
      store.send(.cancel(rounds - 1))
      store.send(.cancel(rounds - 2))
      await letOthersRun()
      await store.run()
      #expect(store.withState(\.late) == 0)
    }
  }
}
