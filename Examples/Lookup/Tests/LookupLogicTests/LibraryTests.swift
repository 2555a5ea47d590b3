import LookupLogic
import Millrace
import MillraceTesting
import Testing

/// The update with a store and a library.
@MainActor
@Suite("The program with its library") struct LibraryTests {
  private let clock = ManualClock()
  private let store: Store<LookupState, LookupMessage>

  init() {
    var environment = StoreEnvironment(clock: clock, random: .seeded(1))
    environment[LibraryKey.self] = LocalLibrary()
    store = Store(
      LookupState(), environment: environment, subscriptions: Lookup.subscriptions, update: Lookup.update)
  }

  private func enter(_ lines: String...) async {
    for line in lines { await store.send(.entered(line)).finish() }
  }

  private var titles: [String] {
    store.withState { state in state.list.compactMap { state.books[$0]?.title } }
  }

  @Test(
    "Capitals and accents make no difference to a search", arguments: ["creme crumb", "CRÈME", "zoë lef"])
  func search(words: String) async {
    await enter("find \(words)")
    #expect(titles == ["Crème & Crumb"])
  }

  @Test("Of two searches at once only the last one is answered")
  func latest() async {
    await enter("find bread; find quiet")
    #expect(titles == ["The Quiet Wheel"])
    #expect(store.withState(\.page).count == 1)
  }

  @Test("A loan changes the one row, and undo puts it back")
  func lendAndUndo() async {
    await enter("find swift")
    let others = store.withState { $0.books.changeStamp(of: "B 601") }
    await enter("lend 1")
    #expect(store.withState(\.books)["B 598"]?.copiesIn == 1)
    #expect(store.withState(\.loans).ids.elementsEqual(["B 598"]))
    #expect(store.withState { $0.books.changeStamp(of: "B 601") } == others)
    await enter("undo")
    #expect(store.withState(\.books)["B 598"]?.copiesIn == 2)
    #expect(store.withState(\.loans).isEmpty)
  }

  @Test("An undone step is not a step: undo goes back to the beginning and stops there")
  func undoAll() async {
    await enter("find weirs", "lend 1", "return 1", "undo")
    #expect(store.withState(\.loans).count == 1)
    await enter("undo")
    #expect(store.withState(\.loans).isEmpty)
    await enter("undo")
    #expect(store.notice.value == "There is nothing to undo; 'lend' and 'return' can be undone.")
  }

  @Test("What the library refuses is said and changes nothing else")
  func refusals() async {
    await enter("find weirs", "lend 1", "lend 1")
    #expect(store.notice.value == "You have 'Sluices, Weirs and Gates' at home; 'return' brings it back.")
    await enter("offline", "find mill")
    #expect(titles == ["Sluices, Weirs and Gates"])
    #expect(store.notice.value.hasPrefix("The library does not answer"))
    await enter("online", "find hannah", "lend 1", "lend 2", "find wheel", "lend 1")
    #expect(store.notice.value == "A reader may have 3 books; 'return' one before you take the next.")
    #expect(store.withState(\.loans).count == 3)
  }

  @Test("Every minute without a line is told of while something is on loan")
  func reminder() async {
    await enter("find weirs", "lend 1")
    await clock.advance(by: .seconds(150)) { await clock.waitForSleepers(count: 1) }
    #expect(store.quietMinutes == 2)
    await enter("return 1")
    #expect(store.quietMinutes == 0)
    #expect(clock.sleepers.isEmpty)
  }
}
