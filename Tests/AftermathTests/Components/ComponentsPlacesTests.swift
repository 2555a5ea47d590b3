import Testing

@testable import AftermathComponents

@Suite("The places of items")
struct ComponentsPlacesTests {
  @Test(
    "a place is found as a search from the front finds it, after whatever edits",
    arguments: 0..<40 as Range<UInt64>)
  func law(seed: UInt64) {
    var random = SeededRandom(seed)
    var items = (0..<random.below(300)).map { Item(identifier: "n\($0)") }
    var places = ItemPlaces(of: items)
    var number = items.count
    // A list that is seldom searched has many shifts to catch up with.
    let searches = random.pick([1, 10, 200])
    for step in 0..<1_000 {
      if random.below(2) == 0 || items.isEmpty {
        let new = (0..<random.below(3)).map { Item(identifier: "n\(number + $0)") }
        number += new.count
        let index = random.pick([0, items.count, random.below(items.count + 1)])
        items.insert(contentsOf: new, at: index)
        places.insert(new, at: index, in: items)
      } else {
        let index = random.pick([0, items.count - 1, random.below(items.count)])
        let old = items.remove(at: index)
        places.delete(old.identifier, at: index, in: items)
      }
      guard step % searches == 0 else { continue }
      for _ in 0..<5 {
        let identifier = "n\(random.below(number + 1))"
        let index = items.firstIndex { $0.identifier == identifier }
        #expect(places.contains(identifier) == (index != nil), "seed \(seed), step \(step)")
        #expect(places.index(of: identifier, in: items) == index, "seed \(seed), step \(step)")
      }
    }
  }

  @Test("many items are deleted at once, and the others are still found")
  func manyDeletions() {
    let items = (0..<500).map { Item(identifier: "n\($0)") }
    var contents = Contents([Component(identifier: "list", items: items)])
    let gone = stride(from: 0, to: 500, by: 2).map { "n\($0)" }
    let (changes, errors) = contents.apply(.delete(gone + ["z", "n0"], in: 0))
    #expect(changes.count == 250 && errors.count == 1)
    #expect(contents.components[0].items.map(\.identifier) == (0..<250).map { "n\(2 * $0 + 1)" })
    let update = Item(identifier: "n251", title: "new")
    #expect(
      contents.apply(.update([update], in: 0)).changes == [
        .items(.update(update, at: 125), component: "list", at: 0)
      ])
  }
}
