import MillraceJournal
import Testing

@Suite("Exchange: branches")
struct ExchangeBranchTests {
  let folder: ReadingFolder

  init() throws { folder = try ReadingFolder() }

  @Test("A branch has what there was by the turn, as it was then")
  func contents() throws {
    let writer = try RowWriter.sample(folder.file(), turns: 30)
    try writer.event(after: 10)
    try writer.event(after: 15)
    try writer.event(after: 16)
    try writer.task("early", asked: 3, status: 1, ended: 9)
    try writer.task("later", asked: 3, status: 2, ended: 20)
    try writer.task("open", asked: 4)
    try writer.task("not yet", asked: 16)
    try writer.gap(after: 30, until: 40)
    try writer.turn(40)
    writer.close()
    let reader = try JournalReader(at: folder.file())
    let summary = try reader.branch(at: 15, to: folder.file("b.journal"))
    #expect(
      (summary.turns, summary.events, summary.snapshots, summary.tasks, summary.gaps) == (15, 2, 4, 1, 0))
    let branch = try JournalReader(at: folder.file("b.journal"))
    let info = try branch.info()
    #expect(info.parent == "11" && info.parentSequence == 15 && info.flow == "main")
    #expect(info.id != "11" && info.id.utf8.count == 36)
    #expect(try branch.turns().all() == reader.turns(1...15).all())
    #expect(try branch.tasks().map(\.key) == ["early"])
    #expect(try branch.snapshots() == reader.snapshots().filter { $0.sequence <= 15 })
    #expect(try branch.verify().findings.isEmpty)

    try reader.branch(at: 15, to: folder.file("c.journal"), tasks: .keep)
    let kept = try JournalReader(at: folder.file("c.journal"))
    #expect(try kept.tasks().map(\.key) == ["early", "later", "open"])
    #expect(try kept.tasks(.open).map(\.key) == ["later", "open"])
    #expect(try kept.tasks(.open).allSatisfy { $0.ended == nil })
    #expect(try kept.verify().findings.isEmpty)
  }

  @Test("The rows of a branch have the sums that they had")
  func chain() throws {
    let writer = try RowWriter.sample(folder.file(), turns: 20)
    try JournalReader(at: folder.file()).branch(at: 12, to: folder.file("b.journal"))
    let sums = try [folder.file(), folder.file("b.journal")].map { path in
      let reader = try JournalReader(at: path)
      return try reader.rawSum(12)
    }
    #expect(sums[0] == sums[1] && sums[0] != nil)
    writer.close()
  }

  @Test("There is no branch at a turn that is not there, was removed or lost")
  func nowhere() throws {
    let writer = try RowWriter.sample(folder.file(), turns: 20)
    try writer.gap(after: 20, until: 30)
    try writer.turn(30)
    try writer.turn(33)
    let reader = try JournalReader(at: folder.file())
    #expect(throws: JournalError.noTurn(34, first: 0, last: 33)) {
      try reader.branch(at: 34, to: folder.file("b.journal"))
    }
    for number in [UInt64.max, .max >> 1] {
      #expect(throws: JournalError.noTurn(number, first: 0, last: 33)) {
        try reader.branch(at: number, to: folder.file("b.journal"))
      }
    }
    #expect(throws: JournalError.inGap(25, after: 20, until: 30)) {
      try reader.branch(at: 25, to: folder.file("b.journal"))
    }
    #expect(throws: JournalError.exists(path: folder.file())) { try reader.branch(at: 20, to: folder.file()) }
    try writer.writeMark()
    writer.close()
    try JournalCompaction.compact(at: folder.file(), turnsUpTo: 15)
    #expect(throws: JournalError.removed(9, first: 10)) {
      try reader.branch(at: 9, to: folder.file("b.journal"))
    }
    #expect(!folder.names.contains { $0.hasPrefix("b.") })
    // A number without a turn will do, and so will the place where the turns begin.
    #expect(try reader.branch(at: 32, to: folder.file("b.journal")).last == 30)
    #expect(try reader.branch(at: 10, to: folder.file("c.journal")).turns == 0)
    for name in ["b.journal", "c.journal"] {
      #expect(try JournalReader(at: folder.file(name)).verify().isDamaged == false)
    }
  }

  @Test("Damage before the turn stands in the way, and leaves nothing behind")
  func damaged() throws {
    let writer = try RowWriter.sample(folder.file(), turns: 20)
    try writer.execute("UPDATE turns SET time = 1 WHERE sequence = 12")
    writer.close()
    let reader = try JournalReader(at: folder.file())
    #expect(throws: JournalError.self) { try reader.branch(at: 15, to: folder.file("b.journal")) }
    #expect(!folder.names.contains { $0.hasPrefix("b.") })
    #expect(try reader.branch(at: 11, to: folder.file("b.journal")).turns == 11)
  }
}

@Suite("Exchange: comparisons")
struct ExchangeCompareTests {
  let folder: ReadingFolder

  init() throws { folder = try ReadingFolder() }

  private func reader(_ name: String, _ turns: (RowWriter) throws -> Void) throws -> JournalReader {
    let writer = try RowWriter(folder.file(name))
    try turns(writer)
    writer.close()
    return try JournalReader(at: folder.file(name))
  }

  @Test("Equal turns are no difference, whatever numbers stores and kinds have and when it was")
  func equal() throws {
    let one = try reader("a") { writer in
      try writer.turn(1, "notes", .integer(1), kind: ("note", 1))
      try writer.turn(2, "books", .integer(2), kind: ("book", 1))
    }
    let other = try reader("b") { writer in
      try writer.snapshot(0, "books", .null)
      try writer.turn(1, "notes", .integer(1), kind: ("note", 1), time: 5)
      try writer.turn(2, "books", .integer(2), kind: ("book", 1), time: 6)
    }
    #expect(try one.compare(other) == nil)
    let difference = try #require(try one.compare(other, ignoring: []))
    #expect(difference.sequence == 1 && difference.aspects == .time && difference.values.isEmpty)
  }

  @Test("The first turn that differs is given, with what differs in it")
  func differs() throws {
    let event = RowWriter.event("started", effect: 1, turn: 2)
    func message(_ page: Int64) -> JournalValue {
      .object([.init(key: "opened", value: .object([.init(key: "page", value: .integer(page))]))])
    }
    let one = try reader("a") { writer in
      try writer.turn(1)
      try writer.turn(2, "notes", message(3), effects: .array([event]))
      try writer.turn(3, "notes", .integer(7))
    }
    let other = try reader("b") { writer in
      try writer.turn(1)
      try writer.turn(2, "books", message(4), cause: (1, nil, nil), isHandled: false)
      try writer.turn(3, "notes", .integer(8), kind: ("note", 2))
    }
    let difference = try #require(try one.compare(other))
    #expect(difference.sequence == 2)
    #expect(difference.aspects == [.store, .message, .cause, .effects, .handling])
    #expect(
      difference.values
        == [JournalValueDifference(path: "opened.page", left: .integer(3), right: .integer(4))])
    #expect(difference.left?.store == "notes" && difference.right?.store == "books")
    let ignoring: JournalAspects = [.time, .store, .message, .cause, .effects, .handling]
    #expect(try one.compare(other, ignoring: ignoring) == nil)
    let kinds = try one.compare(other, ignoring: ignoring.subtracting(.message))
    #expect(kinds?.aspects == .message)
  }

  @Test("A turn that one does not have is a difference, at its end or before")
  func missing() throws {
    let one = try reader("a") { writer in for sequence in [1, 2, 3] as [UInt64] { try writer.turn(sequence) }
    }
    let other = try reader("b") { writer in for sequence in [1, 3] as [UInt64] { try writer.turn(sequence) } }
    let short = try reader("c") { writer in try writer.turn(1) }
    let first = try #require(try one.compare(other))
    #expect(first.sequence == 2 && first.left != nil && first.right == nil && !first.isEnd)
    let second = try #require(try other.compare(one))
    #expect(second.sequence == 2 && second.left == nil && second.right != nil && !second.isEnd)
    let end = try #require(try short.compare(one))
    #expect(end.sequence == 2 && end.left == nil && end.isEnd)
    #expect(try one.compare(short)?.isEnd == true)
  }

  @Test("A branch and what it comes from are equal up to the branch")
  func branch() throws {
    try RowWriter.sample(folder.file(), turns: 600).close()
    let reader = try JournalReader(at: folder.file())
    try reader.branch(at: 500, to: folder.file("b"))
    let difference = try reader.compare(JournalReader(at: folder.file("b")), ignoring: [])
    #expect(difference?.sequence == 501 && difference?.isEnd == true)
  }
}

@Suite("Exchange: values")
struct ExchangeValueTests {
  @Test("Each place at which values differ is named")
  func places() throws {
    let left = try JournalValue(json: #"{"a":{"b":[1,2,{"c":1}]},"x y":1,"gone":null,"same":[1.5],"":0}"#)
    let right = try JournalValue(json: #"{"same":[1.5],"a":{"b":[1,3,{"c":"1"},4]},"x y":2,"new":0,"":1}"#)
    #expect(
      left.differences(from: right).map { "\($0.path): \($0.left?.json() ?? "-") \($0.right?.json() ?? "-")" }
        == [
          "a.b[1]: 2 3", #"a.b[2].c: 1 "1""#, "a.b[3]: - 4", #"["x y"]: 1 2"#, "gone: null -", #"[""]: 0 1"#,
          "new: - 0",
        ])
    #expect(JournalValue.integer(1).differences(from: .text("1")).map(\.path) == [""])
  }

  @Test("A value differs from another where, and only where, the other differs from it", arguments: 0..<30)
  func law(_ seed: UInt64) throws {
    var story = ExchangeStory(seed: seed)
    for _ in 0..<20 {
      let (one, other) = (story.value(), story.value())
      #expect(one.differences(from: one).isEmpty, "seed \(seed)")
      #expect(one.differences(from: try JournalValue(json: one.json())).isEmpty, "seed \(seed)")
      let there = one.differences(from: other)
      let back = other.differences(from: one)
      #expect(Set(there.map(\.path)) == Set(back.map(\.path)), "seed \(seed)")
      #expect(there.isEmpty == (one.json() == other.json()), "seed \(seed)")
    }
  }

  @Test("Values that are nested without end are compared without end of the stack")
  func deep() {
    // Built and let go one level at a time: that is how such a value has to be treated.
    var (one, other) = (JournalValue.integer(1), JournalValue.integer(2))
    for _ in 0..<500 { (one, other) = (.array([one]), .array([other])) }
    #expect(one.differences(from: other).count == 1)
  }
}
