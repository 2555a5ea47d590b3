import Millrace
import MillraceTesting
import Testing

@Suite("Stores that end while others still use them")
struct EndingConcurrencyTests {
  static let rounds = ConcurrencyScale.pick(5_000, some: 2_000, few: 500)

  @Test(
    "What is posted while a store ends comes in order up to some point, and is refused from some point on")
  func postsWhileItEnds() async {
    let home = ConcurrencyHome()
    let census = ConcurrencyCensus()
    for round in 0..<Self.rounds {
      let came = ConcurrencyCount()
      let isWrong = ConcurrencyFlag()
      let posted = ConcurrencyCount()
      let sender = await home.run { home in
        let store = Store(0, of: ConcurrencyLetter.self) { next, letter in
          if letter.number != next { isWrong.raise() }
          next += 1
          came.value = next
          return .none
        }
        let sender = store.sender()
        let keeper = ConcurrencyKeeper(store)
        // Released at home, some time during the posts.
        Task {
          home.assertIsolated()
          await eventually { posted.value >= round % 50 }
          keeper.letGo()
        }
        return sender
      }
      var taken = 0
      var number = 0
      while true {
        let isTaken = sender.send(ConcurrencyLetter(number: number, citizen: .init(census)))
        number += 1
        posted.value = number
        if !isTaken { break }
        taken += 1
        if number.isMultiple(of: 8) { await letOthersRun() }
      }
      #expect(!sender.send(ConcurrencyLetter(number: number, citizen: .init(census))))
      #expect(!isWrong.isUp)
      #expect(came.value <= taken)
    }
    await home.run { _ in }
    #expect(census.count == 0, "messages for an ended store are released")
  }

  @Test("A store may end on another thread while its home takes what was posted")
  func endsElsewhere() async {
    let home = ConcurrencyHome()
    for _ in 0..<Self.rounds {
      let (parcel, flow, senders) = await home.run { home in
        let flow = Flow()
        let stores = (0..<2).map { _ in
          Store(0, of: Int.self, flow: flow) { sum, number in
            sum += number
            return .none
          }
        }
        let senders = stores.map { $0.sender() }
        return (ConcurrencyParcel(stores), ConcurrencyParcel(flow), senders)
      }
      await onThreads(2) { thread in
        if thread == 0 {
          for number in 0..<20 { senders[number % 2].send(1) }
          _ = parcel.unpack()
        } else {
          for number in 0..<20 { senders[number % 2].send(1) }
        }
      }
      // The home may have held a store for the length of a turn; after a visit it holds none.
      await home.run { _ in }
      #expect(senders.map { $0.send(1) } == [false, false])
      await home.run { _ in _ = flow.unpack() }
    }
  }

  @Test("The end of a store, on whichever thread, cancels its effects, and nothing of them is delivered")
  func effectsEnd() async {
    let home = ConcurrencyHome()
    for round in 0..<Self.rounds / 4 {
      let isOver = ConcurrencyFlag()
      let lateTurns = ConcurrencyCount()
      let uncancelled = ConcurrencyCount()
      let driver = ConcurrencyDriver()
      let parcel = await home.run { home in
        let flow = Flow(driver: driver)
        let store = Store(0, of: Bool.self, flow: flow) { count, isResult in
          if isResult {
            if isOver.isUp { lateTurns.add() }
            return .none
          }
          let effect = Effect<Bool>.run { send in
            for _ in 0..<10_000 where !Task.isCancelled {
              await send(true)
              await letOthersRun()
            }
            if !Task.isCancelled { uncancelled.add() }
            await send(true)
          }
          return .merge([effect, effect, effect, effect])
        }
        store.send(false)
        return ConcurrencyParcel(store)
      }
      for _ in 0..<round % 5 { await letOthersRun() }
      await onThreads(1) { _ in _ = parcel.unpack() }
      // A turn that was under way may finish; from the next visit home on there are none.
      await home.run { _ in isOver.raise() }
      await driver.ended(4)
      #expect(uncancelled.value == 0)
      #expect(lateTurns.value == 0)
    }
  }

  @Test("A store that takes the place of an ended one gets nothing that was meant for it")
  func successors() async {
    let each = 20
    await ConcurrencyHome().run { home in
      let flow = Flow()
      for generation in 0..<Self.rounds {
        let store = Store([Int](), of: Int.self, flow: flow) { seen, message in
          seen.append(message)
          return message < 0
            ? .none : .run { [generation] send in await send(-generation - 1) }
        }
        let sender = store.sender()
        async let threads: Void = onThreads(1) { _ in
          for _ in 0..<each where !sender.send(generation) { break }
        }
        if generation.isMultiple(of: 3) { await letOthersRun() }
        let seen = store.withState { $0 }
        #expect(seen.allSatisfy { $0 == generation || $0 == -generation - 1 })
        await threads
      }
    }
  }
}

struct ConcurrencyLetter: Sendable {
  let number: Int
  let citizen: ConcurrencyCensus.Citizen
}

/// Holds something until it is told to let go.
final class ConcurrencyKeeper<Value> {
  private(set) var value: Value?

  init(_ value: Value) {
    self.value = value
  }

  func letGo() {
    value = nil
  }
}
