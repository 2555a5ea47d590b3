import Testing

@testable import Millrace

@MainActor
@Suite("Streams of values and states")
struct ValueStreamTests {
  @Test("A stream begins with the value there is and goes on with each that differs")
  func distinct() async {
    let store = observersStore(ObserversState(count: 1))
    var values = store.values(of: \.count).makeAsyncIterator()
    store.edit { $0.count = 2 }
    store.edit { $0.title = "else" }
    store.edit { $0.count = 2 }
    store.edit { $0.count = 1 }
    var seen: [Int?] = []
    for _ in 0..<3 { seen.append(await values.next()) }
    #expect(seen == [1, 2, 1])
    store.edit { $0.count = 9 }
    #expect(await values.next() == 9)
  }

  @Test("A stream of states has the one there is and one for each turn, changed or not")
  func states() async {
    let store = observersStoreOfNumbers()
    var states = store.states().makeAsyncIterator()
    store.send(1)
    store.send(1)
    var seen: [Int?] = []
    for _ in 0..<3 { seen.append(await states.next()) }
    #expect(seen == [0, 1, 1])
  }

  @Test("A stream ends when the store does, after what it still had to give")
  func endsWithStore() async {
    var store: ObserversStore? = observersStore(ObserversState())
    var seen: [Int] = []
    let values = store?.values(of: \.count)
    store?.edit { $0.count = 1 }
    store = nil
    if let values { for await value in values { seen.append(value) } }
    #expect(seen == [0, 1])
  }

  @Test("A task that waits for a value resumes when the store ends")
  func waitingEndsWithStore() async {
    var store: Store<Int, Int>? = observersStoreOfNumbers()
    guard let values = store?.values(of: \.self) else { return }
    let (begun, beginning) = AsyncStream.makeStream(of: Int.self)
    let reader = Task { @MainActor in
      var seen: [Int] = []
      for await value in values {
        seen.append(value)
        beginning.yield(value)
      }
      return seen
    }
    for await _ in begun { break }
    store = nil
    #expect(await reader.value == [0])
  }

  @Test("A stream does not keep its store alive")
  func doesNotKeep() {
    var store: ObserversStore? = observersStore(ObserversState())
    weak let weakStore = store
    let values = store?.values(of: \.count)
    store = nil
    #expect(weakStore == nil)
    withExtendedLifetime(values) {}
  }

  @Test("When the stream is not read any more, the part is not observed any more")
  func stopsWhenDropped() async {
    let store = observersStore(ObserversState())
    do {
      var values = store.values(of: \.count).makeAsyncIterator()
      #expect(await values.next() == 0)
      #expect(store.watches.count == 1)
    }
    await store.run()
    #expect(store.watches.count == 0)
  }

  @Test("A loop that is left stops observing")
  func stopsWhenLeft() async {
    let store = observersStore(ObserversState())
    for await _ in store.values(of: \.count) { break }
    await store.run()
    #expect(store.watches.count == 0)
  }

  @Test("A reader whose task is cancelled stops observing")
  func stopsWhenCancelled() async {
    let store = observersStoreOfNumbers()
    let values = store.values(of: \.self)
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let reader = Task {
      for await _ in values { beginning.yield() }
    }
    for await _ in begun { break }
    #expect(store.watches.count == 1)
    reader.cancel()
    await reader.value
    await store.run()
    #expect(store.watches.count == 0)
    withExtendedLifetime(values) {}
  }

  @Test("Without a bound a slow reader loses nothing")
  func unbounded() async {
    var store: Store<Int, Int>? = observersStoreOfNumbers()
    let values = store?.values(of: \.self)
    for number in 1...1_000 { store?.send(number) }
    store = nil
    var seen: [Int] = []
    if let values { for await value in values { seen.append(value) } }
    #expect(seen == Array(0...1_000))
  }

  @Test("The buffering decides what a slow reader gets: the newest, or the oldest")
  func bounded() async {
    var store: Store<Int, Int>? = observersStoreOfNumbers()
    let newest = store?.values(of: \.self, buffering: .bufferingNewest(1))
    let oldest = store?.values(of: \.self, buffering: .bufferingOldest(2))
    let states = store?.states(buffering: .bufferingNewest(2))
    for number in 1...5 { store?.send(number) }
    store = nil
    var seen: [[Int]] = []
    for case let stream? in [newest, oldest, states] {
      var values: [Int] = []
      for await value in stream { values.append(value) }
      seen.append(values)
    }
    #expect(seen == [[5], [0, 1], [4, 5]])
  }

  @Test("A table's values come for each change of it, equal or not")
  func tables() async {
    struct Opaque: Sendable {}
    struct State: Sendable {
      var notes = RowTable<Int, String>()
      var things = RowTable<Int, Opaque>()
    }
    let store = observersStore(State())
    var notes = store.values(of: \.notes).makeAsyncIterator()
    var things = store.values(of: \.things).makeAsyncIterator()
    store.edit { $0.notes[1] = "a" }
    store.edit { $0.notes[1] = "a" }
    store.edit { $0.things[1] = Opaque() }
    var seen: [[String]] = []
    for _ in 0..<3 { seen.append(await notes.next()?.map { $0.row } ?? []) }
    #expect(seen == [[], ["a"], ["a"]])
    var counts: [Int?] = []
    for _ in 0..<2 { counts.append(await things.next()?.count) }
    #expect(counts == [0, 1])
  }

  @Test("Two streams of one part are read independently")
  func twoReaders() async {
    let store = observersStoreOfNumbers()
    var first = store.values(of: \.self).makeAsyncIterator()
    store.send(1)
    var second = store.values(of: \.self).makeAsyncIterator()
    store.send(2)
    var seen: [Int?] = []
    for _ in 0..<3 { seen.append(await first.next()) }
    for _ in 0..<2 { seen.append(await second.next()) }
    #expect(seen == [0, 1, 2, 1, 2])
  }

  @Test("A stream begun inside of a turn does not give one value twice, whoever observes the part already")
  func begunInside() async {
    let store = observersStore(ObserversState())
    var stream: AsyncStream<Int>?
    let early = store.observe(\.title) { _ in stream = store.values(of: \.count) }
    let other = store.observe(\.count) { _ in }
    store.edit { state in
      state.title = "a"
      state.count = 1
    }
    store.edit { $0.count = 2 }
    var values = stream?.makeAsyncIterator()
    var seen: [Int?] = []
    for _ in 0..<2 { seen.append(await values?.next()) }
    #expect(seen == [1, 2])
    withExtendedLifetime((early, other)) {}
  }
}

/// A store that is what it was last sent.
private func observersStoreOfNumbers(
  isolation: isolated (any Actor)? = #isolation
) -> Store<Int, Int> {
  Store(0) { state, number in
    state = number
    return .none
  }
}
