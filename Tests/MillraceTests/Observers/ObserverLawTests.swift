import Testing

@testable import Millrace

@MainActor
@Suite("Laws: observers pay only when affected, and the state is never copied")
struct ObserverLawTests {
  private struct Parts {
    var counted: ObserversCounted
    var other: ObserversCounted
    var unrelated = 0
  }

  @Test("However many observe one key path, a turn compares once", arguments: [1, 2, 100])
  func oneComparison(observers: Int) {
    let meter = ObserversMeter()
    let store = observersStore(
      Parts(counted: ObserversCounted(meter: meter), other: ObserversCounted(meter: ObserversMeter())))
    let owner = ObserversProbe()
    var calls = 0
    var tokens: [ObservationToken] = []
    for number in 0..<observers {
      if number % 2 == 0 {
        tokens.append(store.observe(\.counted) { _ in calls += 1 })
      } else {
        store.observe(\.counted, owner: owner) { _, _ in calls += 1 }
      }
    }
    meter.count = 0
    store.edit { $0.unrelated += 1 }
    #expect(meter.count == 1)
    #expect(calls == 0)
    store.edit { $0.counted.number += 1 }
    // A value that has changed is compared with itself as well.
    #expect(meter.count == 3)
    #expect(calls == observers)
    withExtendedLifetime((tokens, owner)) {}
  }

  @Test("A part without observers is not compared")
  func notComparedAfterwards() {
    let meter = ObserversMeter()
    let store = observersStore(
      Parts(counted: ObserversCounted(meter: meter), other: ObserversCounted(meter: ObserversMeter())))
    let owner = ObserversProbe()
    let first = store.observe(\.counted) { _ in }
    let second = store.observe(\.counted) { _ in }
    let change = store.observeChange(of: \.counted) { _, _ in }
    let other = store.observe(\.other) { _ in }
    store.edit { $0.unrelated += 1 }
    #expect(meter.count == 2, "one for the value and one for the change")
    change.cancel()
    first.cancel()
    store.edit { $0.unrelated += 1 }
    #expect(meter.count == 3)
    second.cancel()
    store.edit { $0.unrelated += 1 }
    store.edit { $0.counted.number += 1 }
    #expect(meter.count == 3)
    withExtendedLifetime((owner, other)) {}
  }

  @Test("Observers of messages, rows and the whole state compare nothing")
  func nothingCompared() {
    struct Row: Equatable {
      var counted: ObserversCounted
    }
    struct State: Equatable {
      var notes: RowTable<Int, Row>
      var counted: ObserversCounted
    }
    let meter = ObserversMeter()
    let counted = ObserversCounted(meter: meter)
    let store = observersStore(State(notes: [1: Row(counted: counted)], counted: counted))
    var calls = 0
    let tokens = [
      store.observe { _ in calls += 1 },
      store.observe(messages: ObserversEdit<State>.self) { _ in calls += 1 },
      store.observe(\.notes, row: 1) { _ in calls += 1 },
      store.observe(\.notes) { _ in calls += 1 },
      store.observeChanges(in: \.notes) { _, _ in calls += 1 },
    ]
    store.edit { state in
      state.counted.number += 1
      state.notes[1]?.counted.number += 1
    }
    #expect(calls == 5)
    #expect(meter.count == 0)
    withExtendedLifetime(tokens) {}
  }

  @Test("Of ten thousand observers, each of its own row, one changed row calls one")
  func oneOfTenThousand() throws {
    let notes = try RowTable(uniqueIDsWithRows: (0..<10_000).map { ($0, "") })
    let store = observersStore(ObserversState(notes: notes))
    var called: [Int] = []
    let tokens = (0..<10_000).map { id in store.observe(\.notes, row: id) { _ in called.append(id) } }
    store.edit { $0.notes[4_711] = "changed" }
    #expect(called == [4_711])
    store.edit { $0.count += 1 }
    store.edit { $0.notes.move(id: 3, to: 9_000) }
    #expect(called == [4_711])
    withExtendedLifetime(tokens) {}
  }

  @Test("A turn looks up the rows it changed, not those that are observed")
  func lookUps() {
    func hashes(observers: Int) -> Int {
      struct State {
        var notes = RowTable<ObserversID, Int>()
      }
      let meter = ObserversMeter()
      var state = State()
      for number in 0..<5_000 { state.notes[ObserversID(number: number, meter: meter)] = 0 }
      let changed = ObserversID(number: 0, meter: meter)
      let store = Store(state, of: Int.self) { state, number in
        state.notes[changed] = number
        return .none
      }
      let tokens = (0..<observers).map { number in
        store.observe(\.notes, row: ObserversID(number: number, meter: meter)) { _ in }
      }
      store.send(1)
      meter.count = 0
      store.send(2)
      withExtendedLifetime(tokens) {}
      return meter.count
    }
    let few = hashes(observers: 10)
    #expect(few > 0)
    #expect(hashes(observers: 5_000) == few)
  }

  private struct Wide {
    var count = 0
    var title = "a title that is too long to be kept inside of the string itself"
    var items: [Int]
    var words: [String: [Int]]
    var notes: RowTable<Int, [Int]>

    /// True while its content has no other owner.
    static func make() -> Wide {
      var notes = RowTable<Int, [Int]>()
      for id in 0..<1_000 { notes[id] = Array(0..<10) }
      return Wide(items: Array(0..<10_000), words: ["a": Array(0..<100)], notes: notes)
    }

    static func address(_ array: some Collection) -> Int? {
      array.withContiguousStorageIfAvailable { Int(bitPattern: $0.baseAddress) }
    }
  }

  /// The addresses of the state's collections, which change when one of them is copied.
  private func addresses(_ store: Store<Wide, ObserversEdit<Wide>>) -> [Int?] {
    store.withState { state in
      [
        Wide.address(state.items), Wide.address(state.words["a"] ?? []),
        Wide.address(state.notes.storage.slots), Wide.address(state.notes[3] ?? []),
      ]
    }
  }

  @Test(
    "The state's arrays and tables stay where they are over many turns, whoever observes other parts of it")
  func neverCopied() {
    let store = observersStore(Wide.make())
    let owner = ObserversProbe()
    let tokens = [
      store.observe(\.count) { _ in },
      store.observeChange(of: \.title) { _, _ in },
      store.observe { _ in },
      store.observe(\.items.count) { _ in },
      store.observe(\.notes, row: 5) { _ in },
      store.observe(\.notes) { _ in },
      store.observeChanges(in: \.notes) { _, _ in },
      store.observe(messages: ObserversEdit<Wide>.self) { _ in },
    ]
    store.observe(\.notes, row: 7, owner: owner, initial: true) { _, _ in }
    let before = addresses(store)
    for number in 0..<100 {
      store.edit { state in
        state.count += 1
        state.items[number] = -1
        state.words["a"]?[number] = number
        state.notes[3]?[number % 10] = number
        if number % 10 == 0 { state.title += "!" }
      }
    }
    #expect(addresses(store) == before)
    #expect(store.withState { $0.items[99] } == -1)
    withExtendedLifetime((tokens, owner)) {}
  }

  @Test("A store with a gate and a tap that does not ask for changes copies nothing either")
  func neverCopiedWhenTapped() {
    let store = observersStore(Wide.make())
    var turns = 0
    let tokens = [
      store.flow.tap { _ in turns += 1 },
      store.gate("open") { _ in .pass },
      store.observe(\.count) { _ in },
    ]
    let before = addresses(store)
    for number in 0..<10 { store.edit { $0.items[number] = -1 } }
    #expect(addresses(store) == before)
    #expect(turns == 10)
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "An array that is observed itself is kept to compare with, so its next change copies it, and only that")
  func observedArrayIsCopied() {
    let store = observersStore(Wide.make())
    let before = addresses(store)
    let token = store.observe(\.items) { _ in }
    store.edit { state in
      state.items[0] = -1
      state.words["a"]?[0] = 5
      state.notes[3]?[0] = 5
    }
    let after = addresses(store)
    #expect(after[0] != before[0])
    #expect(after.dropFirst() == before.dropFirst())
    token.cancel()
  }

  @Test(
    "The table is not held while a row of it is reported with `initial`, so what that sends copies nothing")
  func initialHoldsNothing() {
    let store = observersStore(Wide.make())
    let owner = ObserversProbe()
    let before = addresses(store)
    let token = store.observe(\.notes, row: 1, initial: true) { _ in store.edit { $0.notes[2] = [] } }
    #expect(addresses(store) == before)
    store.observe(\.notes, row: 1, owner: owner, initial: true) { _, _ in store.edit { $0.notes[2] = [1] } }
    #expect(addresses(store) == before)
    withExtendedLifetime((token, owner)) {}
  }
}
