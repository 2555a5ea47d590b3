import MillraceTesting
import TestResources
import Testing

@Suite struct TimelineDifferenceTests {
  private func difference(_ expected: String, _ actual: String) throws -> String? {
    try Timeline(expected).difference(from: Timeline(actual))
  }

  @Test("Equal timelines do not differ, and silence after the last event does not count")
  func none() throws {
    #expect(try difference("a--(bc)|", "a--(bc)|") == nil)
    #expect(try difference("a--b", "a--b---") == nil)
    #expect(try difference("a---", "a") == nil)
  }

  @Test("An event that did not come is marked where it was expected")
  func missing() throws {
    #expect(
      try difference("a--b", "a---") == """
        expected: a--b
        actual:   a---
                     ^
        expected "b" after 3 ticks, got nothing
        """)
  }

  @Test("An event that came late is marked where it was expected")
  func late() throws {
    #expect(
      try difference("a--b-(cd)|", "a----b|") == """
        expected: a--b-(cd)|
        actual:   a----b   |
                     ^
        expected "b" after 3 ticks, got nothing until "b" after 5 ticks
        """)
  }

  @Test("An event that came early is marked where it came")
  func early() throws {
    #expect(
      try difference("a(bcd)-|", "a(bcd)|") == """
        expected: a(bcd)-|
        actual:   a(bcd)|
                        ^
        expected nothing until the end after 3 ticks, got the end after 2 ticks
        """)
  }

  @Test("An event too many is marked where it came")
  func tooMany() throws {
    #expect(
      try difference("(ab)--", "(ab)--!") == """
        expected: (ab)--
        actual:   (ab)--!
                        ^
        expected nothing more, got a cancellation after 3 ticks
        """)
  }

  @Test("Another event in the same tick is marked in its group, with both lines aligned")
  func other() throws {
    #expect(
      try difference("^(ab)-c-(de)#", "^(xab)-c-d#") == """
        expected: ^(ab) -c-(de)#
        actual:   ^(xab)-c-d   #
                    ^
        expected "a" after 1 tick, got "x"
        """)
    #expect(
      try difference("a-(bcd)e", "a-(bce)e") == """
        expected: a-(bcd)e
        actual:   a-(bce)e
                       ^
        expected "d" after 2 ticks, got "e"
        """)
    #expect(
      try difference("-#", "-|") == """
        expected: -#
        actual:   -|
                   ^
        expected a failure after 1 tick, got the end
        """)
  }

  @Test("A group that came too short is marked where its rest was expected")
  func shortGroup() throws {
    #expect(
      try difference("a(bcd)-e", "a(bc)-e") == """
        expected: a(bcd)-e
        actual:   a(bc) -e
                      ^
        expected "d" after 1 tick, got nothing until "e" after 3 ticks
        """)
  }

  @Test("Both lines use the same letters, and say what they stand for")
  func letters() throws {
    let expected = try Timeline("x-y|", values: ["x": "loading", "y": "loaded"])
    let actual = try Timeline("a-x|", values: ["a": "loading", "x": "failed"])
    #expect(
      expected.difference(from: actual) == """
        expected: x-y|
        actual:   x-a|
                    ^
        expected "y" after 2 ticks, got "a"
        where x = loading, y = loaded, a = failed
        """)
  }

  @Test("Timelines with other ticks are not compared")
  func ticks() throws {
    #expect(
      try Timeline("a").difference(from: Timeline("a", tick: .milliseconds(100))) == """
        expected a timeline with 1.0 seconds per column, got one with 0.1 seconds; draw both with the same tick to \
        compare them
        """)
  }

  @Test(
    "Two timelines differ just when their events do, and both lines stay in step", arguments: UInt64(0)..<200)
  func law(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func text() -> String {
      (0..<Int.random(in: 1...4, using: &random)).map { _ in
        ["-", "a", "(ab)"].randomElement(using: &random) ?? "-"
      }
      .joined()
    }
    let expected = try Timeline(text())
    let actual = try Timeline(text())
    let difference = expected.difference(from: actual)
    #expect((difference == nil) == (expected.moments == actual.moments))
    guard let lines = difference?.split(separator: "\n") else { return }
    let drawn = lines.prefix(2).map { String($0.dropFirst(10)) }
    #expect(try drawn.map { try Timeline($0) } == [expected, actual])
    let caret = lines[2].count - 1 - 10
    #expect(drawn.contains { line in line.dropFirst(caret).first.map { "ab".contains($0) } ?? false })
  }
}
