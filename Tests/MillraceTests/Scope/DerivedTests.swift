import Testing

@testable import Millrace

@MainActor
@Suite("Selectors")
struct SelectorTests {
  @Test("A selector computes when a part has changed, and only then")
  func memoised() {
    let store = observersStore(ObserversState(count: 1, title: "a"))
    var computed = 0
    let selector = store.select(\.count, \.title) { count, title in
      computed += 1
      return String(repeating: title, count: count)
    }
    #expect(computed == 0)
    #expect([selector.value, selector.value] == ["a", "a"])
    #expect(computed == 1)
    store.edit { $0.items = [1] }
    store.edit { $0.count = 1 }
    #expect(selector.value == "a")
    #expect(computed == 1)
    store.edit { $0.count = 3 }
    store.edit { $0.title = "b" }
    #expect(selector.value == "bbb")
    #expect(computed == 2)
  }

  @Test("A selector of one part, of three parts, and of computed parts follows them")
  func parts() {
    let store = observersStore(ObserversState(count: 1))
    let one = store.select(\.doubled) { $0 + 1 }
    let three = store.select(\.count, \.child?.name, \.place.row) { "\($0) \($1 ?? "-") \($2)" }
    #expect(one.value == 3)
    #expect(three.value == "1 - 0")
    store.edit { state in
      state.child = .init(name: "Ada")
      state.place.row = 4
      state.count = 2
    }
    #expect(one.value == 5)
    #expect(three.value == "2 Ada 4")
  }

  @Test("A selector may answer nothing, and remembers that too")
  func optionalValue() {
    let store = observersStore(ObserversState())
    var computed = 0
    let selector = store.select(\.child) { child in
      computed += 1
      return child?.name
    }
    #expect(selector.value == nil)
    #expect(selector.value == nil)
    #expect(computed == 1)
    store.edit { $0.child = .init(name: "Ada") }
    #expect(selector.value == "Ada")
  }

  @Test("A table is compared by its stamp: rows are not compared, nor is the table kept")
  func tables() {
    struct State {
      var rows: RowTable<Int, ObserversCounted>
      var other = 0
    }
    let meter = ObserversMeter()
    var state = State(rows: [1: ObserversCounted(meter: meter)])
    for id in 2..<100 { state.rows[id] = ObserversCounted(meter: meter) }
    let store = observersStore(state)
    state.rows = RowTable()
    var computed = 0
    let selector = store.select(\.rows) { rows in
      computed += 1
      return rows.count
    }
    let token = selector.observe { _ in }
    func address() -> Int? {
      store.withState { state in
        state.rows.storage.slots.withContiguousStorageIfAvailable { Int(bitPattern: $0.baseAddress) }
      }
    }
    #expect(selector.value == 99)
    let before = address()
    store.edit { $0.other += 1 }
    #expect(computed == 1)
    store.edit { $0.rows[1]?.number = 5 }
    #expect(selector.value == 99)
    #expect(computed == 2)
    #expect(meter.count == 0)
    #expect(address() == before)
    token.cancel()
  }

  @Test("Observers are notified after each turn that changed a part, with one computation for all of them")
  func observe() {
    let store = observersStore(ObserversState(count: 1))
    let owner = ObserversProbe()
    var computed = 0
    let selector = store.select(\.count) { count in
      computed += 1
      return count * 10
    }
    var seen: [String] = []
    let token = selector.observe { seen.append("token \($0)") }
    selector.observe(owner: owner) { seen.append("owner \($1)") }
    store.edit { $0.title = "else" }
    #expect(seen == [])
    store.edit { $0.count = 2 }
    #expect(seen == ["token 20", "owner 20"])
    #expect(selector.value == 20)
    store.edit { $0.title = "another" }
    #expect(seen.count == 2)
    #expect(computed == 2)
    withExtendedLifetime((token, owner)) {}
  }

  @Test("Observers of an `Equatable` value are notified when it has changed, whichever part has")
  func changesOnly() {
    struct Opaque { let isEven: Bool }
    let store = observersStore(ObserversState())
    var heard: [Bool] = []
    var opaque = 0
    let even = store.select(\.count) { $0 % 2 == 0 }
    let unknown = store.select(\.count) { Opaque(isEven: $0 % 2 == 0) }
    let tokens = [even.observe { heard.append($0) }, unknown.observe { _ in opaque += 1 }]
    for count in [2, 4, 5, 7, 8] { store.edit { $0.count = count } }
    #expect(heard == [false, true])
    #expect(opaque == 5)
    // Read by another observer of the same turn, it is told of all the same.
    let reader = store.observe(\.count) { _ in _ = even.value }
    store.edit { $0.count = 9 }
    store.edit { $0.count = 11 }
    #expect(heard == [false, true, false])
    for token in tokens + [reader] { token.cancel() }
  }

  @Test("With `initial` the present value is reported at once")
  func initial() {
    let store = observersStore(ObserversState(count: 1))
    let owner = ObserversProbe()
    let selector = store.select(\.count) { $0 * 10 }
    var seen: [Int] = []
    let token = selector.observe(initial: true) { seen.append($0) }
    selector.observe(owner: owner, initial: true) { seen.append($1 + 1) }
    #expect(seen == [10, 11])
    store.edit { $0.count = 2 }
    #expect(seen == [10, 11, 20, 21])
    withExtendedLifetime((token, owner)) {}
  }

  @Test("Reading the value inside of a turn does not keep its observers from being notified of it")
  func readInside() {
    let store = observersStore(ObserversState(count: 1))
    let selector = store.select(\.count) { $0 * 10 }
    var read: [Int] = []
    var seen: [Int] = []
    let early = store.observe(\.count) { _ in read.append(selector.value) }
    let token = selector.observe { seen.append($0) }
    store.edit { $0.count = 2 }
    store.edit { $0.count = 3 }
    #expect(read == [20, 30])
    #expect(seen == [20, 30])
    withExtendedLifetime((early, token)) {}
  }

  @Test("An observer added to a selector inside of a turn does not keep the others from being notified")
  func observeInside() {
    let store = observersStore(ObserversState(count: 1))
    let selector = store.select(\.count) { $0 * 10 }
    var seen: [Int] = []
    var late: [ObservationToken] = []
    let early = store.observe(\.count) { _ in late.append(selector.observe { _ in }) }
    let token = selector.observe { seen.append($0) }
    store.edit { $0.count = 2 }
    store.edit { $0.count = 3 }
    #expect(seen == [20, 30])
    withExtendedLifetime((early, token)) {}
  }

  @Test("What an observer of a selector sends waits for the turn's end")
  func sendsInside() {
    let store = observersStore(ObserversState())
    let selector = store.select(\.count) { $0 }
    var seen: [String] = []
    let tokens = [
      selector.observe { count in
        if count == 1 { store.edit { $0.count = 2 } }
        seen.append("first \(count)")
      },
      selector.observe { seen.append("second \($0)") },
    ]
    store.edit { $0.count = 1 }
    #expect(seen == ["first 1", "second 1", "first 2", "second 2"])
    withExtendedLifetime(tokens) {}
  }

  @Test("Observers end with their token and with their owner; then nothing is compared any more")
  func ends() async {
    let store = observersStore(ObserversState())
    let selector = store.select(\.count) { $0 }
    var calls = 0
    var owner: ObserversProbe? = ObserversProbe()
    let token = selector.observe { _ in calls += 1 }
    if let owner { selector.observe(owner: owner) { _, _ in calls += 10 } }
    store.edit { $0.count = 1 }
    #expect(calls == 11)
    token.cancel()
    owner = nil
    store.edit { $0.count = 2 }
    #expect(calls == 11)
    await store.run()
    #expect(store.watches.count == 0)
    let again = selector.observe { _ in calls += 100 }
    store.edit { $0.count = 3 }
    #expect(calls == 111)
    again.cancel()
  }

  @Test("A selector is released with its observers, and the store does not use it any more")
  func released() {
    let store = observersStore(ObserversState())
    weak var weakDerived: Derived<Int>?
    var tokens: [ObservationToken] = []
    let witness = ObserversWitness { probe in
      let selector = store.select(\.count) { $0 }
      weakDerived = selector
      tokens.append(selector.observe { _ in _ = probe })
    }
    #expect(weakDerived == nil)
    #expect(witness.probe == nil)
    store.edit { $0.count = 1 }
    #expect(store.watches.count == 0)
    withExtendedLifetime(tokens) {}
  }

  @Test("A selector keeps its store, and is no cycle")
  func lifetimes() {
    weak var weakStore: ObserversStore?
    do {
      var store: ObserversStore? = observersStore(ObserversState(count: 4))
      weakStore = store
      let selector = store?.select(\.count) { $0 }
      let token = selector?.observe { _ in }
      store = nil
      #expect(selector?.value == 4)
      token?.cancel()
    }
    #expect(weakStore == nil)
  }
}
