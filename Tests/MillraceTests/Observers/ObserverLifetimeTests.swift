import Testing

@testable import Millrace

@MainActor
@Suite("How observers end")
struct ObserverLifetimeTests {
  @Test("An observer ends with `cancel`, and with the last reference to its token")
  func token() {
    let store = observersStore(ObserversState())
    var seen: [String] = []
    let kept = store.observe(\.count) { seen.append("kept \($0)") }
    var dropped: ObservationToken? = store.observe(\.count) { seen.append("dropped \($0)") }
    store.edit { $0.count = 1 }
    #expect(seen == ["kept 1", "dropped 1"])
    dropped = nil
    store.edit { $0.count = 2 }
    #expect(seen.dropFirst(2) == ["kept 2"])
    kept.cancel()
    kept.cancel()
    store.edit { $0.count = 3 }
    #expect(seen.count == 3)
    _ = dropped
  }

  @Test("A token that is not kept ends at once")
  func unkept() {
    let store = observersStore(ObserversState())
    var calls = 0
    _ = store.observe(\.count) { _ in calls += 1 }
    store.edit { $0.count = 1 }
    #expect(calls == 0)
  }

  @Test("An observer with an owner needs no token, does not keep the owner, and ends with it")
  func owner() {
    let store = observersStore(ObserversState())
    var seen: [String] = []
    var owner: ObserversProbe? = ObserversProbe("view")
    weak let weakOwner = owner
    if let owner {
      store.observeState(owner: owner) { owner, _ in seen.append("\(owner.name) whole") }
      store.observe(\.count, owner: owner) { owner, count in seen.append("\(owner.name) \(count)") }
      store.observe(\.notes, row: 1, owner: owner) { owner, _ in seen.append("\(owner.name) row") }
      store.observeChange(of: \.count, owner: owner) { owner, _, _ in seen.append("\(owner.name) change") }
    }
    store.edit { state in
      state.count = 1
      state.notes[1] = "a"
    }
    #expect(seen.sorted() == ["view 1", "view change", "view row", "view whole"])
    owner = nil
    #expect(weakOwner == nil)
    store.edit { state in
      state.count = 2
      state.notes[1] = "b"
    }
    #expect(seen.count == 4)
  }

  @Test("An observer that ends itself in its call is not called again, and the others are")
  func endsItself() {
    let store = observersStore(ObserversState())
    var seen: [String] = []
    var token: ObservationToken?
    token = store.observe(\.count) { count in
      seen.append("once \(count)")
      token?.cancel()
      token = nil
    }
    let other = store.observe(\.count) { seen.append("other \($0)") }
    store.edit { $0.count = 1 }
    store.edit { $0.count = 2 }
    #expect(seen == ["once 1", "other 1", "other 2"])
    other.cancel()
  }

  @Test("An observer ended by one before it is not called in that walk; one ended by one behind it was")
  func endsOthers() {
    let store = observersStore(ObserversState())
    var tokens: [Int: ObservationToken] = [:]
    var seen: [Int] = []
    for number in 0..<5 {
      tokens[number] = store.observe(\.count) { _ in
        seen.append(number)
        if number == 2 {
          tokens[1]?.cancel()
          tokens[3] = nil
        }
      }
    }
    store.edit { $0.count = 1 }
    #expect(seen == [0, 1, 2, 4])
    store.edit { $0.count = 2 }
    #expect(seen == [0, 1, 2, 4, 0, 2, 4])
  }

  @Test("An owner that dies inside a walk is not called any more, also not in that walk")
  func ownerDiesInside() {
    let store = observersStore(ObserversState())
    var owners: [ObserversProbe?] = (0..<4).map { ObserversProbe("\($0)") }
    var seen: [String] = []
    for owner in owners {
      guard let owner else { continue }
      store.observe(\.count, owner: owner) { owner, count in
        seen.append("\(owner.name) at \(count)")
        if owner.name == "1" {
          owners[1] = nil
          owners[2] = nil
        }
      }
    }
    store.edit { $0.count = 1 }
    #expect(seen == ["0 at 1", "1 at 1", "3 at 1"])
    store.edit { $0.count = 2 }
    #expect(seen.dropFirst(3) == ["0 at 2", "3 at 2"])
  }

  @Test("An observer added in a walk of the same part is first called in a later turn")
  func addedInside() {
    let store = observersStore(ObserversState())
    var tokens: [ObservationToken] = []
    var seen: [String] = []
    tokens.append(
      store.observe(\.count) { count in
        seen.append("first \(count)")
        if count > 2 { return }
        tokens.append(store.observe(\.count) { seen.append("added in \(count) at \($0)") })
      })
    store.edit { $0.count = 1 }
    #expect(seen == ["first 1"])
    store.edit { $0.count = 2 }
    #expect(seen.dropFirst() == ["first 2", "added in 1 at 2"])
    store.edit { $0.count = 3 }
    #expect(seen.dropFirst(3) == ["first 3", "added in 1 at 3", "added in 2 at 3"])
  }

  @Test("A thousand observers added inside one call are all called in the next turn, in order")
  func manyAddedInside() {
    let store = observersStore(ObserversState())
    var tokens: [ObservationToken] = []
    var seen: [Int] = []
    tokens.append(
      store.observe(\.count) { _ in
        if tokens.count > 1 { return }
        for number in 0..<1_000 { tokens.append(store.observe(\.count) { _ in seen.append(number) }) }
      })
    store.edit { $0.count = 1 }
    #expect(seen == [])
    store.edit { $0.count = 2 }
    #expect(seen == Array(0..<1_000))
  }

  @Test("A thousand observers that end themselves while they are called are called once each")
  func manyEndThemselves() async {
    let store = observersStore(ObserversState())
    var tokens: [Int: ObservationToken] = [:]
    var seen: [Int] = []
    for number in 0..<1_000 {
      tokens[number] = store.observe(\.count) { _ in
        seen.append(number)
        tokens[number] = nil
      }
    }
    store.edit { $0.count = 1 }
    #expect(seen == Array(0..<1_000))
    store.edit { $0.count = 2 }
    #expect(seen.count == 1_000)
    #expect(tokens.isEmpty)
    await store.run()
    #expect(store.watches.count == 0)
  }

  @Test("A part whose last observer ends and whose next one begins within one walk goes on being observed")
  func handedOver() {
    let store = observersStore(ObserversState())
    var token: ObservationToken?
    var seen: [String] = []
    func observe(_ name: String) {
      token = store.observe(\.count) { count in
        seen.append("\(name) \(count)")
        observe("\(name)+")
      }
    }
    observe("a")
    for _ in 0..<4 { store.edit { $0.count += 1 } }
    #expect(seen == ["a 1", "a+ 2", "a++ 3", "a+++ 4"])
    token?.cancel()
  }

  @Test("A token may be ended on another thread, before and after its store has ended")
  func otherThread() async {
    var store: ObserversStore? = observersStore(ObserversState())
    var calls = 0
    let token = store?.observe(\.count) { _ in calls += 1 }
    let late = store?.observe(\.count) { _ in calls += 1 }
    await Task.detached { token?.cancel() }.value
    store?.edit { $0.count = 1 }
    #expect(calls == 1)
    store = nil
    await Task.detached { late?.cancel() }.value
    #expect(calls == 1)
  }

  @Test("The last reference to the store may go inside of an observer; the turn ends well")
  func storeGoesInside() {
    var store: ObserversStore? = observersStore(ObserversState())
    weak let weakStore = store
    var calls = 0
    let tokens = [
      store?.observe(\.count) { _ in
        calls += 1
        store = nil
      },
      store?.observe(\.count) { _ in calls += 1 },
    ]
    store?.edit { $0.count = 1 }
    #expect(calls == 2)
    #expect(weakStore == nil)
    withExtendedLifetime(tokens) {}
  }
}
