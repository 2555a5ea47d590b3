import Millrace
import Testing

@MainActor
@Suite("Observers of the whole state")
struct ObserveWholeTests {
  @Test("The whole state is reported after every turn, changed or not")
  func everyTurn() {
    let store = observersStore(ObserversState())
    let owner = ObserversProbe()
    var counts: [Int] = []
    var owned: [Int] = []
    let token = store.observe { counts.append($0.count) }
    store.observeState(owner: owner) { owned.append($1.count) }
    store.edit { $0.count = 1 }
    store.edit { _ in }
    store.edit { $0.count = 2 }
    #expect(counts == [1, 1, 2])
    #expect(owned == counts)
    withExtendedLifetime((token, owner)) {}
  }

  @Test("With `initial` the whole state is reported before `observe` returns")
  func initial() {
    let store = observersStore(ObserversState(count: 3))
    let owner = ObserversProbe()
    var counts: [Int] = []
    let token = store.observe(initial: true) { counts.append($0.count) }
    store.observeState(owner: owner, initial: true) { counts.append($1.count * 10) }
    #expect(counts == [3, 30])
    withExtendedLifetime((token, owner)) {}
  }

  @Test("A state that cannot be compared or copied cheaply may be observed as a whole")
  func opaqueState() {
    struct Opaque {
      var action: () -> Int = { 0 }
    }
    let store = Store(Opaque(), of: Int.self) { state, number in
      state.action = { number }
      return .none
    }
    var seen: [Int] = []
    let token = store.observe { seen.append($0.action()) }
    store.send(4)
    store.send(2)
    #expect(seen == [4, 2])
    token.cancel()
  }

  @Test("An observer that asks for the state sees the one after its turn, while later messages wait")
  func stateInside() {
    let store = observersStore(ObserversState())
    var seen: [[Int]] = []
    let token = store.observe { state in
      if state.count < 3 { store.edit { $0.count += 1 } }
      seen.append([state.count, store.withState { $0.count }])
    }
    store.edit { $0.count = 1 }
    #expect(seen == [[1, 1], [2, 2], [3, 3]])
    token.cancel()
  }

  @Test(
    "A message that `initial` sends does not change the state that is being reported; its turn is next",
    arguments: [false, true])
  func initialSends(withOwner: Bool) {
    let store = observersStore(ObserversState(items: [1, 2, 3]))
    let owner = ObserversProbe()
    var token: ObservationToken?
    var seen: [[Int]] = []
    func look(_ state: ObserversState) {
      seen.append(state.items)
      let before = seen
      if seen.count == 1 { store.edit { $0.items = [7] } }
      #expect(seen == before)
      #expect(seen.last == state.items)
    }
    if withOwner {
      store.observeState(owner: owner, initial: true) { look($1) }
    } else {
      token = store.observe(initial: true) { look($0) }
    }
    #expect(seen == [[1, 2, 3], [7]])
    #expect(store.withState { $0.items } == [7])
    withExtendedLifetime((owner, token)) {}
  }
}
