import Millrace
import Testing

@testable import MillraceJournal

@Suite("Reading: what there is beside turns")
struct ReadingPartsTests {
  let folder: ReadingFolder

  init() throws { folder = try ReadingFolder() }

  @Test("The information counts what is there")
  func info() throws {
    let writer = try RowWriter.sample(folder.file(), turns: 30)
    try writer.turn(40, "notes", nil)
    try writer.event(after: 40)
    try writer.task("a", asked: 1)
    try writer.task("b", asked: 2, status: 1, ended: 3)
    try writer.gap(after: 30, until: 40)
    let info = try JournalReader(at: folder.file()).info()
    #expect(info.path == folder.file())
    #expect((info.id, info.flow, info.format) == ("11", "main", Int(JournalFormat.version)))
    #expect(info.parent == nil && info.parentSequence == nil)
    #expect((info.keptAfter, info.first, info.last, info.turns) == (0, 1, 40, 31))
    #expect((info.events, info.snapshots, info.openTasks) == (1, 8, 1))
    #expect(info.gaps == [JournalGap(after: 30, until: 40, reason: "the disk was full")])
    #expect(info.stores.map(\.store) == ["notes", "books"])
    #expect(info.stores.map(\.turns) == [21, 10])
    #expect(info.kinds.map(\.kind.description) == ["note@1", "book@2"])
    #expect(info.kinds.map(\.turns) == [20, 10])
    #expect(info.databaseBytes >= 4096)
    #expect(info.logBytes > 0)
    #expect(!info.isInUse)
  }

  @Test("The information of an empty journal has no first and no last turn")
  func emptyInfo() throws {
    try RowWriter(folder.file()).close()
    let info = try JournalReader(at: folder.file()).info()
    #expect(info.first == nil && info.last == nil && info.turns == 0)
    #expect(info.logBytes == 0)
  }

  @Test("A journal with a writer is in use, by a known process")
  func inUse() throws {
    let writer = try RowWriter(folder.file(), holding: true)
    let info = try JournalReader(at: folder.file()).info()
    #expect(info.isInUse)
    #expect(info.process != nil)
    writer.close()
  }

  @Test("The events after a turn are those up to the next that was kept")
  func events() throws {
    let writer = try RowWriter(folder.file())
    try writer.turn(1)
    try writer.event(after: 1)
    try writer.event(after: 1, "books", RowWriter.event("cancelled", effect: 4, turn: 1))
    try writer.event(after: 2)
    try writer.turn(5)
    try writer.event(after: 5)
    writer.close()
    let reader = try JournalReader(at: folder.file())
    #expect(try reader.events(after: 1).map(\.number) == [1, 2, 3])
    #expect(try reader.events(after: 5).map(\.number) == [4])
    #expect(try reader.events(after: 0).isEmpty)
    let event = try #require(try reader.events(after: 1).dropFirst().first)
    #expect(event.store == "books")
    #expect(event.effect == JournalEffectEvent(step: .cancelled, effect: 4, turn: 1))
  }

  @Test("Snapshots are listed oldest first, and a state is read alone")
  func snapshots() throws {
    let writer = try RowWriter.sample(folder.file(), turns: 20)
    writer.close()
    let reader = try JournalReader(at: folder.file())
    let snapshots = try reader.snapshots()
    #expect(snapshots.map(\.sequence) == [0, 0, 10, 10, 20, 20])
    #expect(snapshots.last?.store == "books")
    #expect(snapshots.last?.kind == SchemaKind(name: "state", version: 1))
    #expect(snapshots.last?.byteCount == 1)
    #expect(try reader.snapshot(of: "books", at: 20) == .integer(20))
    #expect(try reader.snapshot(of: "books", at: 21) == nil)
    #expect(try reader.snapshot(of: "nobody", at: 20) == nil)
  }

  @Test("Durable effects are listed as they were asked for, all or by their status")
  func tasks() throws {
    let writer = try RowWriter(folder.file())
    try writer.task("b", asked: 2, status: 1, ended: 4, attempts: 3)
    try writer.task("a", asked: 1)
    writer.close()
    let reader = try JournalReader(at: folder.file())
    #expect(try reader.tasks().map(\.key) == ["a", "b"])
    #expect(try reader.tasks(.open).map(\.key) == ["a"])
    let answered = try #require(try reader.tasks(.answered).first)
    #expect((answered.asked, answered.ended, answered.attempts) == (2, 4, 3))
    #expect(answered.request == .text("do it"))
  }

  @Test("A row that names what is not there is damage, and no other error")
  func damage() throws {
    let writer = try RowWriter(folder.file())
    try writer.task("a", asked: 1)
    try writer.execute("UPDATE tasks SET status = 9")
    writer.close()
    let error = #expect(throws: JournalError.self) { try JournalReader(at: folder.file()).tasks() }
    #expect(error?.description.contains("the durable effect `a` has the unknown status 9") == true)
  }
}
