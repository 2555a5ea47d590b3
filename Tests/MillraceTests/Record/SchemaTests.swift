import Millrace
import RecordFixture
import Testing

/// Values are written down and read again.
struct SchemaTests {
  private enum Note: Codable, Equatable, Sendable { case add(String), clear }

  private struct Old: Codable, Equatable, Sendable { var text: String }
  private struct Middle: Codable, Equatable, Sendable {
    var text: String
    var count: Int
  }
  private struct New: Codable, Equatable, Sendable {
    var text: String
    var count: Int
    var by: String
  }
  private struct Unrelated: Codable, Sendable {}

  private enum Whole: Equatable, Sendable {
    case note(Note)
    case number(Int)
    case nothing
  }

  private static let new = RecordSchema<New>("note", version: 3)

  // MARK: Kinds

  @Test("values of one type are of one kind, and come back as they were")
  func single() throws {
    let schema = RecordSchema<Note>("note", version: 2)
    #expect(schema.kinds.map(\.description) == ["note@2"])
    #expect(schema.flaws.isEmpty)
    for note in [Note.add("a"), .clear] {
      let row = try RecordRow(note, schema)
      #expect(row.kind == SchemaKind(name: "note", version: 2))
      #expect(try row.read(schema) == note)
    }
  }

  @Test("values of many types behind an `any` are each of the kind of their type")
  func many() throws {
    let schema = RecordSchema<any Sendable>()
      .adding(Int.self, "number").adding(String.self, "text", version: 4).adding(Note.self, "note")
    #expect(schema.place(of: 1) == 0)
    #expect(schema.place(of: "a") == 1)
    #expect(schema.place(of: Note.clear) == 2)
    #expect(schema.place(of: 1.5) == nil)
    let row = try RecordRow("a", schema)
    #expect(row == RecordRow(SchemaKind(name: "text", version: 4), "\"a\""))
    #expect(try row.read(schema) as? String == "a")
    #expect(try RecordRow(Note.add("b"), schema).read(schema) as? Note == .add("b"))
  }

  @Test("kinds may wrap contents; the first that has the value's content is taken")
  func wrapping() throws {
    let schema = RecordSchema<Whole>()
      .adding(
        Note.self, "note", wrap: { .note($0) },
        unwrap: { if case .note(let note) = $0 { note } else { nil } }
      )
      .adding(
        Int.self, "number", wrap: { $0 < 0 ? nil : .number($0) },
        unwrap: { if case .number(let number) = $0 { number } else { nil } })
    for value in [Whole.note(.clear), .number(3)] {
      #expect(try RecordRow(value, schema).read(schema) == value)
    }
    #expect(schema.place(of: .nothing) == nil)
    let error = #expect(throws: DecodingError.self) {
      try RecordRow(SchemaKind(name: "number", version: 1), "-1").read(schema)
    }
    #expect(text(error) == "a Int makes no Whole")
  }

  @Test("a value of no kind is an error of encoding that names its type")
  func foreign() {
    let schema = RecordSchema<any Sendable>().adding(Int.self, "number")
    let writing = SchemaWriting { try schema.encode(1.5, to: $0) }
    let error = #expect(throws: EncodingError.self) { try writing.json() }
    guard case .invalidValue(let value, let context) = error else { return }
    #expect(value as? Double == 1.5)
    #expect(context.debugDescription == "the schema has no kind for a Double; add one")
  }

  /// Returns the text of an error of decoding.
  private func text(_ error: DecodingError?) -> String? {
    if case .dataCorrupted(let context) = error { context.debugDescription } else { nil }
  }

  @Test("an unknown kind is an error of decoding that names it")
  func unknownKind() {
    let error = #expect(throws: DecodingError.self) {
      try RecordRow(SchemaKind(name: "other", version: 7), "{}").read(Self.new)
    }
    #expect(text(error) == "no `upcast` steps lead from other@7 to a current kind; add them")
    #expect(Self.new.reader(of: SchemaKind(name: "other", version: 7)) == nil)
  }

  // MARK: Steps

  @Test("older versions are brought up step by step")
  func chain() throws {
    let schema = Self.new
      .upcast("note", from: 2, to: 3) { (old: Middle) in New(text: old.text, count: old.count, by: "?") }
      .upcast("note", from: 1, to: 2) { (old: Old) in Middle(text: old.text, count: 1) }
    #expect(schema.flaws.isEmpty)
    let first = try RecordRow(SchemaKind(name: "note", version: 1), #"{"text":"a"}"#).read(schema)
    #expect(first == New(text: "a", count: 1, by: "?"))
    let second = try RecordRow(SchemaKind(name: "note", version: 2), #"{"text":"b","count":5}"#).read(schema)
    #expect(second == New(text: "b", count: 5, by: "?"))
  }

  @Test("of several ways the one with the fewest steps is taken, whatever the order in which they are given")
  func fewest() throws {
    let one = { @Sendable (old: Old) in Middle(text: old.text + " 1-2", count: 1) }
    let two = { @Sendable (old: Middle) in New(text: old.text + " 2-3", count: 1, by: "") }
    let direct = { @Sendable (old: Old) in New(text: old.text + " 1-3", count: 1, by: "") }
    let row = RecordRow(SchemaKind(name: "note", version: 1), #"{"text":"a"}"#)
    let before = Self.new.upcast("note", from: 1, to: 3, direct)
      .upcast("note", from: 1, to: 2, one).upcast("note", from: 2, to: 3, two)
    let after = Self.new.upcast("note", from: 1, to: 2, one)
      .upcast("note", from: 2, to: 3, two).upcast("note", from: 1, to: 3, direct)
    for schema in [before, after] {
      #expect(schema.flaws.isEmpty)
      #expect(try row.read(schema).text == "a 1-3")
    }
  }

  @Test(
    "of random sets of steps the way that is taken has the fewest", arguments: 1...60 as ClosedRange<UInt64>)
  func fewestOfMany(seed: UInt64) throws {
    var random = RecordRandom(seed)
    let goal = 2 + random.below(7)
    var schema = RecordSchema<[Int]>("list", version: goal)
    var steps: Set<[Int]> = []
    for _ in 0..<random.below(12) {
      let from = 1 + random.below(goal - 1)
      let to = from + 1 + random.below(goal - from)
      if !steps.insert([from, to]).inserted { continue }
      schema = schema.upcast("list", from: from, to: to) { (list: [Int]) in list + [to] }
    }
    // How many steps there must be at least, found by trying one more at a time.
    var counts = [1: 0]
    for count in 1...goal {
      for step in steps where counts[step[0]] == count - 1 && counts[step[1]] == nil {
        counts[step[1]] = count
      }
    }
    let kind = SchemaKind(name: "list", version: 1)
    let wanted = counts[goal]
    #expect(schema.reach(of: kind) == (wanted == nil ? .gap(to: goal) : .upcast), "seed \(seed)")
    guard wanted != nil else { return }
    #expect(try RecordRow(kind, "[]").read(schema).count == wanted, "seed \(seed)")
  }

  @Test(
    "what a step throws is an error that names the step, and steps whose types do not fit make an error of it"
  )
  func failing() {
    let throwing = Self.new.upcast("note", from: 1, to: 3) { (_: Old) throws -> New in throw RecordFault() }
    let row = RecordRow(SchemaKind(name: "note", version: 1), #"{"text":"a"}"#)
    let thrown = #expect(throws: UpcastError.self) { try row.read(throwing) }
    #expect(thrown?.kind.version == 1 && thrown?.target == 3)
    #expect(thrown?.description.contains("has thrown an error: RecordFault()") == true)
    let wrong = Self.new.upcast("note", from: 1, to: 3) { (_: Old) in Unrelated() }
    let error = #expect(throws: DecodingError.self) { try row.read(wrong) }
    #expect(text(error) == "the `upcast` steps from note@1 to note@3 do not produce a New; correct them")
  }

  // MARK: What is known beforehand

  @Test("what stands between a written kind and today's is known without reading anything")
  func reach() {
    let schema = Self.new.upcast("note", from: 2, to: 3) { (old: Middle) in
      New(text: old.text, count: old.count, by: "")
    }
    #expect(schema.reach(of: SchemaKind(name: "note", version: 3)) == .current)
    #expect(schema.reach(of: SchemaKind(name: "note", version: 2)) == .upcast)
    #expect(schema.reach(of: SchemaKind(name: "note", version: 1)) == .gap(to: 3))
    #expect(schema.reach(of: SchemaKind(name: "note", version: 4)) == .newer(known: 3))
    #expect(schema.reach(of: SchemaKind(name: "other", version: 1)) == .unknown)
  }

  @Test("a version that no application has written is a gap, however far away it is")
  func absurd() {
    #expect(Self.new.reach(of: SchemaKind(name: "note", version: .min)) == .gap(to: 3))
    #expect(Self.new.reach(of: SchemaKind(name: "note", version: .max)) == .newer(known: 3))
    let dated = RecordSchema<New>("note", version: .max).upcast("note", from: 1, to: .max) { (old: Old) in
      New(text: old.text, count: 0, by: "")
    }
    #expect(dated.flaws.isEmpty)
    #expect(dated.reach(of: SchemaKind(name: "note", version: 1)) == .upcast)
  }
}
