import Millrace
import Testing

@testable import MillraceDifference

private actor Vault { let secret = 1 }

@Suite struct ReadableTextTests {
  @Test("A value that fits is one line")
  func short() {
    #expect(readableText(3) == "3")
    #expect(readableText("a\n\"b\"") == #""a\n\"b\"""#)
    #expect(
      readableText(DifferenceBook(id: 1, title: "a")) == #"DifferenceBook(id: 1, title: "a", year: 1815)"#)
    #expect(readableText((1, b: Optional("x"))) == #"(1, b: "x")"#)
    #expect(readableText(["b": 1, "a": 2]) == #"["a": 2, "b": 1]"#)
    #expect(readableText([String: Int]()) == "[:]")
    #expect(readableText(Set([2, 1])) == "[1, 2]")
    #expect(readableText([Int]()) == "[]")
    #expect(readableText([1: "a"] as RowTable) == #"[1: "a"]"#)
    #expect(readableText(Optional<Int>.none as Any) == "nil")
    #expect(readableText(Result<Int, DuplicateRowID>.success(1)) == ".success(1)")
    #expect(readableText(Int.self) == "Int")
    #expect(readableText(()) == "()")
    #expect(readableText(Character("é")) == "\"é\"")
    #expect(readableText("👨‍👩‍👧") == "\"👨‍👩‍👧\"")
  }

  @Test("An actor is not looked into")
  func actors() {
    #expect(readableText(Vault()) == "Vault")
    #expect(differenceText(Vault(), Vault()).contains("two instances of MillraceDifferenceTests."))
  }

  @Test("A value that does not fit is laid out in lines")
  func long() {
    let books = [
      DifferenceBook(id: 1, title: String(repeating: "a", count: 40)), DifferenceBook(id: 2, title: "b"),
    ]
    #expect(
      readableText((books, 1)) == """
        (
          [
            DifferenceBook(id: 1, title: "\(books[0].title)", year: 1815)
            DifferenceBook(id: 2, title: "b", year: 1815)
          ]
          1
        )
        """)
    let line = String(repeating: "x", count: 60)
    #expect(readableText("\(line)\n\(line)") == "\"\"\"\n  \(line)\n  \(line)\n\"\"\"")
  }

  @Test("Long, deep and large values are cut")
  func bounds() {
    #expect(readableText(Array(repeating: 1, count: 1_000)).hasSuffix("1, … (980 more)]"))
    #expect(readableText(Set(0..<1_000)).hasSuffix("… (980 more)\n]"))
    #expect(readableText(String(repeating: "a", count: 1_234)).hasSuffix("\"… (234 more characters)"))
    var deep: Any = 1
    for _ in 0..<1_000 { deep = [deep] }
    #expect(readableText(deep) == String(repeating: "[", count: 16) + "…" + String(repeating: "]", count: 16))
    let wide = Array(
      repeating: Array(repeating: Array(repeating: Array(repeating: 1, count: 20), count: 20), count: 20),
      count: 20)
    #expect(readableText(wide).utf8.count < 200_000)
  }
}
