import TestResources
import Testing

@testable import MillraceDifference

/// A value with every kind of part, of chance.
private struct Mixed: Equatable {
  var number: Int
  var text: String
  var list: [Int]
  var names: Set<String>
  var rows: [DifferenceBook]
  var values: [String: [Int]]
  var inner: [Mixed]
  var choice: Choice?

  enum Choice: Equatable {
    case none
    case some(Int, name: String)
  }

  init(depth: Int, using dice: inout SeededGenerator) {
    func numbers(_ dice: inout SeededGenerator) -> [Int] {
      (0..<Int.random(in: 0...3, using: &dice)).map { _ in Int.random(in: 0...2, using: &dice) }
    }
    number = Int.random(in: 0...2, using: &dice)
    text = ["a", "b", "a\nb", "a\nc"].randomElement(using: &dice) ?? ""
    list = numbers(&dice)
    names = Set(numbers(&dice).map { "n\($0)" })
    rows = numbers(&dice).map { DifferenceBook(id: $0, title: "t\(Int.random(in: 0...1, using: &dice))") }
    values = [:]
    for key in numbers(&dice) { values["k\(key)"] = numbers(&dice) }
    inner = []
    if depth > 0 {
      for _ in 0..<Int.random(in: 0...2, using: &dice) { inner.append(Mixed(depth: depth - 1, using: &dice)) }
    }
    switch Int.random(in: 0...2, using: &dice) {
    case 0: choice = nil
    case 1: choice = Choice.none
    default: choice = .some(Int.random(in: 0...1, using: &dice), name: "x")
    }
  }
}

/// The same without `==`, which is compared by its parts.
private struct Unequatable {
  var mixed: Mixed
  var parts: [(Int, [Part])]
  struct Part { var number: Int }

  init(_ mixed: Mixed) {
    self.mixed = mixed
    parts = mixed.rows.map { ($0.id, [Part(number: $0.year), Part(number: $0.title.count + mixed.number)]) }
  }
}

@Suite struct DifferenceLawTests {
  @Test("Values have a difference if and only if they are not equal, and always the same one")
  func nilIffEqual() {
    for seed in 0..<400 as Range<UInt64> {
      var dice = SeededGenerator(seed: seed)
      let old = Mixed(depth: 2, using: &dice)
      var again = SeededGenerator(seed: seed)
      let copy = Mixed(depth: 2, using: &again)
      var new = Bool.random(using: &dice) ? Mixed(depth: 2, using: &dice) : old
      if Bool.random(using: &dice) { new.list.append(1) }
      #expect((Difference(from: old, to: new) == nil) == (old == new), "seed \(seed)")
      #expect(Difference(from: old, to: copy) == nil, "seed \(seed)")
      #expect(
        (Difference(from: Unequatable(old), to: Unequatable(new)) == nil) == (old == new), "seed \(seed)")
      #expect(differenceText(old, new) == differenceText(copy, new), "seed \(seed)")
      if old != new {
        let lines = differenceText(old, new).split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("-") || $0.hasPrefix("+") }, "seed \(seed)")
      }
    }
  }

  /// The length of a longest common subsequence, the plain way.
  private func commonLength(_ old: [Int], _ new: [Int]) -> Int {
    var row = Array(repeating: 0, count: new.count + 1)
    for element in old {
      var diagonal = 0
      for (index, other) in new.enumerated() {
        let above = row[index + 1]
        row[index + 1] = element == other ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[new.count]
  }

  @Test("A list of numbers that occur once has no more lines than there are numbers that cannot stay")
  func minimal() {
    for seed in 0..<400 as Range<UInt64> {
      var dice = SeededGenerator(seed: seed)
      let numbers = Array(0..<Int.random(in: 0...24, using: &dice)).shuffled(using: &dice)
      let old = numbers.filter { _ in Int.random(in: 0...4, using: &dice) > 0 }
      var new = numbers.filter { _ in Int.random(in: 0...4, using: &dice) > 0 }
      for _ in 0..<Int.random(in: 0...4, using: &dice) where new.count > 1 {
        new.swapAt(Int.random(in: 0..<new.count, using: &dice), Int.random(in: 0..<new.count, using: &dice))
      }
      let lines = differenceText(old, new).split(separator: "\n").count { $0.first == "-" || $0.first == "+" }
      #expect(lines == old.count + new.count - 2 * commonLength(old, new), "seed \(seed): \(old) \(new)")
    }
  }

  /// The new list, made from the old one by these steps.
  private func applied(_ steps: ListSteps, to old: [Int], _ new: [Int]) -> (old: [Int], new: [Int]) {
    var (consumed, made): ([Int], [Int]) = ([], [])
    for step in steps.steps {
      switch step {
      case .same(let count):
        made += old[consumed.count..<consumed.count + count]
        consumed += old[consumed.count..<consumed.count + count]
      case .removed(let place): consumed.append(old[place])
      case .inserted(let place): made.append(new[place])
      case .changed(let before, let after):
        consumed.append(old[before])
        made.append(new[after])
      }
    }
    return (consumed, made)
  }

  @Test(
    "The steps use up the old list and make the new one, also when the search is given up, or goes by identity"
  )
  func application() throws {
    for seed in 0..<400 as Range<UInt64> {
      var dice = SeededGenerator(seed: seed)
      let (old, new) = (numbers(&dice), numbers(&dice))
      let limit = [0, 5, 1_000].randomElement(using: &dice) ?? 0
      let plain = ListSteps(oldCount: old.count, newCount: new.count, limit: limit) { old[$0] == new[$1] }
      #expect(applied(plain, to: old, new) == (old, new), "seed \(seed)")
      #expect(plain.isEmpty == (old == new), "seed \(seed)")
      let matched = ListSteps(
        oldCount: old.count, newCount: new.count, limit: limit,
        match: { _, _ in { old[$0] % 2 == new[$1] % 2 } }, same: { old[$0] == new[$1] })
      #expect(applied(matched, to: old, new) == (old, new), "seed \(seed)")
      #expect(matched.isEmpty == (old == new), "seed \(seed)")
    }
  }

  private func numbers(_ dice: inout SeededGenerator) -> [Int] {
    (0..<Int.random(in: 0...12, using: &dice)).map { _ in Int.random(in: 0...3, using: &dice) }
  }

  @Test("Lists with nothing in common are compared position by position when there are too many edits")
  func givenUp() {
    let old = Array(0..<1_000)
    let steps = ListSteps(oldCount: 1_000, newCount: 1_200, limit: 1 << 20) { _, _ in false }
    #expect(steps.steps.prefix(1_000) == ArraySlice(old.map { .changed($0, $0) }))
    #expect(steps.steps.dropFirst(1_000) == ArraySlice((1_000..<1_200).map { .inserted($0) }))
    let text = differenceText(old, (1_000..<2_200).map { $0 })
    #expect(text.split(separator: "\n").count == 1_001)
    #expect(text.hasSuffix("  … (1202 more lines)"))
  }
}
