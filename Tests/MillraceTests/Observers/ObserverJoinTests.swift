import Millrace
import Testing

/// Joining inside of a turn: the new observer receives later turns, whatever others observe the same already.
@Suite("Joining inside of a turn")
struct ObserverJoinTests {
  @Test(
    "An observer added to a part inside of a turn is notified of later turns, also when the part has others"
  )
  func part() {
    let store = observersStore(ObserversState())
    var late: [ObservationToken] = []
    var seen: [Int] = []
    let early = store.observe(\.title) { _ in
      if late.isEmpty { late.append(store.observe(\.count, initial: true) { seen.append($0) }) }
    }
    var others: [Int] = []
    let other = store.observe(\.count) { others.append($0) }
    store.edit {
      $0.title = "a"
      $0.count = 1
    }
    #expect(seen == [1])
    #expect(others == [1])
    store.edit { $0.count = 2 }
    #expect(seen == [1, 2])
    #expect(others == [1, 2])
    withExtendedLifetime((early, other)) {}
  }

  @Test("An observer of the whole state that is added inside of a turn is notified of later turns")
  func whole() {
    let store = observersStore(ObserversState())
    var late: [ObservationToken] = []
    var seen: [Int] = []
    let early = store.observe(\.title) { _ in
      if late.isEmpty { late.append(store.observe { seen.append($0.count) }) }
    }
    var others: [Int] = []
    let other = store.observe { others.append($0.count) }
    store.edit {
      $0.title = "a"
      $0.count = 1
    }
    #expect(seen == [])
    #expect(others == [1])
    store.edit { $0.count = 2 }
    #expect(seen == [2])
    #expect(others == [1, 2])
    withExtendedLifetime((early, other)) {}
  }

  @Test("An observer whose first call sends is notified of what that changes")
  func firstCallSends() {
    let store = observersStore(ObserversState())
    var parts: [Int] = []
    let part = store.observe(\.count, initial: true) { count in
      parts.append(count)
      if count == 0 { store.edit { $0.count = 1 } }
    }
    #expect(parts == [0, 1])
    var wholes: [Int] = []
    let whole = store.observe(initial: true) { state in
      wholes.append(state.count)
      if state.count == 1 { store.edit { $0.count = 2 } }
    }
    #expect(wholes == [1, 2])
    withExtendedLifetime((part, whole)) {}
  }
}
