import TestResources
import Testing

@testable import MillraceTesting

@Suite struct TimelineTextTests {
  /// The moments as text, which is easy to compare.
  private func moments(_ text: String, tick: Duration = .seconds(1)) throws -> [String] {
    try Timeline(text, tick: tick).moments.map { moment in
      switch moment.event {
      case .value(let letter): "\(letter)@\(moment.ticks)"
      case .end: "end@\(moment.ticks)"
      case .failure: "failure@\(moment.ticks)"
      case .start: "start@\(moment.ticks)"
      case .cancellation: "cancellation@\(moment.ticks)"
      }
    }
  }

  @Test("What stands in column n happens after n ticks")
  func columns() throws {
    #expect(try moments("a--b-c|") == ["a@0", "b@3", "c@5", "end@6"])
    #expect(try moments("---") == [])
    #expect(try moments("ab") == ["a@0", "b@1"])
  }

  @Test("A group happens in one tick, in its order, and takes one tick")
  func groups() throws {
    #expect(try moments("a--b-(cd)-|") == ["a@0", "b@3", "c@5", "d@5", "end@7"])
    #expect(try moments("(ab)(cd)e") == ["a@0", "b@0", "c@1", "d@1", "e@2"])
    #expect(try moments("-(a|)") == ["a@1", "end@1"])
    #expect(try moments("(a)b") == ["a@0", "b@1"])
  }

  @Test("Every reserved character is an event of its own")
  func events() throws {
    #expect(try moments("-^-a!^#") == ["start@1", "a@3", "cancellation@4", "start@5", "failure@6"])
  }

  @Test("Every other character is a letter")
  func letters() throws {
    #expect(try moments("a1é日?") == ["a@0", "1@1", "é@2", "日@3", "?@4"])
  }

  @Test("Spaces take no time, before, between, in and after everything")
  func spaces() throws {
    #expect(try moments("  a - ( b c ) |  ") == ["a@0", "b@2", "c@2", "end@3"])
  }

  @Test("The tick is the time of a column, and a second by default")
  func tick() throws {
    #expect(try Timeline("--a").moments.map(\.offset) == [.seconds(2)])
    let timeline = try Timeline("--a(bc)", tick: .milliseconds(250))
    #expect(timeline.tick == .milliseconds(250))
    #expect(timeline.moments.map(\.offset) == [.milliseconds(500), .milliseconds(750), .milliseconds(750)])
  }

  @Test(
    "A timeline lasts a tick for each column, but the end takes no time",
    arguments: [("-", 1), ("a", 1), ("ab", 2), ("ab|", 2), ("ab--", 4), ("a(b#)", 1), ("a!", 2), ("|", 0)])
  func duration(text: String, seconds: Int) throws {
    #expect(try Timeline(text).duration == .seconds(seconds))
  }

  @Test("Letters stand for the values given to them")
  func values() throws {
    let timeline = try Timeline("a-(ba)|", values: ["a": 10, "b": 20, "c": 30])
    #expect(timeline.moments.map(\.event) == [.value(10), .value(20), .value(10), .end])
  }

  @Test("Letters without a value are all named")
  func missingValues() throws {
    let error = #expect(throws: TimelineError.self) { try Timeline("a-x(bx)-y|", values: ["a": 1, "b": 2]) }
    #expect(error == .missingValues(text: "a-x(bx)-y|", letters: ["x", "y"]))
    #expect(
      error?.description == """
        The timeline "a-x(bx)-y|" has no value for "x", "y"; add them to `values`, or use other letters.
        """)
    #expect(
      TimelineError.missingValues(text: "z", letters: ["z"]).description
        == "The timeline \"z\" has no value for \"z\"; add it to `values`, or use other letters.")
  }

  @Test("Reserved characters, and those that join their neighbours, cannot stand for a value")
  func reservedLetters() throws {
    let error = #expect(throws: TimelineError.self) { try Timeline("a", values: ["a": 1, "-": 2, "|": 3]) }
    #expect(error == .reservedLetters(["-", "|"]))
    #expect(
      error?.description == """
        No value can be drawn as "-", "|", which have another meaning in a timeline or cannot be printed; \
        give the value another letter.
        """)
    for character: Character in [" ", "(", ")", "#", "^", "!", "\t", "\u{301}", "\u{1F1E6}", "\u{200B}"] {
      #expect(throws: TimelineError.reservedLetters([character])) {
        try Timeline("a", values: [character: 1])
      }
    }
  }

  @Test("The same events at the same times are equal, whatever letters they are drawn with")
  func equality() throws {
    let timeline = try Timeline("a-b|", values: ["a": 1, "b": 2])
    #expect(timeline == (try Timeline("x-y|", values: ["x": 1, "y": 2])))
    #expect(timeline != (try Timeline("x-y|", values: ["x": 1, "y": 3])))
    #expect(timeline != (try Timeline("x--y|", values: ["x": 1, "y": 2])))
    #expect(timeline != (try Timeline("x-y", values: ["x": 1, "y": 2])))
    #expect(timeline != (try Timeline("a-b|", tick: .seconds(2), values: ["a": 1, "b": 2])))
  }

  @Test("A column cannot stand for no time", .realProcess)
  func tickMustBePositive() async {
    await #expect(processExitsWith: .failure) { _ = try Timeline("a", tick: .zero) }
  }

  @Test(
    "Malformed text is pointed at",
    arguments: [
      ("", 0, .empty), ("   ", 0, .empty),
      ("a-(bc", 2, .groupNotClosed), ("(", 0, .groupNotClosed), ("(a|", 0, .groupNotClosed),
      ("a-b)", 3, .groupNotOpened), ("a|)", 2, .groupNotOpened),
      ("(a(b))", 2, .groupInGroup), ("a-( )", 2, .groupEmpty), ("(a-b)", 2, .timeInGroup),
      ("a|b", 2, .afterTheEnd), ("a|-", 2, .afterTheEnd), ("a#|", 2, .afterTheEnd),
      ("a| (b)", 3, .afterTheEnd),
      ("(|a)", 2, .afterTheEnd), ("(a|)-", 4, .afterTheEnd), ("(a|-)", 3, .afterTheEnd),
      ("a\tb", 1, .notPrintable), ("a\n", 1, .notPrintable), ("a\u{200B}", 1, .notPrintable),
    ] as [(String, Int, TimelineError.Problem)])
  func malformed(text: String, column: Int, problem: TimelineError.Problem) {
    let error = #expect(throws: TimelineError.self) { try Timeline(text) }
    #expect(error == .malformed(text: text, column: column, problem: problem))
  }

  @Test("The error shows the text with a caret under the place")
  func caret() {
    let error = #expect(throws: TimelineError.self) { try Timeline("a--b-(cd") }
    #expect(
      error?.description == """
        The timeline cannot be read: the group is not closed; put a ")" after its last event.
          a--b-(cd
               ^
        """)
    let tab = #expect(throws: TimelineError.self) { try Timeline("a\tb") }
    #expect(tab?.description.hasSuffix("\n  a\u{FFFD}b\n   ^") == true)
  }

  @Test(
    "Every problem is a sentence of its own",
    arguments: [
      .empty, .groupNotClosed, .groupNotOpened, .groupInGroup, .groupEmpty, .timeInGroup, .afterTheEnd,
      .notPrintable,
    ] as [TimelineError.Problem])
  func sentences(problem: TimelineError.Problem) {
    #expect(problem.description.hasSuffix("."))
    #expect(problem.description.count > 30)
  }

  @Test(
    "Printing gives the canonical text",
    arguments: [
      ("a--b-(cd)-|", "a--b-(cd)-|"), (" a - (b) -", "a-b-"), ("(a)(b c)#", "a(bc)#"), ("---", "---"),
      ("-^-(a!)", "-^-(a!)"), ("(|)", "|"),
    ])
  func canonical(text: String, canonical: String) throws {
    #expect("\(try Timeline(text))" == canonical)
  }

  /// Any drawing: up to 20 ticks with up to 3 marks each, and perhaps an end.
  private func randomDrawing(_ random: inout SeededGenerator) -> TimelineDrawing {
    let marks: [TimelineMark] = [.start, .cancellation] + "abcXYZ019é日".map(TimelineMark.value)
    var cells = (0..<Int.random(in: 1...20, using: &random)).map { _ in
      (0..<max(0, Int.random(in: -3...3, using: &random))).map { _ in
        marks.randomElement(using: &random) ?? .start
      }
    }
    if Bool.random(using: &random) {
      cells[cells.count - 1].append(Bool.random(using: &random) ? .end : .failure)
    }
    return TimelineDrawing(cells: cells)
  }

  @Test("Reading what was printed gives the same drawing, and the same text", arguments: UInt64(0)..<300)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let drawing = randomDrawing(&random)
    let read = try TimelineDrawing(parsing: drawing.text)
    #expect(read == drawing)
    #expect(read.text == drawing.text)
    let timeline = try Timeline(drawing.text)
    #expect(timeline.description == drawing.text)
    #expect(try Timeline(timeline.description) == timeline)
  }

  @Test("Spaces anywhere do not change what is read", arguments: UInt64(0)..<100)
  func spacesAnywhere(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let drawing = randomDrawing(&random)
    var spaced = ""
    for character in drawing.text {
      spaced += String(repeating: " ", count: Int.random(in: 0...2, using: &random)) + String(character)
    }
    #expect(try TimelineDrawing(parsing: spaced) == drawing)
  }

  @Test("Any text is either read or refused with a place in it", arguments: UInt64(0)..<300)
  func anyText(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("ab-()|#^! \t")
    let text = String(
      (0..<Int.random(in: 0...8, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "-" })
    do throws(TimelineError) {
      let timeline = try Timeline(text)
      #expect(timeline.description.contains { !" ".contains($0) })
    } catch {
      guard case .malformed(text, let column, _) = error else {
        Issue.record("\(error)")
        return
      }
      #expect((0..<max(1, text.count)).contains(column))
    }
  }
}
