import Flask
import Testing

@testable import PantryLogic

@MainActor
@Suite("Chains over several substances")
struct ChainTests {
  private let household = Household()
  private var pantry: Pantry { household.pantry }

  /// A listener that records the whole household after each change.
  private final class Witness {
    var seen: Set<String> = []
  }

  @Test("To buy is one transaction: nobody sees a thing that is in stock and not paid")
  func whole() {
    pantry.newDay(allowance: 1000)
    pantry.need([("milk", 2)])
    let witness = Witness()
    let reactor = pantry.flask.reactor(attachedTo: witness, mixing: [pantry.list, pantry.stock, pantry.book])
    {
      [household] witness, _ in witness.seen.insert(household.everything)
    }
    pantry.buy("milk", 2)
    #expect(witness.seen == [household.everything])
    #expect(pantry.stock.state.items == ["milk": 2] && pantry.list.state.items.isEmpty)
    #expect(pantry.book.state.left == 742 && pantry.book.state.entries.map(\.text) == ["milk 2"])
    #expect(reactor.isBound && household.reports().isEmpty)
  }

  @Test("What cannot be bought leaves nothing behind, whichever substance refuses it")
  func refused() {
    pantry.newDay(allowance: 1000)
    pantry.need([("milk", 999), ("coffee", 2), ("tea", 2)])
    pantry.buy("tea", 2)
    _ = household.reports()
    let before = household.everything
    func expectRefusal(of item: String, _ count: Int, _ refusal: Refusal) {
      pantry.buy(item, count)
      #expect(household.everything == before && household.reports() == [refusal.description])
    }
    expectRefusal(of: "bread", 1, .notOnList("bread", asked: 1, there: 0))
    expectRefusal(of: "coffee", 3, .notOnList("coffee", asked: 3, there: 2))
    expectRefusal(of: "coffee", 2, .tooDear(cents: 1380, left: 320))
    pantry.beginDraft()
    _ = household.reports()
    expectRefusal(of: "milk", 1, .draftIsOpen)
  }

  @Test("The stock has room for 999 of a thing, and no more is bought")
  func room() {
    pantry.newDay(allowance: 1_000_000)
    pantry.need([("milk", 999)])
    pantry.buy("milk", 999)
    pantry.need([("milk", 1)])
    let before = household.everything
    pantry.buy("milk", 1)
    #expect(household.everything == before && household.reports() == ["\(Refusal.tooMany("milk"))"])
    pantry.use("milk", 1)
    pantry.buy("milk", 1)
    #expect(pantry.stock.state.items == ["milk": 999])
  }

  @Test("No more is used than there is")
  func use() {
    pantry.loadSample()
    pantry.use("milk", 3)
    #expect(household.reports() == ["\(Refusal.notInStock("milk", asked: 3, there: 2))"])
    pantry.use("milk", 2)
    #expect(pantry.stock.state.items == ["coffee": 1, "rice": 3])
  }

  @Test(
    "What was put on the list in one go is one step to undo, and what the shop does not sell is no part of it"
  )
  func undo() {
    pantry.need([("milk", 1)])
    pantry.need([("eggs", 1), ("gold", 1), ("milk", 998), ("milk", 1), ("tea", 1)])
    #expect(household.reports() == ["\(Refusal.notSold("gold"))", "\(Refusal.tooMany("milk"))"])
    pantry.list.undo()
    #expect(pantry.list.state.items == ["milk": 1])
    pantry.list.redo()
    #expect(pantry.list.state.items == ["eggs": 1, "milk": 999, "tea": 1])
    pantry.list.undo()
    pantry.list.undo()
    pantry.list.undo()
    #expect(
      pantry.list.state.items.isEmpty && household.reports() == ["There is nothing to undo on the list."])
  }

  @Test("What was bought is not put on the list again by an undo")
  func bought() {
    pantry.newDay(allowance: 1000)
    pantry.need([("milk", 1)])
    pantry.buy("milk", 1)
    pantry.list.undo()
    #expect(
      pantry.list.state.items.isEmpty && household.reports() == ["There is nothing to undo on the list."])
  }

  @Test(
    "Whatever one asks for, money is neither made nor lost, and no amount is below one", arguments: 1...20)
  func law(seed: UInt64) async throws {
    var random = RandomSource.seeded(seed)
    let items = Array(Shop.prices.keys.sorted().prefix(4)) + ["gold"]
    var (given, drafts) = (0, 0)
    for _ in 0..<200 {
      let (item, count) = (items.randomElement(using: &random) ?? "", Int.random(in: 1...3, using: &random))
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        pantry.newDay(allowance: 500)
        given += 500
      case 1...3: pantry.need([(item, count), (item, 1)])
      case 4, 5: pantry.buy(item, count)
      case 6: pantry.use(item, count)
      case 7: pantry.list.undo()
      case 8: pantry.list.redo()
      case 9:
        pantry.beginDraft()
        drafts += 1
      case 10 where drafts > 0:
        if Bool.random(using: &random) { pantry.keepDraft() } else { pantry.discardDraft() }
        drafts -= 1
      default: pantry.use(item, 1)
      }
      let book = pantry.book.state
      #expect(book.left + book.entries.reduce(0) { $0 + $1.cents } == given && book.left >= 0, "seed \(seed)")
      let amounts = Array(pantry.stock.state.items.values) + Array(pantry.list.state.items.values)
      #expect(amounts.allSatisfy { 1...mostOfOneThing ~= $0 }, "seed \(seed)")
      #expect(pantry.drafts == drafts, "seed \(seed)")
    }
  }
}
