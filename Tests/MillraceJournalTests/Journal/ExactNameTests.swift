import Millrace
import Testing

@testable import MillraceJournal

/// Two texts that are equal for Swift, and not for SQLite.
private let composed = "caf\u{E9}"
private let decomposed = "cafe\u{301}"

/// A flow with two stores, their kinds and durable effects called by names that only look alike.
@MainActor private final class LookalikeProgram {
  let flow = Flow(name: "lookalikes")
  let work = DurableWork()
  let list: ErrorList
  let one, two: Store<DurableOutbox, DurableMessage>
  private let mails: [DurableEffect<DurableMail, DurableMessage>]
  private(set) var journal: Journal?

  init() {
    list = ErrorList(flow)
    let work = work
    mails = [composed, decomposed].map { name in
      DurableEffect(name, requests: RecordSchema(name + "-mail")) { mail, key, _ in
        try await work.perform("\(mail.id)")
        return .sent(mail.id, key: key)
      }
    }
    one = Self.store(composed, mails[0], flow)
    two = Self.store(decomposed, mails[1], flow)
  }

  private static func store(
    _ name: String, _ mail: DurableEffect<DurableMail, DurableMessage>, _ flow: Flow
  ) -> Store<DurableOutbox, DurableMessage> {
    Store(DurableOutbox(), name: name, flow: flow) { outbox, message in
      switch message {
      case .post(let id, let key):
        outbox.asked += 1
        return mail(DurableMail(id: id), key: key)
      case .sent(let id, _): outbox.sent.append(id)
      case .postTwice, .postInSequence, .postInRace, .postWithRetry, .postWithTimeout, .postBehind, .failed,
        .cancel:
        break
      }
      return .none
    }
  }

  @discardableResult
  func start(_ path: String, leavesOutOne: Bool = false) throws -> JournalRestoration {
    let journal = try Journal(of: flow, at: path, durability: .everyTurn, snapshots: .never)
    for (place, store) in [one, two].enumerated() where place == 1 || !leavesOutOne {
      let name = store.storeName
      try journal.record(store, state: RecordSchema(name), messages: RecordSchema(name + "-message"))
      try journal.durable(mails[place], on: store)
    }
    if leavesOutOne { journal.leaveOut(composed) }
    self.journal = journal
    return try journal.start()
  }

  func endJournal() throws {
    try journal?.close()
    journal = nil
  }
}

@Suite("Names that only look alike")
@MainActor struct ExactNameTests {
  private func lengths(_ texts: [String]) -> [Int] { texts.map { $0.unicodeScalars.count } }

  @Test("two stores whose names only look alike are two: live, after a restart, and in an export")
  func stores() async throws {
    #expect(composed == decomposed)
    let folder = try JournalFolder()
    do {
      let program = LookalikeProgram()
      try program.start(folder.journal)
      program.one.send(.sent(1, key: ""))
      program.two.send(.sent(2, key: ""))
      program.two.send(.sent(3, key: ""))
      try program.journal?.snapshot()
      try await program.journal?.flushSnapshots()
      program.one.send(.sent(4, key: ""))
      #expect(program.list.errors.isEmpty)
      try program.endJournal()
    }
    let again = LookalikeProgram()
    let found = try again.start(folder.journal)
    #expect(found.messages == 1)
    #expect((found.snapshot(of: composed), found.snapshot(of: decomposed)) == (3, 3))
    #expect(again.one.state.sent == [1, 4])
    #expect(again.two.state.sent == [2, 3])
    let past = try #require(try again.journal?.state(at: 2))
    #expect(lengths(past.stores) == [5, 4])
    #expect((past[again.one]?.sent, past[again.two]?.sent) == ([1], [2]))
    #expect(try again.journal?.state(of: again.two, at: 3).sent == [2, 3])
    try again.endJournal()
    let reader = try JournalReader(at: folder.journal)
    #expect(lengths(try reader.turns().all().map(\.store)) == [4, 5, 5, 4])
    #expect(lengths(try reader.info().kinds.map(\.kind.name)) == [12, 13])
    try reader.exportJournal(to: folder.path + "/export.jsonl")
    try JournalImport.run(from: folder.path + "/export.jsonl", to: folder.path + "/copy.journal")
    let copy = LookalikeProgram()
    try copy.start(folder.path + "/copy.journal")
    #expect(copy.one.state.sent == [1, 4])
    #expect(copy.two.state.sent == [2, 3])
  }

  @Test("a store is not left out because another that looks alike is")
  func leftOut() throws {
    let folder = try JournalFolder()
    let program = LookalikeProgram()
    try program.start(folder.journal, leavesOutOne: true)
    program.one.send(.sent(1, key: ""))
    program.two.send(.sent(2, key: ""))
    #expect(program.list.errors.isEmpty)
    try program.endJournal()
    #expect(lengths(try JournalReader(at: folder.journal).turns().all().map(\.store)) == [5])
    let other = try Journal(of: program.flow, at: folder.path + "/other.journal")
    other.leaveOut(decomposed)
    try other.start()
    program.two.send(.sent(2, key: ""))
    #expect(program.list.errors.isEmpty)
    program.one.send(.sent(1, key: ""))
    #expect(program.list.journal == [.unknownStore(store: composed, turn: 4)])
  }

  @Test("durable effects with keys that only look alike are two, also for the journal after the next start")
  func keys() async throws {
    let folder = try JournalFolder()
    do {
      let program = LookalikeProgram()
      try program.start(folder.journal)
      program.one.send(.post(1, key: composed))
      program.one.send(.post(2, key: decomposed))
      program.two.send(.post(3, key: "k"))
      await program.work.waitUntilBegun(3)
      #expect(program.list.errors.isEmpty)
      // A journal that finds them under way knows which is which.
      try program.endJournal()
      #expect(try program.start(folder.journal).resumedEffects.isEmpty)
      program.work.answer("2")
      await program.flow.run(until: { !program.one.state.sent.isEmpty })
      #expect(program.one.state.sent == [2])
      try program.endJournal()
      let reader = try JournalReader(at: folder.journal)
      #expect(try reader.task(composed)?.status == .open)
      #expect(try reader.task(decomposed)?.status == .answered)
    }
    let again = LookalikeProgram()
    #expect(lengths(try again.start(folder.journal).resumedEffects) == [4, 1])
    await again.work.waitUntilBegun(2)
    again.work.answer("1")
    again.work.answer("3")
    await again.flow.run(until: {
      !again.two.state.sent.isEmpty && again.one.state.sent.count == 2
    })
    #expect(again.one.state.sent == [2, 1])
    #expect(again.list.errors.isEmpty)
  }
}
