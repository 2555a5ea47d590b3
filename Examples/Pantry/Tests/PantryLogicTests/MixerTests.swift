import Flask
import MillraceTesting
import Testing

@testable import PantryLogic

@MainActor
@Suite("Global mixers, drafts and the till")
struct MixerTests {
  private let household = Household()
  private var pantry: Pantry { household.pantry }

  @Test("A sample fills what is empty, and leaves alone what is not: each substance decides for itself")
  func sample() {
    pantry.need([("tea", 5)])
    pantry.loadSample()
    #expect(pantry.list.state.items == ["tea": 5])
    #expect(pantry.stock.state.items == ["coffee": 1, "milk": 2, "rice": 3])
    #expect(pantry.book.state.left == 2000)
    pantry.clear()
    pantry.loadSample()
    #expect(pantry.list.state.items == ["bread": 1, "butter": 1])
  }

  @Test("A draft that is discarded was never there, and one that is kept stays; they nest")
  func drafts() {
    pantry.need([("tea", 1)])
    pantry.beginDraft()
    pantry.need([("milk", 1)])
    pantry.beginDraft()
    pantry.need([("rice", 1)])
    pantry.discardDraft()
    #expect(pantry.list.state.items == ["milk": 1, "tea": 1])
    pantry.keepDraft()
    #expect(pantry.list.state.items == ["milk": 1, "tea": 1] && pantry.drafts == 0)
    _ = household.reports()
    pantry.keepDraft()
    pantry.discardDraft()
    #expect(household.reports() == Array(repeating: "No draft is open; 'draft' begins one.", count: 2))
    #expect(pantry.drafts == 0)
  }

  @Test("At the till the basket is paid before anything of what waits is done")
  func till() async throws {
    pantry.newDay(allowance: 1000)
    pantry.need([("milk", 2), ("tea", 1)])
    pantry.checkOut()
    #expect(pantry.flask.bus.isLocked)
    pantry.need([("rice", 1)])
    pantry.use("milk", 1)
    pantry.checkOut()
    #expect(household.reports() == ["\(Refusal.isQueueing)"])
    let waiting = pantry.flask.bus.waiting.compactMap { words(for: $0) }
    #expect(waiting == ["a chain over list", "a chain over stock"])
    #expect(pantry.list.state.items == ["milk": 2, "tea": 1] && pantry.stock.state.items.isEmpty)
    try await household.passTheTill()
    #expect(pantry.list.state.items == ["rice": 1] && pantry.stock.state.items == ["milk": 1, "tea": 1])
    #expect(pantry.book.state.left == 1000 - 598 && !pantry.flask.bus.isLocked && household.reports().isEmpty)
  }

  @Test(
    "A basket that cannot be paid is left at the till, as it was",
    arguments: [
      ("tea", 3, Refusal.tooDear(cents: 1020, left: 1000)), ("tea", 0, .listIsEmpty),
      ("milk", 1, .draftIsOpen),
    ])
  func left(item: String, count: Int, refusal: Refusal) async throws {
    pantry.newDay(allowance: 1000)
    if count > 0 { pantry.need([(item, count)]) }
    if refusal == .draftIsOpen { pantry.beginDraft() }
    _ = household.reports()
    let before = household.everything
    pantry.checkOut()
    try await household.passTheTill()
    #expect(household.everything == before && household.reports() == [refusal.description])
    #expect(!pantry.flask.bus.isLocked)
  }

  @Test(
    "What was left alone for two seconds is there again in the next household; a queue is not, nor is a history"
  )
  func archives() async throws {
    let archives = MemoryArchives()
    let first = Household(archives: archives)
    first.pantry.newDay(allowance: 1000)
    first.pantry.need([("milk", 2)])
    await first.clock.waitForSleepers(count: 2)
    first.clock.jump(by: .seconds(2))
    try await first.clock.waitUntil { archives.contents.count == 2 }
    first.pantry.buy("milk", 2)
    first.pantry.checkOut()
    // As if the first were killed: it saves nothing more, and the second starts from the archives.
    let second = Household(archives: MemoryArchives(archives.contents))
    #expect(second.pantry.list.state.items == ["milk": 2] && second.pantry.stock.state.items.isEmpty)
    #expect(second.pantry.book.state.left == 1000 && !second.pantry.till.state.isBusy)
    second.pantry.list.undo()
    #expect(second.reports() == ["There is nothing to undo on the list."])
    try await first.passTheTill()
  }

  @Test("A refusal is a sentence that says what to do")
  func sentences() {
    #expect(
      [
        Refusal.notSold("gold"), .notOnList("tea", asked: 3, there: 1),
        .notInStock("tea", asked: 1, there: 0),
        .tooMany("tea"), .tooDear(cents: 1205, left: 7), .draftIsOpen, .listIsEmpty, .isQueueing,
      ].map(\.description) == [
        "The shop does not sell 'gold'; 'shop' lists what it sells.",
        "There is only 1 'tea' on the list, so 3 cannot be bought; 'need tea 2' puts it there.",
        "There is no 'tea' in stock, so 1 cannot be used; 'stock' says what there is.",
        "No more than 999 'tea' are counted; ask for less.",
        "That costs 12.05, and 0.07 is left, so nothing was bought; 'day' brings more.",
        "The list is a draft, so nothing is bought; 'keep' it or 'discard' it first.",
        "There is nothing on the list to go to the till with; 'need milk' puts something there.",
        "You are in the queue already; 'waiting' says what waits for its end.",
      ])
  }
}
