import Testing

@testable import AftermathComponents

@Suite("The fewest changes from one content to another")
struct ComponentsDiffTests {
  func items(_ text: String) -> [Item] { text.map { Item(identifier: String($0)) } }

  func log(_ old: String, _ new: String) -> [String] { items(old).changes(to: items(new)).map(\.description) }

  @Test("equal lists, and two empty ones, need no change")
  func equal() {
    #expect(log("", "").isEmpty)
    #expect(log("abc", "abc").isEmpty)
    #expect([Component(identifier: "a")].contentChanges(to: [Component(identifier: "a")]).isEmpty)
  }

  @Test("what comes is inserted, what goes is deleted, what moves is moved once")
  func single() {
    #expect(log("abc", "axbc") == ["insert x at 1"])
    #expect(log("abc", "ac") == ["delete b at 1"])
    #expect(log("abcd", "bcda") == ["move a from 0 to 3"])
    #expect(log("abcd", "dabc") == ["move d from 3 to 0"])
    #expect(log("", "ab") == ["insert a at 0", "insert b at 1"])
    #expect(log("ab", "") == ["delete b at 1", "delete a at 0"])
  }

  @Test("an item that changed is updated, where it is or where it has moved to")
  func update() {
    let old = items("abcd")
    var new = items("abcd")
    new[2].title = "new"
    #expect(old.changes(to: new) == [.update(new[2], at: 2)])
    new.swapAt(2, 3)
    let changes = old.changes(to: new)
    #expect(changes.count == 2)
    #expect(changes.last == .update(new[3], at: 3))
  }

  @Test("items that changed at both ends of 10,000 are two updates")
  func updateAtBothEnds() {
    let old = (0..<10_000).map { Item(identifier: "n\($0)") }
    var new = old
    new[0].title = "first"
    new[9_999].title = "last"
    #expect(old.changes(to: new) == [.update(new[0], at: 0), .update(new[9_999], at: 9_999)])
  }

  @Test("the changes of random lists lead from the old to the new, one after another")
  func law() throws {
    for seed in 0..<3_000 as Range<UInt64> {
      var random = SeededRandom(seed)
      let old = sample(&random)
      let new = sample(&random)
      var list = old
      for change in old.changes(to: new) { try list.apply(change) }
      #expect(list == new, "seed \(seed)")
    }
  }

  @Test("lists in which identifiers are used twice are led to the new list nevertheless")
  func duplicates() throws {
    for seed in 0..<1_000 as Range<UInt64> {
      var random = SeededRandom(seed)
      let old = (0..<random.below(8)).map { _ in Item(identifier: "\(random.below(4))") }
      let new = (0..<random.below(8)).map { _ in Item(identifier: "\(random.below(4))") }
      var list = old
      for change in old.changes(to: new) { try list.apply(change) }
      #expect(list == new, "seed \(seed)")
    }
  }

  @Test("no other choice of items that stay would move fewer, and nothing is done twice")
  func minimal() {
    for seed in 0..<400 as Range<UInt64> {
      var random = SeededRandom(seed)
      let old = sample(&random, of: 8)
      let new = sample(&random, of: 8)
      var moves = 0
      var inserts = 0
      var deletes = 0
      var updates = 0
      for change in old.changes(to: new) {
        switch change {
        case .move: moves += 1
        case .insert: inserts += 1
        case .delete: deletes += 1
        case .update: updates += 1
        }
      }
      let both = new.filter { item in old.contains { $0.identifier == item.identifier } }
      let order = both.map { item in old.firstIndex { $0.identifier == item.identifier } ?? 0 }
      #expect(moves == order.count - longest(order), "seed \(seed)")
      #expect(inserts == new.count - both.count, "seed \(seed)")
      #expect(deletes == old.count - both.count, "seed \(seed)")
      #expect(updates == both.count { !old.contains($0) }, "seed \(seed)")
    }
  }

  @Test("the changes of random contents lead from the old to the new, one after another")
  func contentLaw() throws {
    for seed in 0..<1_500 as Range<UInt64> {
      var random = SeededRandom(seed)
      let old = contents(&random)
      let new = contents(&random)
      var content = old
      for change in old.contentChanges(to: new) { try content.apply(change) }
      #expect(content == new, "seed \(seed)")
      #expect(new.contentChanges(to: new).isEmpty)
    }
  }

  @Test("an item that changed is a change of that item, not of its component")
  func itemInComponent() {
    let old = [Component(identifier: "c", items: items("ab"))]
    var new = old
    new[0].items[1].children = items("x")
    #expect(old.contentChanges(to: new) == [.items(.update(new[0].items[1], at: 1), component: "c", at: 0)])
    new = old
    new[0].title = "Title"
    #expect(old.contentChanges(to: new) == [.components(.update(new[0], at: 0))])
  }

  @Test("a change that does not fit is a typed error, and the list stays")
  func unfit() {
    let old = items("ab")
    let unfit: [ListChange<Item>] = [
      .delete("a", at: 1), .delete("a", at: 2), .delete("a", at: -1), .insert(old[0], at: 3),
      .insert(old[0], at: -1), .move("a", from: 1, to: 0), .move("a", from: 0, to: 2),
      .move("a", from: 0, to: -1), .update(Item(identifier: "c"), at: 0), .update(old[0], at: 9),
    ]
    for change in unfit {
      var list = old
      #expect(throws: ComponentError.unfitChange(change.description)) { try list.apply(change) }
      #expect(list == old)
      var content = [Component(identifier: "c", items: old)]
      #expect(throws: ComponentError.self) { try content.apply(.items(change, component: "c", at: 0)) }
      #expect(throws: ComponentError.self) {
        try content.apply(.items(.insert(old[0], at: 0), component: "d", at: 0))
      }
      #expect(throws: ComponentError.self) {
        try content.apply(.items(.insert(old[0], at: 0), component: "c", at: 1))
      }
      #expect(throws: ComponentError.self) {
        try content.apply(.components(.update(Component(identifier: "c"), at: 7)))
      }
      #expect(content == [Component(identifier: "c", items: old)])
    }
  }

  @Test("the moves of a list that is turned round are all but one, however long it is")
  func reversal() throws {
    let old = (0..<2_000).map { Item(identifier: "\($0)") }
    let changes = old.changes(to: old.reversed())
    #expect(changes.count == 1_999)
    var list = old
    for change in changes { try list.apply(change) }
    #expect(list == old.reversed())
  }

  // MARK: Support

  func sample(_ random: inout SeededRandom, of bound: Int = 12) -> [Item] {
    let identifiers = (0..<bound).filter { _ in random.below(4) > 0 }.shuffled(using: &random)
    let isSorted = random.below(3) == 0
    return (isSorted ? identifiers.sorted() : identifiers).map {
      Item(identifier: "\($0)", title: random.below(4) == 0 ? "changed" : "")
    }
  }

  func contents(_ random: inout SeededRandom) -> [Component] {
    (0..<4).filter { _ in random.below(4) > 0 }.shuffled(using: &random).map {
      Component(
        identifier: "c\($0)", kind: random.below(3) == 0 ? "grid" : "",
        title: random.below(3) == 0 ? "changed" : "", items: sample(&random, of: 5),
        metadata: random.below(3) == 0 ? ["sorted": true] : [:])
    }
  }

  /// The length of a longest increasing subsequence, by trying all.
  func longest(_ numbers: [Int]) -> Int {
    (0..<(1 << numbers.count)).reduce(0) { best, mask in
      let chosen = numbers.indices.filter { mask >> $0 & 1 == 1 }.map { numbers[$0] }
      return zip(chosen, chosen.dropFirst()).allSatisfy(<) ? max(best, chosen.count) : best
    }
  }
}
