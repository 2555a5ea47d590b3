import Foundation
import Millrace
import Synchronization
import Testing

@testable import MillraceDifference

private final class Node {
  var name: String
  var next: Node?

  init(_ name: String, next: Node? = nil) {
    self.name = name
    self.next = next
  }

  /// Nodes in a ring: the first follows the last.
  static func ring(_ names: String...) -> Node {
    let nodes = names.map { Node($0) }
    for (index, node) in nodes.enumerated() { node.next = nodes[(index + 1) % nodes.count] }
    return nodes[0]
  }
}

private class Animal: Equatable {
  let legs: Int
  init(legs: Int) { self.legs = legs }
  static func == (left: Animal, right: Animal) -> Bool { left.legs == right.legs }
}
private final class Cat: Animal {}
private final class Dog: Animal {}

private struct Never: Equatable, CustomStringConvertible, CustomReflectable {
  private let hidden: Int

  init(_ hidden: Int) { self.hidden = hidden }

  var description: String { "Never" }
  var customMirror: Mirror { Mirror(self, children: ["shown": 1]) }
  static func == (left: Never, right: Never) -> Bool { false }
}

private struct Ignoring: Equatable {
  var counted = 1
  var ignored = 1
  static func == (left: Ignoring, right: Ignoring) -> Bool { left.counted == right.counted }
}

private struct Version: CustomStringConvertible {
  var major = 1
  var minor = 0
  var build = "a"
  var description: String { "v\(major).\(minor)" }
}

private struct Drawn: CustomReflectable {
  var parts: KeyValuePairs<String, Any>
  var customMirror: Mirror { Mirror(self, children: parts.map { (label: $0.key, value: $0.value) }) }
}

private struct Handlers {
  var count = 1
  var action: (Int) -> Int = { $0 }
}

private indirect enum Chain: Equatable {
  case end(Int)
  case link(Chain)
}

/// A row whose comparisons are counted.
private struct CountedRow: Equatable, Sendable {
  /// A counter of comparisons; one for each test, as tests run beside each other.
  final class Counter: Sendable {
    private let number = Mutex(0)
    func add() { number.withLock { $0 += 1 } }
    func take() -> Int {
      number.withLock { number in
        defer { number = 0 }; return number
      }
    }
  }

  let counter: Counter
  var value: Int

  static func == (left: CountedRow, right: CountedRow) -> Bool {
    left.counter.add()
    return left.value == right.value
  }
}

@Suite struct DifferenceComparisonTests {
  @Test("The word of == is the last one about what differs")
  func equatable() {
    #expect(Difference(from: Ignoring(), to: Ignoring(ignored: 2)) == nil)
    #expect(
      differenceText(Ignoring(), Ignoring(counted: 2)) == """
          Ignoring(
        -   counted: 1
        +   counted: 2
            … (1 unchanged)
          )
        """)
  }

  @Test("When values differ by == that show the same, a line says so")
  func invisible() throws {
    let text = differenceText([Never(1)], [Never(2)])
    #expect(
      text.hasPrefix(
        "  [\n-   [0]: Never\n+   [0]: Never\n    (they differ by == of MillraceDifferenceTests."))
    #expect(text.hasSuffix("Never, but their visible parts are the same)\n  ]"))
  }

  @Test("An instance is the same as itself, and else compared by its fields")
  func instances() {
    let node = Node("a")
    #expect(Difference(from: node, to: node) == nil)
    #expect(Difference(from: Node("a", next: node), to: Node("a", next: Node("a"))) == nil)
    #expect(
      differenceText(Node("a"), Node("b")) == """
          Node(
        -   name: "a"
        +   name: "b"
            … (1 unchanged)
          )
        """)
  }

  @Test("Cycles are cut, and a difference in one is shown once")
  func cycles() {
    #expect(Difference(from: Node.ring("a", "b"), to: Node.ring("a", "b")) == nil)
    #expect(
      differenceText(Node.ring("a", "b"), Node.ring("a", "c")) == """
          Node(
            … (1 unchanged)
            next: Node(
        -     name: "b"
        +     name: "c"
              … (1 unchanged)
            )
          )
        """)
    let (old, new) = (Node("a"), Node("b"))
    #expect(
      differenceText([old, old], [new, new]).hasSuffix("[1]: Node(…) (the same difference as above)\n  ]"))
    #expect(readableText(Node.ring("a")) == #"Node(name: "a", next: Node(…))"#)
  }

  @Test("Instances of two subclasses are compared by the == that both inherit")
  func subclasses() {
    #expect(differenceText(Cat(legs: 4) as Animal, Dog(legs: 4)) == "")
    #expect(
      differenceText(Cat(legs: 4) as Animal, Dog(legs: 3)) == "- Cat(legs: 4)\n+ Dog(legs: 3)")
  }

  @Test("Functions make no difference, as they cannot be compared")
  func functions() {
    #expect(Difference(from: Handlers(), to: Handlers(action: { $0 + 1 })) == nil)
    #expect(differenceText(Handlers(), Handlers(count: 2)).contains("+   count: 2"))
    #expect(readableText(Handlers()) == "Handlers(count: 1, action: (Int) -> Int)")
  }

  @Test("A description stands for a few plain fields, unless it hides the difference")
  func descriptions() {
    #expect(differenceText(Version(), Version(minor: 1)) == "- v1.0\n+ v1.1")
    #expect(
      differenceText(Version(), Version(build: "b")) == """
          Version(
            … (2 unchanged)
        -   build: "a"
        +   build: "b"
          )
        """)
  }

  @Test("Values of the libraries are shown as they describe themselves")
  func libraries() throws {
    #expect(differenceText(Duration.seconds(1), .milliseconds(1_500)) == "- 1.0 seconds\n+ 1.5 seconds")
    #expect(
      differenceText(Identifier(high: 0, low: 1), Identifier(high: 0, low: 2)).hasSuffix("000000000002"))
    let urls = try ["https://a.example/b", "https://a.example/c"].map { try #require(URL(string: $0)) }
    #expect(differenceText(urls[0], urls[1]) == "- https://a.example/b\n+ https://a.example/c")
    let date = Date(timeIntervalSinceReferenceDate: 0)
    #expect(differenceText(date, date + 1) == "- 2001-01-01 00:00:00 +0000\n+ 2001-01-01 00:00:01 +0000")
    #expect(
      differenceText(date, date + 0.25) == """
          Date(
        -   timeIntervalSinceReferenceDate: 0.0
        +   timeIntervalSinceReferenceDate: 0.25
          )
        """)
    #expect(differenceText(0..<2, 0..<3) == "- 0..<2\n+ 0..<3")
  }

  @Test("A mirror of a type's own is what is compared, whatever parts it shows")
  func mirrors() {
    #expect(
      differenceText(Drawn(parts: ["a": 1, "b": 2, "c": 3]), Drawn(parts: ["a": 1, "c": 4, "d": 5])) == """
          Drawn(
            … (1 unchanged)
        -   b: 2
        -   c: 3
        +   c: 4
        +   d: 5
          )
        """)
  }

  @Test("Differences deeper than is shown are not lost, and deep values that are not Equatable are compared")
  func depth() {
    var (old, new) = (Chain.end(1), Chain.end(2))
    for _ in 0..<500 { (old, new) = (.link(old), .link(new)) }
    #expect(differenceText(old, new).contains("(they differ more than 64 levels deep)"))
    func list(_ last: String) -> Node { (0..<1_000).reduce(Node(last)) { Node("\($1)", next: $0) } }
    let (one, two, other) = (list("a"), list("a"), list("b"))
    #expect(Difference(from: one, to: two) == nil)
    #expect(differenceText(one, other).contains("(they differ more than 64 levels deep)"))
    // Thousands of instances that end together would end each other, one call within the next.
    for start in [one, two, other] {
      var node: Node? = start
      while let here = node { (node, here.next) = (here.next, nil) }
    }
  }

  @Test(
    "Ten thousand rows are compared once where they are a list of their own, thrice in a struct that has ==")
  func comparisons() {
    struct State: Equatable { var rows: [CountedRow] }
    let counter = CountedRow.Counter()
    let rows = (0..<10_000).map { CountedRow(counter: counter, value: $0) }
    var others = (0..<10_000).map { CountedRow(counter: counter, value: $0) }
    #expect(Difference(from: rows, to: others) == nil)
    #expect(counter.take() == 10_000)
    #expect(Difference(from: State(rows: rows), to: State(rows: others)) == nil)
    #expect(counter.take() == 10_000)
    others[7_000].value = 0
    #expect(Difference(from: rows, to: others) != nil)
    #expect(counter.take() <= 10_010)
    #expect(Difference(from: State(rows: rows), to: State(rows: others)) != nil)
    #expect(counter.take() <= 30_010)
    others.remove(at: 3_000)
    #expect(Difference(from: rows, to: others) != nil)
    #expect(counter.take() <= 20_010)
    var table = RowTable(rows.map { ($0.value, $0) }, uniquingIDsWith: { old, _ in old })
    let before = table
    table[5_000]?.value = 1
    #expect(Difference(from: before, to: table) != nil)
    #expect(counter.take() <= 10)
  }

  @Test("says where long bytes differ, which have no visible parts")
  func longBytes() throws {
    var data = Data(repeating: 0, count: 100)
    data[50] = 7
    let text = try #require(Difference(from: Data(repeating: 0, count: 100), to: data)).description
    #expect(text.contains("(they differ first at byte 50: 0 → 7)"), "\(text)")
  }
}
