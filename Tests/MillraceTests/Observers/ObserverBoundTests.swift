import TestResources
import Testing

@testable import Millrace

@MainActor
@Suite("How much memory observers take")
struct ObserverBoundTests {
  @Test("Observers whose owners died unnoticed are never more than those alive, and a few")
  func boundOfOnePart() {
    let store = observersStore(ObserversState())
    let alive = (0..<20).map { ObserversProbe("\($0)") }
    for owner in alive { store.observe(\.count, owner: owner) { _, _ in } }
    for _ in 0..<5_000 { store.observe(\.count, owner: ObserversProbe()) { _, _ in } }
    #expect(store.valueCell(\.count).observers.count <= 2 * (alive.count + 8))
    withExtendedLifetime(alive) {}
  }

  @Test("The bound follows the number alive down again, also when a turn has taken the dead off")
  func boundAfterShrinking() {
    let store = observersStore(ObserversState())
    let keeper = ObserversProbe()
    store.observe(\.count, owner: keeper) { _, _ in }
    var many = (0..<2_000).map { _ in ObserversProbe() }
    for owner in many { store.observe(\.count, owner: owner) { _, _ in } }
    many = []
    store.edit { $0.count = 1 }
    #expect(store.valueCell(\.count).observers.count == 1)
    for _ in 0..<2_000 { store.observe(\.count, owner: ObserversProbe()) { _, _ in } }
    #expect(store.valueCell(\.count).observers.count <= 32)
    withExtendedLifetime(keeper) {}
  }

  @Test("Rows without observers are forgotten, although they never change")
  func boundOfRows() throws {
    let notes = try RowTable(uniqueIDsWithRows: (0..<5_000).map { ($0, "") })
    let store = observersStore(ObserversState(notes: notes))
    let keeper = ObserversProbe()
    store.observe(\.notes, row: 0, owner: keeper) { _, _ in }
    for id in 1..<5_000 { store.observe(\.notes, row: id, owner: ObserversProbe()) { _, _ in } }
    #expect(store.tableCell(\.notes).rows.count <= 32)
    var calls = 0
    let token = store.observe(\.notes, row: 0) { _ in calls += 1 }
    store.edit { $0.notes[0] = "still there" }
    #expect(calls == 1)
    withExtendedLifetime((keeper, token)) {}
  }

  @Test("Tokens that come and go leave nothing, even while no turn is taken")
  func tokensComeAndGo() async {
    let store = observersStore(ObserversState())
    for number in 0..<2_000 {
      let token = store.observe(\.notes, row: number) { _ in }
      token.cancel()
    }
    await store.run()
    #expect(store.cells.isEmpty)
    #expect(store.watches.count == 0)
  }

  @Test(
    "Ending a thousand tokens of one part asks each observer that stays a few times, not a thousand times")
  func sweepingOnce() {
    let store = observersStore(ObserversState())
    let meter = ObserversMeter()
    let keeper = store.observe(\.count) { _ in }
    let registry = store.valueCell(\.count).observers
    registry.append(
      Observer(
        ownerIsGone: {
          meter.count += 1
          return false
        }, body: { _ in }))
    var tokens = (0..<1_000).map { _ in store.observe(\.count) { _ in } }
    meter.count = 0
    tokens = []
    store.pump()
    #expect(registry.count == 2)
    #expect(meter.count <= 3)
    withExtendedLifetime((keeper, tokens)) {}
  }

  @Test("A registry keeps its order while members come and go")
  func orderAfterSweeps() {
    let store = observersStore(ObserversState())
    var random = SeededGenerator(seed: 9)
    var tokens: [(number: Int, token: ObservationToken)] = []
    var seen: [Int] = []
    for number in 0..<500 {
      tokens.append((number, store.observe(\.count) { _ in seen.append(number) }))
      if Bool.random(using: &random) { tokens.remove(at: Int.random(in: 0..<tokens.count, using: &random)) }
      if number % 50 == 0 {
        seen = []
        store.edit { $0.count += 1 }
        #expect(seen == tokens.map(\.number))
      }
    }
  }
}
