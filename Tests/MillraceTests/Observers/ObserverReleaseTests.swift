import Testing

@testable import Millrace

@MainActor
@Suite("What ended observers leave behind")
struct ObserverReleaseTests {
  /// Every way to observe with a token, each with a closure that holds the probe.
  private static let ways: [(String, (ObserversStore, ObserversProbe) -> ObservationToken)] = [
    ("whole", { store, probe in store.observe { _ in _ = probe } }),
    ("part", { store, probe in store.observe(\.count) { _ in _ = probe } }),
    ("computed", { store, probe in store.observe(\.doubled) { _ in _ = probe } }),
    ("change", { store, probe in store.observeChange(of: \.count) { _, _ in _ = probe } }),
    ("stamped", { store, probe in store.observe(\.notes) { _ in _ = probe } }),
    ("row", { store, probe in store.observe(\.notes, row: 1) { _ in _ = probe } }),
    ("changes", { store, probe in store.observeChanges(in: \.notes) { _, _ in _ = probe } }),
    (
      "messages",
      { store, probe in store.observe(messages: ObserversEdit<ObserversState>.self) { _ in _ = probe } }
    ),
  ]

  @Test("The closure is released soon after its token has ended", arguments: 0..<8)
  func releasedWithToken(way: Int) async {
    let store = observersStore(ObserversState())
    var token: ObservationToken?
    let witness = ObserversWitness(&token) { Self.ways[way].1(store, $0) }
    store.edit { $0.count = 1 }
    #expect(witness.probe != nil)
    token = nil
    await store.run()
    #expect(witness.probe == nil, "\(Self.ways[way].0)")
    #expect(store.watches.count == 0)
    #expect(store.cells.isEmpty)
  }

  @Test("The closure is released when the next turn begins, without anybody waiting for it")
  func releasedWithNextTurn() {
    let store = observersStore(ObserversState())
    var token: ObservationToken?
    let witness = ObserversWitness(&token) { probe in store.observe(\.count) { _ in _ = probe } }
    token = nil
    store.edit { _ in }
    #expect(witness.probe == nil)
    _ = token
  }

  @Test("The closure is released when the store ends, although its token lives", arguments: 0..<8)
  func releasedWithStore(way: Int) {
    var store: ObserversStore? = observersStore(ObserversState())
    weak let weakStore = store
    var token: ObservationToken?
    let witness = ObserversWitness(&token) { probe in store.map { Self.ways[way].1($0, probe) } }
    store?.edit { $0.count = 1 }
    store = nil
    #expect(weakStore == nil)
    #expect(witness.probe == nil, "\(Self.ways[way].0)")
    token?.cancel()
  }

  @Test(
    "The closure is released when the store ends before it has heard of the token's end",
    arguments: [false, true])
  nonisolated func releasedUnheard(hasOther: Bool) {
    var store: ObserversStore? = observersStore(ObserversState())
    let other = hasOther ? store?.observe(\.count) { _ in } : nil
    var token: ObservationToken?
    let witness = ObserversWitness(&token) { probe in store?.observe(\.count) { _ in _ = probe } }
    token = nil
    #expect(witness.probe != nil)
    store = nil
    #expect(witness.probe == nil)
    withExtendedLifetime((other, token)) {}
  }

  @Test("Ending one observer does not release the others of its part")
  func othersStay() async {
    let store = observersStore(ObserversState())
    var first: ObservationToken?
    var second: ObservationToken?
    let gone = ObserversWitness(&first) { probe in store.observe(\.count) { _ in _ = probe } }
    let kept = ObserversWitness(&second) { probe in store.observe(\.count) { _ in _ = probe } }
    first = nil
    await store.run()
    #expect(gone.probe == nil)
    #expect(kept.probe != nil)
    _ = (first, second)
  }

  @Test("The closure of a dead owner is released in the turn that would have called it")
  func releasedWithOwner() {
    let store = observersStore(ObserversState())
    var owner: ObserversProbe? = ObserversProbe()
    let witness = ObserversWitness { probe in
      if let owner { store.observe(\.count, owner: owner) { _, _ in _ = probe } }
    }
    owner = nil
    store.edit { $0.title = "else" }
    #expect(witness.probe != nil, "nobody has looked yet; this is what the bound below is for")
    store.edit { $0.count = 1 }
    #expect(witness.probe == nil)
    #expect(store.watches.count == 0)
    _ = owner
  }

  @Test(
    "What an observer's closure releases in the end may observe and end observers itself",
    arguments: [false, true])
  func releaseCallsBack(isLast: Bool) async {
    final class Chain {
      let atEnd: () -> Void
      init(_ atEnd: @escaping () -> Void) { self.atEnd = atEnd }
      deinit { atEnd() }
    }
    let store = observersStore(ObserversState())
    var seen: [Int] = []
    var next: ObservationToken?
    var other = isLast ? nil : store.observe(\.count) { seen.append($0 * 10) }
    var token: ObservationToken?
    do {
      let chain = Chain {
        next = store.observe(\.count) { seen.append($0) }
        other = nil
      }
      token = store.observe(\.count) { _ in _ = chain }
    }
    token = nil
    await store.run()
    store.edit { $0.count = 1 }
    #expect(seen == [1])
    next = nil
    await store.run()
    #expect(store.watches.count == 0)
    _ = (next, other, token)
  }
}
