import Millrace
import Testing

@testable import MillraceDifference

/// The lines of a difference, or none.
func differenceText<Value>(_ old: Value, _ new: Value) -> String {
  Difference(from: old, to: new)?.description ?? ""
}

struct DifferenceBook: Equatable, Identifiable {
  var id: Int
  var title: String
  var year = 1815
}

private struct Library: Equatable {
  var name = "Town"
  var isOpen = true
  var books: [DifferenceBook] = []
  var owner: String?
}

private enum Loading: Equatable {
  case idle
  case loaded([Int])
  case failed(code: Int, String)
}

private protocol Shape {}
private struct Circle: Shape { var radius = 1 }
private struct Square: Shape { var side = 1 }

@Suite struct DifferenceShapeTests {
  @Test("Equal values have no difference")
  func equal() {
    #expect(Difference(from: Library(), to: Library()) == nil)
    #expect(Difference(from: [1: [2]], to: [1: [2]]) == nil)
    #expect(Difference(from: Optional<Int>.none, to: nil) == nil)
    #expect(Difference(from: (1, "a"), to: (1, "a")) == nil)
  }

  @Test("Of a struct the fields that differ are shown, the others are counted")
  func structs() {
    #expect(
      differenceText(Library(), Library(name: "City", isOpen: true, owner: "Ann")) == """
          Library(
        -   name: "Town"
        +   name: "City"
            … (2 unchanged)
        -   owner: nil
        +   owner: "Ann"
          )
        """)
  }

  @Test("What was inserted, removed and changed in a list is shown in its place")
  func lists() {
    let books = (0..<9).map { DifferenceBook(id: $0, title: "Title \($0)") }
    var others = books
    others[7].title = "Emma"
    others.remove(at: 2)
    others.append(DifferenceBook(id: 9, title: "Ulysses", year: 1922))
    #expect(
      differenceText(Library(books: books), Library(books: others)) == """
          Library(
            … (2 unchanged)
            books: [
              … (2 unchanged)
        -     [2]: DifferenceBook(id: 2, title: "Title 2", year: 1815)
              … (4 unchanged)
              [6]: DifferenceBook(
                … (1 unchanged)
        -       title: "Title 7"
        +       title: "Emma"
                … (1 unchanged)
              )
              … (1 unchanged)
        +     [8]: DifferenceBook(id: 9, title: "Ulysses", year: 1922)
            ]
            … (1 unchanged)
          )
        """)
  }

  @Test("What has moved in a list is removed in one place and inserted in the other")
  func moves() {
    let expected = """
        [
      -   [0]: 1
          … (3 unchanged)
      +   [3]: 1
        ]
      """
    #expect(differenceText([1, 2, 3, 4], [2, 3, 4, 1]) == expected)
    #expect(differenceText(ContiguousArray([1, 2, 3, 4]), [2, 3, 4, 1]) == expected)
    #expect(differenceText([0, 1, 2, 3, 4][1...], [0, 2, 3, 4, 1][1...]) == expected)
  }

  @Test("Elements are paired by id where they have one, else by their place between those that stay")
  func pairs() {
    let old = [DifferenceBook(id: 1, title: "a"), DifferenceBook(id: 2, title: "b")]
    let new = [DifferenceBook(id: 3, title: "c"), DifferenceBook(id: 2, title: "d")]
    #expect(
      differenceText(old, new) == """
          [
        -   [0]: DifferenceBook(id: 1, title: "a", year: 1815)
        +   [0]: DifferenceBook(id: 3, title: "c", year: 1815)
            [1]: DifferenceBook(
              … (1 unchanged)
        -     title: "b"
        +     title: "d"
              … (1 unchanged)
            )
          ]
        """)
    #expect(
      differenceText([[1], [2], [3]], [[0], [1, 5], [2], [3]]) == """
          [
            [0]: [
        -     [0]: 1
        +     [0]: 0
            ]
        +   [1]: [1, 5]
            … (2 unchanged)
          ]
        """)
  }

  @Test("Another case of an enum is shown whole, another payload of one case by its parts")
  func enums() {
    #expect(differenceText(Loading.idle, .loaded([1])) == "- .idle\n+ .loaded([1])")
    #expect(
      differenceText(Loading.failed(code: 1, "x"), .failed(code: 2, "x")) == """
          .failed(
        -   code: 1
        +   code: 2
            … (1 unchanged)
          )
        """)
    #expect(
      differenceText(Loading.loaded([1]), .loaded([1, 2])) == """
          .loaded(
            [
              … (1 unchanged)
        +     [1]: 2
            ]
          )
        """)
  }

  @Test("A tuple is compared by its parts, an optional by what it holds")
  func tuples() {
    #expect(
      differenceText((1, name: "a"), (1, name: "b")) == """
          (
            … (1 unchanged)
        -   name: "a"
        +   name: "b"
          )
        """)
    #expect(differenceText(Optional(3), Optional(4)) == "- 3\n+ 4")
    #expect(differenceText(Optional(3), nil) == "- 3\n+ nil")
    #expect(
      differenceText(Int??.some(nil), nil) == """
        - nil
        + nil
          (the first is of Swift.Optional<Swift.Int>, the second of Swift.Optional<Swift.Optional<Swift.Int>>)
        """)
  }

  @Test("Sets and dictionaries are shown in the order of their text")
  func gatherings() {
    #expect(
      differenceText(Set(["d", "b", "a"]), ["a", "c", "e"]) == """
          [
        -   "b"
        +   "c"
        -   "d"
        +   "e"
            … (1 unchanged)
          ]
        """)
    #expect(
      differenceText(["a": [1], "b": [2], "c": [3], "d": []], ["a": [1], "b": [2, 4], "e": [5], "d": []])
        == """
          [
            "b": [
              … (1 unchanged)
        +     [1]: 4
            ]
        -   "c": [3]
        +   "e": [5]
            … (2 unchanged)
          ]
        """)
  }

  @Test("What only came, or only went, is seen in sets and dictionaries")
  func growth() {
    #expect(differenceText(Set([1]), [1, 2]) == "  [\n+   2\n    … (1 unchanged)\n  ]")
    #expect(differenceText(Set([1, 2]), [1]) == "  [\n-   2\n    … (1 unchanged)\n  ]")
    #expect(differenceText([1: 1], [1: 1, 2: 2]) == "  [\n+   2: 2\n    … (1 unchanged)\n  ]")
    #expect(differenceText([1: 1, 2: 2], [1: 1]) == "  [\n-   2: 2\n    … (1 unchanged)\n  ]")
  }

  @Test("A table is compared by id, whether one was made from the other or not")
  func tables() throws {
    let old: RowTable = [7: "x", 8: "y", 9: "z"]
    var new = old
    new[8] = "Y"
    let expected = """
        [
          … (1 unchanged)
      -   8: "y"
      +   8: "Y"
          … (1 unchanged)
        ]
      """
    #expect(differenceText(old, new) == expected)
    #expect(differenceText(old, [7: "x", 8: "Y", 9: "z"]) == expected)
    #expect(differenceText(old, [7: "x", 8: "y", 9: "z"]) == "")
    new[8] = "y"
    #expect(differenceText(old, new) == "")
    new.move(id: 9, to: 0)
    new[7] = nil
    new.append("w", id: 5)
    #expect(
      differenceText(old, new) == """
          [
        -   7: "x"
        -   8: "y"
            … (1 unchanged)
        +   8: "y"
        +   5: "w"
          ]
        """)
  }

  @Test("A text of several lines is compared line by line")
  func texts() {
    #expect(
      differenceText("one\ntwo\nthree\nfour", "one\ntwo\n3\r\nfour\n") == """
          \"""
            … (2 unchanged)
        -   three
        +   3\\r
            … (1 unchanged)
        +   \n  \"""
        """)
  }

  @Test("Of a long text the part that differs is shown")
  func longTexts() {
    let many = String(repeating: "a", count: 300)
    #expect(
      differenceText(many + "x" + many, many + "yz" + many) == """
        - …"aaaaaaaaaaaaaaaaaaaaxaaaaaaaaaaaaaaaaaaaa"…
        + …"aaaaaaaaaaaaaaaaaaaayzaaaaaaaaaaaaaaaaaaaa"…
        """)
    #expect(differenceText("a\u{200B}\"", "a\"") == "- \"a\\u{200B}\\\"\"\n+ \"a\\\"\"")
  }

  @Test("Values behind a protocol are compared by what they are")
  func existentials() {
    let shapes: [any Shape] = [Circle(), Square()]
    #expect(differenceText(shapes, [Circle(), Square()]) == "")
    #expect(
      differenceText(shapes, [Square(side: 2), Square(side: 3)]) == """
          [
        -   [0]: Circle(radius: 1)
        +   [0]: Square(side: 2)
            [1]: Square(
        -     side: 1
        +     side: 3
            )
          ]
        """)
    #expect(differenceText(1 as Any, "1") == "- 1\n+ \"1\"")
    #expect(
      differenceText(1 as Any, Int8(1)) == """
        - 1
        + 1
          (the first is of Swift.Int, the second of Swift.Int8)
        """)
    #expect(differenceText([AnyHashable(1)], [AnyHashable("a")]).contains("- " + "  [0]: 1"))
  }
}
