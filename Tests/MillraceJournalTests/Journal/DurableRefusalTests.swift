import Millrace
import Testing

@testable import MillraceJournal

@Suite("Durable effects that cannot be kept or begun again")
@MainActor struct DurableRefusalTests {
  struct OldMail: Codable { var number: String }

  @Test("requests of an older version are brought up to today's")
  func upcast() async throws {
    let folder = try JournalFolder()
    do {
      let program = try DurableProgram(folder.journal)
      program.send(.post(1, key: "a"))
      await program.work.waitUntilBegun(1)
      program.end()
    }
    let old = try RecordEncoder().encode(OldMail(number: "42"))
    let text = old.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try changeJournal(folder.journal, "UPDATE tasks SET request = x'\(text)'")
    try sumTasks(folder.journal)
    let program = try DurableProgram(
      folder.journal,
      requests: RecordSchema("mail", version: 2)
        .upcast("mail", from: 1, to: 2) { (old: OldMail) in DurableMail(id: Int(old.number) ?? 0) })
    await program.work.waitUntilBegun(1)
    program.work.answer("a")
    await program.run { $0.sent == [42] }
    program.end()
    let gap = try DurableProgram(folder.journal, start: false, requests: RecordSchema("mail", version: 3))
    guard case .noWay = journalError({ try gap.journal?.start() }) else {
      Issue.record("there is a way")
      return
    }
  }

  @Test("a request that cannot be read is an error, and the others are begun")
  func unreadable() async throws {
    let folder = try JournalFolder()
    do {
      let program = try DurableProgram(folder.journal)
      program.send(.post(1, key: "a"))
      program.send(.post(2, key: "b"))
      await program.work.waitUntilBegun(2)
      program.end()
    }
    try changeJournal(folder.journal, "UPDATE tasks SET request = x'F6' WHERE key = 'a'")
    let again = try DurableProgram(folder.journal, start: false)
    #expect(try again.journal?.start().resumedEffects == ["b"])
    guard case .request(name: "send-mail", key: "a", _) = again.list.journal.first else {
      Issue.record("nothing was told")
      return
    }
  }

  @Test("one that belongs to no effect of today is a warning, and stays open")
  func unclaimed() async throws {
    let folder = try JournalFolder()
    do {
      let program = try DurableProgram(folder.journal)
      program.send(.post(1, key: "a"))
      await program.work.waitUntilBegun(1)
      program.end()
    }
    let again = try DurableProgram(folder.journal, isRegistered: false, start: false)
    let found = try again.journal?.start()
    #expect(found?.warnings == [.unclaimed(key: "a", kind: SchemaKind(name: "mail", version: 1))])
    #expect(again.list.warnings == found?.warnings)
    #expect(try durableTasks(folder.journal) == ["a": .open])
  }

  @Test("one of a store that is not recorded keeps the journal from being started")
  func storeNotRecorded() throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal, isRecorded: false, start: false)
    #expect(journalError { try program.journal?.start() } == .notRecorded(store: "outbox"))
  }

  @Test("one that no journal can keep is an error and is not begun", arguments: [0, 2, 3, 4])
  func notKept(how: Int) async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal, isRegistered: how != 0, start: how != 2)
    if how == 3 { try program.journal?.close() }
    if how == 4 {
      // An effect of one store, asked for by another.
      let other = Store(0, name: "other", flow: program.flow) {
        [mail = program.mail] (_: inout Int, message: DurableMessage) in
        if case .post = message { mail(DurableMail(id: 1)) } else { .none }
      }
      other.send(.post(1))
      await program.flow.run(until: { !program.list.failures.isEmpty })
      withExtendedLifetime(other) {}
    } else {
      program.send(.post(1, key: "a"))
      await program.flow.run(until: { !program.list.failures.isEmpty })
    }
    let error = program.list.failures.first as? JournalError
    switch how {
    case 2: #expect(error == .notStarted(what: "the durable effect `send-mail`"))
    case 3:
      #expect(error == .effectAfterClose(name: "send-mail", store: "outbox", path: folder.journal))
    default:
      // Without a journal that knows the effect, its name alone is known, and the flow's error names the
      // store.
      #expect(error == .effectNotRegistered(name: "send-mail", store: how == 4 ? "other" : nil))
      #expect(error?.description.contains("`DurableMessage`") == false)
    }
    #expect(program.work.begun.isEmpty)
    #expect(try durableTasks(folder.journal).isEmpty)
  }

  @Test("A durable effect that is registered twice is named as such")
  func twice() throws {
    let folder = try JournalFolder()
    let flow = Flow(name: "outbox")
    let mail = DurableEffect<DurableMail, DurableMessage>("send-mail", requests: RecordSchema("mail")) {
      mail, key, _ in .sent(mail.id, key: key)
    }
    func store(_ name: String) -> Store<DurableOutbox, DurableMessage> {
      Store(DurableOutbox(), of: DurableMessage.self, name: name, flow: flow) { _, _ in .none }
    }
    let (first, second) = (store("first"), store("second"))
    let journal = try Journal(of: flow, at: folder.journal)
    try journal.durable(mail, on: first)
    let error = JournalError.effectRegisteredTwice(name: "send-mail", store: "second", other: "first")
    #expect(throws: error) { try journal.durable(mail, on: second) }
    #expect("\(error)".contains("registered already, for the store `first`"))
    let again = JournalError.effectRegisteredTwice(name: "send-mail", store: "first", other: "first")
    #expect(throws: again) { try journal.durable(mail, on: first) }
    #expect("\(again)".contains("registered already, for that store"))
  }
}
