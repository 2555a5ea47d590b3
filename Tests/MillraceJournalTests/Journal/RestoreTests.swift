import Foundation
import Millrace
import Testing

@testable import MillraceJournal

@Suite("What a journal brings back")
struct RestoreTests {
  @Test("a journal may be named by a file URL")
  @MainActor func url() throws {
    let folder = try JournalFolder()
    let url = URL(fileURLWithPath: folder.journal)
    let journal = try Journal(of: Flow(name: "notes"), at: url)
    #expect(journal.path == folder.journal)
    try journal.start()
    try journal.close()
    #expect(try JournalReader(at: url).info().flow == "notes")
  }

  @Test("a program that is started again has the state it had")
  @MainActor func restores() async throws {
    let folder = try JournalFolder()
    var expected = Notes()
    do {
      let first = try NotesProgram(folder.journal)
      let found = try first.journal.start()
      #expect(found.lastSequence == 0)
      first.notes.send(.added("milk"))
      first.notes.send(.added("bread"))
      first.notes.send(.renamed(0, to: "oat milk"))
      expected = first.state
      try await first.journal.flush()
    }
    let second = try NotesProgram(folder.journal)
    let found = try second.journal.start()
    #expect(found.lastSequence == 3)
    #expect(found.messages == 3)
    #expect(found.snapshot(of: "notes") == 0)
    #expect(found.warnings.isEmpty && found.skipped.isEmpty)
    #expect(second.state == expected)
    second.notes.send(.starred)
    #expect(second.flow.lastSequence == 4)
    #expect(try second.journal.state(of: second.notes, at: 2).titles == ["milk", "bread"])
    #expect(try second.journal.state(at: 0)[second.notes] == Notes())
  }

  @Test("with every turn on disk, nothing waits when a message has been sent")
  @MainActor func everyTurn() throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal, durability: .everyTurn)
    try program.journal.start()
    program.notes.send(.added("milk"))
    #expect(program.journal.waitingCount == 0)
    #expect(try journalNumbers(folder.journal, "SELECT sequence FROM turns") == [1])
    program.notes.send(.starred)
    #expect(try journalNumbers(folder.journal, "SELECT sequence FROM turns") == [1, 2])
  }

  @Test("a journal in memory has no file, and past states all the same")
  @MainActor func memory() async throws {
    let folder = try JournalFolder()
    let program = try NotesProgram(folder.journal, durability: .memory)
    try program.journal.start()
    program.notes.send(.added("milk"))
    program.notes.send(.added("bread"))
    #expect(try program.journal.state(of: program.notes, at: 1).titles == ["milk"])
    try await program.journal.flush()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    #expect(throws: JournalError.self) { _ = try program.journal.reader() }
  }

  /// Two stores on one flow.
  @MainActor final class Pair {
    let flow = Flow(name: "pair")
    let left: Store<Tally, TallyMessage>
    let right: Store<Tally, TallyMessage>
    let journal: Journal
    let list: ErrorList

    init(_ path: String, start: Bool = true, snapshots: SnapshotPolicy = .never) throws {
      left = Store(Tally(), name: "left", flow: flow, update: updateTally)
      right = Store(Tally(), name: "right", flow: flow, update: updateTally)
      list = ErrorList(flow)
      journal = try Journal(of: flow, at: path, durability: .everyTurn, snapshots: snapshots)
      try journal.record(left, state: RecordSchema("tally"), messages: RecordSchema("count"))
      try journal.record(right, state: RecordSchema("tally"), messages: RecordSchema("count"))
      if start { try journal.start() }
    }
  }

  @Test("several stores of a flow have one order, and come back together")
  @MainActor func severalStores() throws {
    let folder = try JournalFolder()
    do {
      let pair = try Pair(folder.journal)
      pair.left.send(.add(1))
      pair.right.send(.twice(10))
      pair.left.send(.add(2))
    }
    #expect(
      try journalNumbers(folder.journal, "SELECT s.name = 'left' FROM turns JOIN stores s ON s.id = store")
        == [
          1, 0, 0, 1,
        ])
    let pair = try Pair(folder.journal)
    #expect(pair.left.withState { copy $0 } == Tally(sum: 3, count: 2))
    #expect(pair.right.withState { copy $0 } == Tally(sum: 20, count: 2))
    #expect(pair.flow.lastSequence == 4)
  }

  @Test("what observers send at a start is taken when all stores have their states, and is kept")
  @MainActor func observersAtStart() throws {
    let folder = try JournalFolder()
    do {
      let pair = try Pair(folder.journal)
      for _ in 0..<5 { pair.right.send(.add(10)) }
      pair.left.send(.add(1))
    }
    do {
      // A snapshot is due with the first turn: it must not catch a store that has no state yet.
      let pair = try Pair(folder.journal, start: false, snapshots: SnapshotPolicy(turns: 1))
      var seen: [Int] = []
      let token = pair.left.observe(\.sum) { [right = pair.right] sum in
        seen.append(sum)
        right.send(.add(100))
      }
      try pair.journal.start()
      token.cancel()
      #expect(seen == [1])
      #expect(pair.right.withState { copy $0 } == Tally(sum: 150, count: 6))
    }
    let pair = try Pair(folder.journal)
    #expect(pair.right.withState { copy $0 } == Tally(sum: 150, count: 6))
    #expect(pair.flow.lastSequence == 7)
  }

  @Test("effects are not executed again, and the messages they led to are there once")
  @MainActor func effects() async throws {
    let folder = try JournalFolder()
    do {
      let pair = try Pair(folder.journal)
      pair.left.send(.twice(1))
      pair.left.send(.later(5))
      await pair.flow.run()
      #expect(pair.left.withState { copy $0 } == Tally(sum: 7, count: 4))
    }
    let pair = try Pair(folder.journal)
    await pair.flow.run()
    #expect(pair.left.withState { copy $0 } == Tally(sum: 7, count: 4))
    #expect(pair.flow.lastSequence == 4)
    let causes = try journalNumbers(folder.journal, "SELECT cause FROM turns ORDER BY sequence")
    #expect(causes == [0, 2, 0, 3])
  }

  @Test("subscriptions begin for the state that was brought back")
  @MainActor func subscriptions() throws {
    let folder = try JournalFolder()
    let started = Locked(0)
    func program() throws -> (Store<Tally, TallyMessage>, Journal) {
      let flow = Flow(name: "subscribed")
      let store = Store(
        Tally(), of: TallyMessage.self, name: "tally", flow: flow,
        subscriptions: { tally in
          tally.sum < 5
            ? []
            : [
              .listening("listen") { _ in
                started.withLock { $0 += 1 }
                return {}
              }
            ]
        }, update: updateTally)
      let journal = try Journal(of: flow, at: folder.journal, durability: .everyTurn)
      try journal.record(store, state: RecordSchema("tally"), messages: RecordSchema("count"))
      try journal.start()
      return (store, journal)
    }
    do {
      let (store, journal) = try program()
      store.send(.add(5))
      #expect(journal.waitingCount == 0)
      #expect(started.withLock { $0 } == 1)
    }
    let (store, journal) = try program()
    #expect(store.withState(\.sum) == 5)
    #expect(started.withLock { $0 } == 2)
    #expect(journal.status == .writing)
  }

  @Test("a store that is new in an old journal begins with its own state, also behind a gap")
  @MainActor func newStore() throws {
    let folder = try JournalFolder()
    do {
      let program = try NotesProgram(folder.journal, durability: .everyTurn)
      try program.journal.start()
      program.notes.send(.added("milk"))
    }
    try changeJournal(
      folder.journal,
      "INSERT INTO gaps VALUES(1, 5, 'test'); DELETE FROM snapshots")
    // Without snapshots the old store cannot be crossed over the gap, the new one has nothing to do with it.
    // The name of a kind tells that the journal is this program's own.
    do {
      let flow = Flow(name: "notes")
      let tally = Store(Tally(sum: 7), name: "tally", flow: flow, update: updateTally)
      let journal = try Journal(of: flow, at: folder.journal, durability: .everyTurn)
      try journal.record(tally, state: RecordSchema("notes"), messages: RecordSchema("count"))
      try journal.start()
      #expect(tally.withState { copy $0 } == Tally(sum: 7))
      tally.send(.add(1))
      #expect(flow.lastSequence == 6)
      #expect(try journal.state(of: tally, at: 0) == Tally(sum: 7))
    }
    let flow = Flow(name: "notes")
    let tally = Store(Tally(), name: "tally", flow: flow, update: updateTally)
    let journal = try Journal(of: flow, at: folder.journal, durability: .everyTurn)
    try journal.record(tally, state: RecordSchema("notes"), messages: RecordSchema("count"))
    let found = try journal.start()
    #expect(tally.withState { copy $0 } == Tally(sum: 8, count: 1))
    #expect(found.snapshot(of: "tally") == 5)
  }

  @Test("a store that is recorded no more is passed over, and has its state when it is recorded again")
  @MainActor func storeRecordedNoMore() throws {
    let folder = try JournalFolder()
    do {
      let pair = try Pair(folder.journal)
      pair.left.send(.add(1))
      pair.right.send(.add(2))
    }
    do {
      let flow = Flow(name: "pair")
      let left = Store(Tally(), name: "left", flow: flow, update: updateTally)
      let journal = try Journal(of: flow, at: folder.journal, durability: .everyTurn)
      try journal.record(left, state: RecordSchema("tally"), messages: RecordSchema("count"))
      #expect(try journal.start().messages == 1)
      left.send(.add(10))
      #expect(flow.lastSequence == 3)
    }
    let pair = try Pair(folder.journal)
    #expect(pair.left.withState(\.sum) == 11)
    #expect(pair.right.withState(\.sum) == 2)
  }

  @Test("the beginning stays what it was when the application begins with another state today")
  @MainActor func genesis() throws {
    let folder = try JournalFolder()
    for first in [100, 500] {
      let flow = Flow(name: "tally")
      let tally = Store(Tally(sum: first), name: "tally", flow: flow, update: updateTally)
      let journal = try Journal(of: flow, at: folder.journal, durability: .everyTurn)
      try journal.record(tally, state: RecordSchema("tally"), messages: RecordSchema("count"))
      try journal.start()
      tally.send(.add(1))
      #expect(tally.withState(\.sum) == (first == 100 ? 101 : 102))
      #expect(try journal.state(of: tally, at: 0).sum == 100)
    }
  }

  @Test("turns of a store that is left out take numbers, which are not given again")
  @MainActor func leftOut() throws {
    let folder = try JournalFolder()
    func program() throws -> Pair {
      let pair = try Pair(folder.journal, start: false)
      let other = Store(Tally(), name: "other", flow: pair.flow, update: updateTally)
      pair.journal.leaveOut("other")
      try pair.journal.start()
      for _ in 0..<3 { other.send(.add(1)) }
      return pair
    }
    do {
      let pair = try program()
      pair.left.send(.add(1))
      for _ in 0..<3 { Store(Tally(), name: "other", flow: pair.flow, update: updateTally).send(.add(1)) }
      try pair.journal.snapshot()
      #expect(pair.flow.lastSequence == 7)
      #expect(pair.list.errors.isEmpty)
    }
    #expect(try journalNumbers(folder.journal, "SELECT max(sequence) FROM snapshots") == [7])
    do {
      let pair = try Pair(folder.journal)
      #expect(pair.flow.lastSequence == 7)
      pair.left.send(.add(2))
    }
    let pair = try Pair(folder.journal)
    #expect(pair.left.withState(\.sum) == 3)
  }
}
