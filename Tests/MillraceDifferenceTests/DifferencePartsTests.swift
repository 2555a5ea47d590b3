import Millrace
import MillraceSupport
import TestResources
import Testing

@testable import MillraceDifference

private struct Shop: Equatable {
  var name = "Town"
  var books: [DifferenceBook] = []
  var prices: [String: Int] = [:]
  var phase = Phase.idle
  var note = ""
  var rows: RowTable<Int, String> = [:]
}

private enum Phase: Equatable {
  case idle
  case loaded(DifferenceBook)
  case failed(code: Int)
}

private func parts(
  _ old: Shop, maximumLength: Int = 100, maximumLines: Int = 50, _ change: (inout Shop) -> Void
)
  -> [String]
{
  var new = old
  change(&new)
  return Difference(from: old, to: new)?.parts(maximumLength: maximumLength, maximumLines: maximumLines) ?? []
}

@Suite struct DifferencePartsTests {
  private let shop = Shop(
    books: [DifferenceBook(id: 7, title: "Ema"), DifferenceBook(id: 8, title: "Ulysses")],
    prices: ["Emma": 3], phase: .loaded(DifferenceBook(id: 1, title: "a")), rows: [4: "four"])

  @Test("A changed part stands in a line under its path")
  func changed() {
    #expect(parts(shop) { $0.name = "Village" } == [#"  name: "Town" → "Village""#])
    #expect(parts(shop) { $0.books[0].title = "Emma" } == [#"  books[0].title: "Ema" → "Emma""#])
    #expect(parts(shop) { $0.prices["Emma"] = 4 } == [#"  prices["Emma"]: 3 → 4"#])
    #expect(parts(shop) { $0.rows[4] = "vier" } == [#"  rows[4]: "four" → "vier""#])
    #expect(
      parts(shop) { $0.phase = .loaded(DifferenceBook(id: 1, title: "b")) }
        == [#"  phase.loaded.title: "a" → "b""#])
    #expect(
      parts(shop) { $0.phase = .failed(code: 3) }
        == [#"  phase: .loaded(DifferenceBook(id: 1, title: "a", year: 1815)) → .failed(code: 3)"#])
    #expect(Difference(from: 1, to: 2)?.parts() == ["  1 → 2"])
    #expect(
      Difference(from: Phase.failed(code: 1), to: .failed(code: 2))?.parts() == ["  failed.code: 1 → 2"])
  }

  @Test("An inserted part begins with +, a removed one with -")
  func inserted() {
    #expect(
      parts(shop) { $0.books.remove(at: 1) }
        == [#"- books[1]: DifferenceBook(id: 8, title: "Ulysses", year: 1815)"#])
    #expect(parts(shop) { $0.prices["Ulysses"] = 9 } == [#"+ prices["Ulysses"]: 9"#])
    #expect(Difference(from: Set([1]), to: Set([2]))?.parts() == ["- 1", "+ 2"])
  }

  @Test(
    "A change that does not fit has two lines, a longer line is cut, and lines beyond the limit are counted")
  func limits() {
    #expect(
      parts(shop, maximumLength: 20) { $0.name = "a very long name" }
        == [#"- name: "Town""#, "+ name: \"a very lon…"])
    var many = shop
    many.books = (0..<10).map { DifferenceBook(id: $0, title: "") }
    let lines = Difference(from: shop, to: many)?.parts(maximumLines: 4) ?? []
    #expect(lines.count == 4)
    #expect(lines.last == "  … (7 more lines)")
    #expect(lines.allSatisfy { TextWidth.of($0) <= 100 })
  }

  @Test("The lines of a text stand under its name")
  func text() {
    var old = shop
    old.note = "one\ntwo"
    #expect(
      parts(old) { $0.note = "one\nthree" } == ["  note: …", "-   two", "+   three"])
  }

  @Test("There are parts if and only if there is a difference")
  func law() {
    for seed in 0..<200 as Range<UInt64> {
      var dice = SeededGenerator(seed: seed)
      func random(_ dice: inout SeededGenerator) -> Shop {
        var shop = Shop()
        for _ in 0..<Int.random(in: 0...3, using: &dice) {
          shop.books.append(DifferenceBook(id: Int.random(in: 0...2, using: &dice), title: "t"))
        }
        if Bool.random(using: &dice) { shop.prices["a"] = Int.random(in: 0...1, using: &dice) }
        if Bool.random(using: &dice) { shop.phase = .failed(code: Int.random(in: 0...1, using: &dice)) }
        if Bool.random(using: &dice) { shop.note = ["a", "a\nb"].randomElement(using: &dice) ?? "" }
        return shop
      }
      let (old, new) = (random(&dice), random(&dice))
      let lines = Difference(from: old, to: new)?.parts() ?? []
      #expect(lines.isEmpty == (old == new), "seed \(seed)")
    }
  }
}
