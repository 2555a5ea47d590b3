import Testing

@testable import MillraceDifference

struct DifferenceNestingTests {
  private enum Count {
    @TaskLocal static var asked: (@Sendable () -> Void)?
  }

  private struct Folder: Hashable, CustomReflectable {
    var name: String
    var inside: Set<Folder> = []

    var customMirror: Mirror {
      Count.asked?()
      return Mirror(self, children: ["name": name, "inside": inside])
    }
  }

  @Test("Sets inside of sets are looked at once for each line, however deep they are")
  func nestedSets() {
    var folder = Folder(name: "leaf")
    for depth in 0..<14 { folder = Folder(name: "\(depth)", inside: [folder]) }
    let log = Log<Int>()
    Count.$asked.withValue({ log.append(1) }) { _ = readableText(folder) }
    #expect(log.entries.count < 200)
  }

  @Test("Dictionaries whose values have no == are compared by what those consist of")
  func plainValues() {
    struct Plain { var number: Int }
    #expect(Difference(from: ["a": Plain(number: 1)], to: ["a": Plain(number: 1)]) == nil)
    let old = ["a": Plain(number: 1), "b": Plain(number: 1)]
    let new = ["b": Plain(number: 2), "c": Plain(number: 1)]
    #expect(
      Difference(from: old, to: new)?.description == """
          [
        -   "a": Plain(number: 1)
            "b": Plain(
        -     number: 1
        +     number: 2
            )
        +   "c": Plain(number: 1)
          ]
        """)
    #expect(Difference(from: ["a": 1] as [String: Any], to: ["a": "1"]) != nil)
  }

  @Test("What boxes for hashable values call equal does not differ")
  func boxes() {
    #expect(Difference(from: AnyHashable(1), to: AnyHashable(1.0)) == nil)
    #expect(Difference(from: ["a": AnyHashable(1)] as [String: Any], to: ["a": AnyHashable(1.0)]) == nil)
    #expect(Difference(from: AnyHashable(1), to: AnyHashable(2.0)) != nil)
  }

  /// Shows itself in its own mirror.
  private struct Hall: CustomReflectable {
    var number: Int
    var customMirror: Mirror { Mirror(self, children: ["number": number, "hall": self]) }
  }

  @Test("A value that shows itself in its mirror comes to an end")
  func mirrors() {
    #expect(Difference(from: Hall(number: 1), to: Hall(number: 2)) != nil)
    #expect(!readableText(Hall(number: 1)).isEmpty)
  }
}
