import Millrace
import MillraceTesting
import Testing

@Suite("Tokens that end on other threads")
struct TokenConcurrencyTests {
  static let rounds = ConcurrencyScale.pick(200, some: 40, few: 40)

  @Test("An observer is not called in a turn that begins after its token was cancelled on another thread")
  func cancelled() async {
    let count = 64
    await ConcurrencyHome().run { home in
      for round in 0..<Self.rounds {
        let store = Store(0, of: Int.self) { state, message in
          state += message
          return .none
        }
        let cancelled = (0..<count).map { _ in ConcurrencyFlag() }
        var known: [Bool] = []
        var calledLate = 0
        let tokens = (0..<count).map { index -> ObservationToken in
          switch index % 3 {
          case 0:
            store.observe(\.self) { _ in if known[index] { calledLate += 1 } }
          case 1:
            store.observe { _ in if known[index] { calledLate += 1 } }
          default:
            store.observe(messages: Int.self) { _ in if known[index] { calledLate += 1 } }
          }
        }
        async let thread: Void = onThreads(2) { thread in
          for index in stride(from: thread, to: count, by: 2) {
            tokens[index].cancel()
            cancelled[index].raise()
          }
        }
        for _ in 0..<50 {
          known = cancelled.map(\.isUp)
          store.send(1)
          if round.isMultiple(of: 2) { await letOthersRun() }
        }
        await thread
        known = cancelled.map(\.isUp)
        store.send(1)
        #expect(known.allSatisfy { $0 })
        #expect(calledLate == 0)
      }
    }
  }

  @Test("Tokens that come and go on other threads leave nothing behind")
  func released() async {
    let census = ConcurrencyCensus()
    await ConcurrencyHome().run { home in
      let store = Store(0, of: Int.self) { state, message in
        state += message
        return .none
      }
      let last = store.observe { _ in }
      for _ in 0..<Self.rounds {
        let tokens = (0..<100).map { index -> ObservationToken in
          let citizen = ConcurrencyCensus.Citizen(census)
          return index.isMultiple(of: 2)
            ? store.observe(\.self) { _ in _ = citizen } : store.observe { _ in _ = citizen }
        }
        let parcel = ConcurrencyParcel(tokens)
        async let thread: Void = onThreads(1) { _ in
          for token in parcel.unpack() ?? [] { token.cancel() }
        }
        for _ in 0..<20 { store.send(1) }
        await thread
      }
      await store.run()
      #expect(census.count == 0)
      last.cancel()
    }
  }

  @Test("A token may end on one thread while its store ends on another")
  func bothEnd() async {
    let census = ConcurrencyCensus()
    let home = ConcurrencyHome()
    for _ in 0..<Self.rounds * 10 {
      let (store, tokens) = await home.run { home in
        let store = Store(0, of: Int.self) { state, message in
          state += message
          return .none
        }
        let tokens = (0..<10).map { _ in
          let citizen = ConcurrencyCensus.Citizen(census)
          return store.observe(\.self) { _ in _ = citizen }
        }
        return (ConcurrencyParcel(store), ConcurrencyParcel(tokens))
      }
      await onThreads(2) { thread in
        if thread == 0 {
          _ = store.unpack()
        } else {
          for token in tokens.unpack() ?? [] { token.cancel() }
        }
      }
    }
    // A closure goes home first.
    await eventually { census.count == 0 }
    #expect(census.count == 0)
  }

  @Test("Gates and taps may be taken off from other threads while turns run")
  func gatesAndTaps() async {
    await ConcurrencyHome().run { home in
      for _ in 0..<Self.rounds {
        let store = Store(0, of: Int.self) { state, message in
          state += message
          return .none
        }
        var gated = 0
        var tapped = 0
        let gate = store.flow.gate("counting") { _ in
          gated += 1
          return .pass
        }
        let tap = store.flow.tap { _ in tapped += 1 }
        async let thread: Void = onThreads(1) { _ in
          gate.cancel()
          tap.cancel()
        }
        for _ in 0..<100 { store.send(1) }
        await thread
        let before = (gated, tapped)
        store.send(1)
        #expect((gated, tapped) == before)
        #expect(store.state == 101)
      }
    }
  }
}
