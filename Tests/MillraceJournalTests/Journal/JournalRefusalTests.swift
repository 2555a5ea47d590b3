import Millrace
import Testing

@testable import MillraceJournal

@Suite("A message to a store whose journal closes")
@MainActor struct JournalRefusalTests {
  private let folder: JournalFolder

  init() throws { folder = try JournalFolder() }

  private func refusals(_ program: NotesProgram) -> [JournalError] {
    program.errors.compactMap { error in
      if case .reported(store: "notes", let error as JournalError) = error { error } else { nil }
    }
  }

  @Test("is refused in the answer of every kind of send, and reported once for each")
  func everySend() async throws {
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    let sender = program.notes.sender()
    let mapped = sender.map { (title: String) in NoteMessage.added(title) }
    #expect(await sender.sendAndFinish(.added("a")))
    #expect(sender.send(.added("b"), limit: 10) == .accepted)
    try await program.journal.close(within: .zero)
    #expect(program.state.titles == ["a", "b"])
    #expect(await !sender.sendAndFinish(.starred))
    #expect(!sender.send(.starred))
    #expect(!sender.send(.starred, inheriting: true))
    #expect(sender.send(.starred, limit: 10) == .ended)
    #expect(await !mapped.sendAndFinish("c"))
    #expect(!mapped.send("c"))
    #expect(mapped.send("c", limit: 10) == .ended)
    #expect(await Task.detached { await sender.sendAndFinish(.starred) }.value == false)
    await program.notes.send(.starred).finish()
    await program.flow.run()
    #expect(program.state == Notes(titles: ["a", "b"]))
    #expect(
      refusals(program) == Array(repeating: .messageRefused(store: "notes", path: folder.journal), count: 9))
    #expect(try await program.journal.close(within: .zero).refusedMessages == 9)
  }

  @Test("that waits for a lock longer than the journal is refused in its answer")
  func behindLock() async throws {
    let program = try NotesProgram(folder.journal)
    try program.journal.start()
    let sender = program.notes.sender()
    let lock = program.flow.lock("animation")
    let early = Task { @concurrent in await sender.sendAndFinish(.starred) }
    await program.flow.run(until: { program.flow.waitingCount == 1 })
    try await program.journal.close(within: .zero)
    #expect(refusals(program).isEmpty)
    lock.release()
    #expect(await !early.value)
    #expect(program.state.starred == 0 && refusals(program).count == 1)
  }

  @Test("of a subscription is refused in the answer of the subscription's sender")
  func subscription() async throws {
    let flow = Flow(name: "notes")
    let errors = ErrorList(flow)
    let heard = Locked<Sender<NoteMessage>?>(nil)
    let notes = Store(
      Notes(), name: "notes", flow: flow,
      subscriptions: { _ in
        [
          .listening("radio") { sender in
            heard.withLock { $0 = sender }
            return {}
          }
        ]
      }, update: updateNotes)
    let journal = try Journal(of: flow, at: folder.journal)
    try journal.record(notes, state: RecordSchema("notes"), messages: RecordSchema("note"))
    try journal.start()
    let sender = try #require(heard.withLock { $0 })
    #expect(sender.send(.starred))
    try await journal.close(within: .zero)
    #expect(notes.starred == 1)
    #expect(!sender.send(.starred))
    await flow.run()
    #expect(notes.starred == 1 && errors.errors.count == 1)
  }

  @Test("is taken again when the journal has ended, and never refused by a store that it does not record")
  func afterwards() async throws {
    let flow = Flow(name: "notes")
    let notes = Store(Notes(), name: "notes", flow: flow, update: updateNotes)
    let other = Store(Notes(), name: "other", flow: flow, update: updateNotes)
    var journal: Journal? = try Journal(of: flow, at: folder.journal)
    try journal?.record(notes, state: RecordSchema("notes"), messages: RecordSchema("note"))
    journal?.leaveOut("other")
    try journal?.start()
    let errors = ErrorList(flow)
    try await journal?.close(within: .zero)
    other.send(.starred)
    #expect(await other.sender().sendAndFinish(.starred))
    #expect(other.starred == 2 && errors.errors.isEmpty)
    journal = nil
    notes.send(.starred)
    #expect(await notes.sender().sendAndFinish(.starred))
    #expect(notes.starred == 2 && errors.errors.isEmpty)
  }
}
