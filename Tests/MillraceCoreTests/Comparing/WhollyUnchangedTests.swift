import Testing

@testable import MillraceCore

/// A structure with an array, whose `==` is finer than that of a part.
private struct Finer: Equatable {
  var item = Coarse()
  var numbers = fresh()

  static func == (left: Finer, right: Finer) -> Bool {
    left.item.name == right.item.name && left.numbers == right.numbers
  }
}

/// A part that is compared by its id alone.
private struct Coarse: Equatable {
  var id = 1
  var name = "a"
  static func == (left: Coarse, right: Coarse) -> Bool { left.id == right.id }
}

private struct Plain: Hashable {
  var word = "a"
  var numbers = fresh()
}

/// An array with a buffer of its own.
private func fresh(_ number: Double = .nan) -> [Double] { Array(repeating: number, count: 1) }

@Suite("A value is wholly unchanged")
struct WhollyUnchangedTests {
  @Test("also if a NaN stands in an array within a structure, which one buffer hides")
  func hidden() {
    #expect(Plain() != Plain() && !isUnchanged(Plain(), from: Plain()))
    #expect(isWhollyUnchanged(Plain(), from: Plain()))
    #expect(!isWhollyUnchanged(Plain(word: "b"), from: Plain()))
    #expect(!isWhollyUnchanged(Plain(numbers: fresh(1)), from: Plain()))
    #expect(isWhollyUnchanged(Set([Plain(), Plain(word: "b")]), from: [Plain(word: "b"), Plain()]))
    #expect(!isWhollyUnchanged(Set([Plain(), Plain(word: "c")]), from: [Plain(word: "b"), Plain()]))
    #expect(isWhollyUnchanged([Plain(): 1], from: [Plain(): 1]))
    #expect(!isWhollyUnchanged([Plain(): 2], from: [Plain(): 1]))
  }

  @Test("never by its parts alone, if no part is unequal to itself")
  func ownEquality() {
    let one = Finer(numbers: fresh(1))
    var other = one
    other.item.name = "b"
    #expect(one.item == other.item && !isWhollyUnchanged(other, from: one))
    #expect(!isWhollyUnchanged([other], from: [one]))
    // Beside a NaN, too, if it is not inside of the part that differs.
    struct Both: Equatable {
      var finer: Finer
      var numbers = fresh()
    }
    #expect(!isWhollyUnchanged(Both(finer: other), from: Both(finer: one)))
    #expect(isWhollyUnchanged(Both(finer: one), from: Both(finer: one)))
  }

  @Test("if its parts are of the same types")
  func types() {
    struct One: Equatable { var numbers = fresh() }
    struct Two: Equatable { var numbers = fresh() }
    struct Box: Equatable {
      let parts: [any Equatable]
      static func == (left: Box, right: Box) -> Bool { false }
    }
    #expect(isWhollyUnchanged(Box(parts: [One()]), from: Box(parts: [One()])))
    #expect(!isWhollyUnchanged(Box(parts: [Two()]), from: Box(parts: [One()])))
  }

  @Test("as a key of a dictionary that is found again")
  func keys() {
    var table: [WholeKey<Plain>: Int] = [:]
    for number in 0..<3 { table[WholeKey(Plain())] = number }
    table[WholeKey(Plain(word: "b"))] = 3
    #expect(table.count == 2 && table[WholeKey(Plain())] == 2)
  }

  @Test("and a part that is unequal to itself is found behind every buffer")
  func search() {
    #expect(containsUnequalPart(Double.nan) && containsUnequalPart(Plain()))
    #expect(containsUnequalPart(["a": Plain()]) && containsUnequalPart(Set([Plain()])))
    #expect(containsUnequalPart(Plain?.some(Plain())) && containsUnequalPart([fresh()]))
    #expect(!containsUnequalPart(Plain(numbers: fresh(1))) && !containsUnequalPart("a"))
    #expect(!containsUnequalPart(Plain?.none) && !containsUnequalPart([String]()))
  }
}
