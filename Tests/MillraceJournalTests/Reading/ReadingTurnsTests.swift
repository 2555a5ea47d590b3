import Foundation
import Millrace
import MillraceJournal
import Testing

@Suite("Reading: turns")
struct ReadingTurnsTests {
  let folder: ReadingFolder

  init() throws { folder = try ReadingFolder() }

  @Test("Turns come in the order that is asked for, whatever the batches are")
  func order() throws {
    let writer = try RowWriter.sample(folder.file(), turns: 700)
    writer.close()
    let reader = try JournalReader(at: folder.file())
    #expect(try reader.turns().all().map(\.sequence) == Array(1...700))
    #expect(try reader.turns(order: .newestFirst).all().map(\.sequence) == (1...700).reversed())
    #expect(try reader.turns(255...258).all().map(\.sequence) == [255, 256, 257, 258])
    #expect(
      try reader.turns(600...UInt64.max, order: .newestFirst).all().map(\.sequence)
        == (600...700).reversed())
    #expect(try reader.turns(701...900).all().isEmpty)
  }

  @Test("A batch ends by the size of its messages, too, and none is left out")
  func largeMessages() throws {
    let writer = try RowWriter(folder.file())
    for sequence in 1...5 as ClosedRange<UInt64> {
      try writer.turn(sequence, "notes", .bytes([UInt8](repeating: 7, count: 600_000)))
    }
    writer.close()
    let reader = try JournalReader(at: folder.file())
    #expect(try reader.turns().all().map(\.sequence) == [1, 2, 3, 4, 5])
    #expect(try reader.turns(order: .newestFirst).all().map(\.sequence) == [5, 4, 3, 2, 1])
  }

  @Test("Only the turns of a store and of a kind are read when they are asked for")
  func filters() throws {
    let writer = try RowWriter.sample(folder.file(), turns: 30)
    try writer.turn(31, "notes", .null, kind: ("note", 2))
    writer.close()
    let reader = try JournalReader(at: URL(fileURLWithPath: folder.file()))
    #expect(
      try reader.turns(store: "books").all().map(\.sequence) == stride(from: 3, through: 30, by: 3).map { $0 }
    )
    #expect(try reader.turns(30...40, kind: "note").all().map(\.sequence) == [31])
    #expect(try reader.turns(store: "books", kind: "note").all().isEmpty)
    #expect(try reader.turns(store: "nobody").all().isEmpty)
  }

  @Test("A turn has all that was recorded of it")
  func contents() throws {
    let writer = try RowWriter(folder.file())
    try writer.turn(1, "notes", nil, isHandled: false, time: 1_500)
    try writer.turn(
      2, "notes", .object([.init(key: "opened", value: .integer(3))]), kind: ("note", 4), cause: (3, 9, 1),
      effects: .array([
        RowWriter.event("started", effect: 9, turn: 2, [("label", "save"), ("id", "a"), ("queue", "disk")]),
        RowWriter.event("failed", effect: 8, turn: 1, [("reason", "no room")]),
        RowWriter.event("dropped", effect: 7, turn: 1, [("reason", "newer")]),
      ]))
    try writer.turn(4, "notes", .null, cause: (4, 2, nil))
    try writer.turn(5, "notes", .null, cause: (2, 4, nil))
    try writer.turn(6, "notes", .null, cause: (1, nil, nil))
    writer.close()
    let reader = try JournalReader(at: folder.file())
    #expect(
      try reader.turn(1)
        == JournalTurn(
          sequence: 1, time: Timestamp(sinceEpoch: .nanoseconds(1_500)), store: "notes", kind: nil,
          message: nil,
          cause: .sent, isHandled: false))
    #expect(
      try reader.turn(2)
        == JournalTurn(
          sequence: 2, time: Timestamp(sinceEpoch: .seconds(2)), store: "notes",
          kind: SchemaKind(name: "note", version: 4),
          message: .object([.init(key: "opened", value: .integer(3))]), cause: .effect(9, turn: 1),
          effects: [
            JournalEffectEvent(step: .started, effect: 9, turn: 2, label: "save", id: "a", queue: "disk"),
            JournalEffectEvent(step: .failed("no room"), effect: 8, turn: 1),
            JournalEffectEvent(step: .dropped("newer"), effect: 7, turn: 1),
          ]))
    #expect(try reader.turn(3) == nil)
    #expect(try [4, 5, 6].map { try reader.turn($0)?.cause } == [.subscription(2), .turn(4), .posted])
  }

  @Test("What was read before a damaged turn is given, and then the error names the turn")
  func damaged() throws {
    let writer = try RowWriter(folder.file())
    try writer.turn(1)
    try writer.turn(raw: 2, store: 1, message: [0xFF], type: 1)
    writer.close()
    let reader = try JournalReader(at: folder.file())
    let iterator = reader.turns().makeIterator()
    #expect(try iterator.next()?.sequence == 1)
    let error = #expect(throws: JournalError.self) { try iterator.next() }
    #expect(error?.description.contains("turn 2 has an invalid value") == true)
  }

  @Test("Stores and kinds that a writer adds later are known by then")
  func namesAddedLater() throws {
    let writer = try RowWriter(folder.file())
    try writer.turn(1)
    let reader = try JournalReader(at: folder.file())
    #expect(try reader.turn(1)?.store == "notes")
    try writer.turn(2, "books", .null, kind: ("book", 1))
    #expect(try reader.turn(2)?.store == "books")
    #expect(try reader.turn(2)?.kind == SchemaKind(name: "book", version: 1))
  }

  @Test("Turns can be walked over with an asynchronous loop")
  func asynchronously() async throws {
    let writer = try RowWriter.sample(folder.file(), turns: 3)
    writer.close()
    var sequences: [UInt64] = []
    for try await turn in try JournalReader(at: folder.file()).turns() { sequences.append(turn.sequence) }
    #expect(sequences == [1, 2, 3])
  }

  @Test("Where there is no journal, an error says so")
  func missing() throws {
    #expect(throws: JournalError.missing(path: folder.file())) { try JournalReader(at: folder.file()) }
    try folder.write(Array("nothing of the kind, though it is long enough".utf8), to: "b")
    #expect(throws: JournalError.self) { try JournalReader(at: folder.file("b")) }
  }

  @Test("Several threads may use one reader at the same time")
  func concurrently() async throws {
    let writer = try RowWriter.sample(folder.file(), turns: 300)
    writer.close()
    let reader = try JournalReader(at: folder.file())
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 { group.addTask { try reader.turns().all().count } }
      for try await count in group { #expect(count == 300) }
    }
  }
}
