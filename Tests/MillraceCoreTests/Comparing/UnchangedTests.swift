import TestResources
import Testing

@testable import MillraceCore

/// A value with a number that may be none beside what else may change.
private struct Search: Equatable {
  enum Phase: Equatable {
    case idle
    case waiting(Double, word: String)
    case found([Double])
  }

  var query = "a"
  var score = Double.nan
  var phase = Phase.idle
  var flag = false
  var history: [Double?] = []
  var weights: [String: Double] = [:]
}

/// A value that keeps its number behind a mirror that does not show everything.
private struct Drawn: Equatable, CustomReflectable {
  var hidden = 0
  var number = Double.nan
  var customMirror: Mirror { Mirror(self, children: ["number": number]) }
}

/// An object that is never equal to another, and not to itself.
private final class Odd: Equatable {
  static func == (_: Odd, _: Odd) -> Bool { false }
}

/// A long text in a buffer of its own.
private func fresh(_ text: String) -> String { (text + String(repeating: "·", count: 40)).lowercased() }

@Suite("A value is unchanged")
struct UnchangedTests {
  @Test("if both are equal, or both are no number")
  func numbers() {
    #expect(isUnchanged(1, from: 1) && !isUnchanged(1, from: 2))
    #expect(isUnchanged(Double.nan, from: .nan) && isUnchanged(Float.nan, from: -.nan))
    #expect(isUnchanged(Double.nan, from: Double(bitPattern: Double.nan.bitPattern | 1)))
    #expect(!isUnchanged(1, from: Double.nan) && !isUnchanged(Double.nan, from: 1))
    #expect(isUnchanged(0.0, from: -0.0), "they are equal")
    #expect(isUnchanged(Double?.some(.nan), from: .nan) && !isUnchanged(Double?.none, from: .nan))
    #expect(isUnchanged(Double??.some(.some(.nan)), from: .nan))
  }

  @Test("never if another part of it has changed beside a NaN")
  func trap() {
    let search = Search(query: fresh("a"))
    var other = Search(query: fresh("a"))
    #expect(search != search && isUnchanged(search, from: search) && isUnchanged(other, from: search))
    other.query = fresh("b")
    #expect(!isUnchanged(other, from: search))
    other = Search(query: fresh("a"), flag: true)
    #expect(!isUnchanged(other, from: search))
    other = Search(query: fresh("a"), score: 1)
    #expect(!isUnchanged(other, from: search) && !isUnchanged(search, from: other))
  }

  @Test("for all parts of a structure, changed one by one and together", arguments: LawRandom.seeds)
  func law(seed: UInt64) {
    var random = LawRandom(seed: seed)
    let numbers: [Double] = [.nan, -.nan, 1, 2]
    func value() -> (search: Search, key: String) {
      let query = ["a", "b"].randomElement(using: &random) ?? "a"
      let score = numbers.randomElement(using: &random) ?? 1
      let list = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Bool.random(using: &random) ? numbers.randomElement(using: &random) : nil
      }
      let weight = numbers.randomElement(using: &random) ?? 1
      let phase: Search.Phase =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .idle
        case 1: .waiting(score, word: query)
        case 2: .found([weight])
        default: .found([])
        }
      // `nan` and `-nan` have one text, as all numbers that are none.
      let key = "\(query) \(score) \(phase) \(list) \(weight)".replacing("-nan", with: "nan")
      let search = Search(
        query: fresh(query), score: score, phase: phase, history: list, weights: ["x": weight])
      return (search, key)
    }
    for _ in 0..<400 {
      let (left, right) = (value(), value())
      let isSame = isUnchanged(left.search, from: right.search)
      #expect(!isSame || left.key == right.key, "seed \(seed): \(left.key), \(right.key)")
      // A structure is taken apart if it is unequal to itself; an array hides it.
      if left.key == right.key, left.search != left.search { #expect(isSame, "seed \(seed): \(left.key)") }
    }
  }

  @Test("for containers of numbers with buffers of their own")
  func containers() {
    func list(_ numbers: Double...) -> [Double] { numbers.map { $0 } }
    #expect(list(1, .nan) != list(1, .nan))
    #expect(isUnchanged(list(1, .nan), from: list(1, .nan)))
    #expect(!isUnchanged(list(2, .nan), from: list(1, .nan)))
    #expect(!isUnchanged(list(.nan), from: list(.nan, .nan)))
    #expect(isUnchanged([list(.nan), [2]], from: [list(.nan), [2]]))
    #expect(isUnchanged(Optional(list(.nan)), from: list(.nan)))
    #expect(!isUnchanged(Optional(list(.nan)), from: nil))
    #expect(isUnchanged(["a": Double.nan, "b": 1], from: ["b": 1, "a": .nan]))
    #expect(!isUnchanged(["a": Double.nan, "b": 2], from: ["b": 1, "a": .nan]))
    #expect(isUnchanged([Double.nan: "x"], from: [.nan: "x"]))
    #expect(!isUnchanged([Double.nan: "y"], from: [.nan: "x"]))
    #expect(isUnchanged(Set([Double.nan, 1]), from: [1, .nan]))
    #expect(!isUnchanged(Set([Double.nan, 1]), from: [2, .nan]))
    #expect(isUnchanged([Search(), Search()], from: [Search(), Search()]))
    #expect(!isUnchanged([Search(), Search(query: "b")], from: [Search(), Search()]))
    #expect(isUnchanged(AnyHashable(Double.nan), from: AnyHashable(Double.nan)))
  }

  @Test("only if nothing is hidden from the comparison")
  func hidden() {
    #expect(!isUnchanged(Drawn(hidden: 1), from: Drawn(hidden: 2)))
    #expect(isUnchanged(Drawn(hidden: 1), from: Drawn(hidden: 1)), "its bytes are the same")
    let (one, two) = (Odd(), Odd())
    #expect(isUnchanged(one, from: one) && !isUnchanged(one, from: two))
  }

  @Test("as a key of a dictionary that is found again")
  func keys() {
    var table: [ReflexiveKey<Double>: Int] = [:]
    for number in 0..<3 { table[ReflexiveKey(.nan)] = number }
    #expect(table.count == 1 && table[ReflexiveKey(.nan)] == 2)
    table[ReflexiveKey(1)] = 1
    table[ReflexiveKey(.nan)] = nil
    #expect(table == [ReflexiveKey(1): 1])
  }
}
