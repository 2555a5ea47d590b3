import Foundation
import Millrace
import MillraceTesting
import Testing

@testable import MillraceJournal

@Suite("Effects that are kept until they have answered")
@MainActor struct DurableEffectTests {
  struct Refused: Error, CustomStringConvertible { var description: String { "refused" } }

  @Test("what is asked for is in the file before the work begins")
  func recordedBefore() async throws {
    let folder = try JournalFolder()
    let path = folder.journal
    let program = try DurableProgram(
      path, durability: .batched(every: .seconds(3600)),
      before: { key in
        let tasks = try JournalReader(at: path).tasks(.open)
        #expect(tasks.map(\.key) == [key])
        #expect(tasks.map(\.attempts) == [1])
        #expect(tasks.first?.request == .object([.init(key: "id", value: .integer(7))]))
      })
    program.send(.post(7, key: "mail 7"))
    #expect(try durableTasks(path).isEmpty)
    try await program.journal?.flush()
    await program.work.waitUntilBegun(1)
    program.work.answer("mail 7")
    await program.run { $0.sent == [7] }
    #expect(try durableTasks(path) == ["mail 7": .open], "the answer waits for its batch")
    try await program.journal?.flush()
    #expect(try durableTasks(path) == ["mail 7": .answered])
    #expect(try JournalReader(at: path).tasks().first?.ended == 2)
  }

  @Test("the answer and its turn are kept together or not at all")
  func together() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal)
    program.send(.post(1, key: "a"))
    await program.work.waitUntilBegun(1)
    try changeJournal(
      folder.journal,
      "CREATE TRIGGER no BEFORE UPDATE ON tasks BEGIN SELECT RAISE(ABORT, 'not now'); END")
    program.work.answer("a")
    await program.run { $0.sent == [1] }
    #expect(try journalNumbers(folder.journal, "SELECT sequence FROM turns") == [1])
    #expect(try durableTasks(folder.journal) == ["a": .open])
    try changeJournal(folder.journal, "DROP TRIGGER no")
    try await program.journal?.flush()
    #expect(try journalNumbers(folder.journal, "SELECT sequence FROM turns") == [1, 2])
    #expect(try durableTasks(folder.journal) == ["a": .answered])
  }

  @Test("after a crash what has not answered is begun again with its key, and what has never is")
  func crash() async throws {
    let (folder, copy) = (try JournalFolder(), try JournalFolder())
    let program = try DurableProgram(folder.journal)
    program.send(.post(1, key: "a"))
    program.send(.post(2))
    program.send(.post(3))
    await program.work.waitUntilBegun(3)
    let keys = program.work.begun
    let second = try #require(keys.first { $0.hasSuffix("-2-2") })
    program.work.answer("a")
    await program.run { $0.sent == [1] }
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.copyItem(atPath: folder.path + "/" + file, toPath: copy.path + "/" + file)
    }
    program.end()

    let again = try DurableProgram(copy.journal, start: false)
    let found = try again.journal?.start()
    #expect(found?.resumedEffects.count == 2)
    #expect(Set(found?.resumedEffects ?? []) == Set(keys).subtracting(["a"]))
    await again.work.waitUntilBegun(2)
    #expect(Set(again.work.begun) == Set(keys).subtracting(["a"]))
    let attempts = try JournalReader(at: copy.journal).tasks(.open).map(\.attempts)
    #expect(attempts == [2, 2])
    again.work.answer(second)
    await again.run { $0.sent == [1, 2] }
    again.end()

    let third = try DurableProgram(copy.journal)
    await third.work.waitUntilBegun(1)
    #expect(!third.work.begun.contains(second) && !third.work.begun.contains("a"))
    third.work.answer(third.work.begun[0])
    await third.run { $0.sent == [1, 2, 3] }
    #expect(Set(try durableTasks(copy.journal).values) == [.answered])
    third.end()
    #expect(try DurableProgram(copy.journal, start: false).journal?.start().resumedEffects == [])
  }

  @Test("keys that are made are the journal's, and differ")
  func defaultKeys() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal)
    let id = try #require(program.journal?.id)
    for number in 0..<4 { program.send(.post(number)) }
    await program.work.waitUntilBegun(4)
    #expect(Set(program.work.begun) == ["\(id)-1-1", "\(id)-2-2", "\(id)-3-3", "\(id)-4-4"])
  }

  @Test("a key that is taken is refused, and the first one goes on as if nothing had been")
  func keyTaken() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal)
    program.send(.post(1, key: "a"))
    await program.work.waitUntilBegun(1)
    program.send(.post(2, key: "a"))
    await program.flow.run(until: { !program.list.failures.isEmpty })
    #expect(
      program.list.failures.compactMap { $0 as? JournalError } == [.keyTaken(key: "a", name: "send-mail")])
    #expect(try durableTasks(folder.journal) == ["a": .open])
    program.work.answer("a")
    await program.run { $0.sent == [1] }
    #expect(try durableTasks(folder.journal) == ["a": .answered])
    program.send(.post(3, key: "a"))
    await program.flow.run(until: { program.list.failures.count == 2 })
    #expect(try durableTasks(folder.journal) == ["a": .answered])
    #expect(program.work.begun == ["a"])
  }

  @Test(
    "an effect value that is started twice does its work once, and its answer counts", arguments: [nil, "a"])
  func startedTwice(key: String?) async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal)
    program.send(.postTwice(1, key: key))
    await program.work.waitUntilBegun(1)
    let begun = try #require(program.work.begun.first)
    await program.flow.run(until: { !program.list.failures.isEmpty })
    #expect(try durableTasks(folder.journal) == [begun: .open])
    program.work.answer(begun)
    await program.run { $0.sent == [1] }
    #expect(try durableTasks(folder.journal) == [begun: .answered])
    #expect(program.work.begun.count == 1)
    program.end()
    #expect(try DurableProgram(folder.journal, start: false).journal?.start().resumedEffects == [])
  }

  @Test("an error with a `catch` is an answer")
  func failureWithCatch() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal, catches: true)
    program.send(.post(1, key: "a"))
    program.work.answer("a", .failure(Refused()))
    await program.run { $0.failed == [1] }
    #expect(try durableTasks(folder.journal) == ["a": .answered])
    #expect(program.list.errors.isEmpty)
  }

  @Test("an error without a `catch` is reported, ends the effect as failed, and is not begun again")
  func failureWithoutCatch() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal)
    program.send(.post(1, key: "a"))
    program.work.answer("a", .failure(Refused()))
    await program.flow.run()
    #expect(program.list.failures.first is Refused)
    try await program.journal?.flush()
    #expect(try durableTasks(folder.journal) == ["a": .failed])
    program.end()
    let again = try DurableProgram(folder.journal, start: false)
    #expect(try again.journal?.start().resumedEffects == [])
  }

  @Test("one that an effect of the store cancels is not begun again, one that ends with its store is")
  func cancellation() async throws {
    let folder = try JournalFolder()
    do {
      let program = try DurableProgram(folder.journal)
      program.send(.post(1, key: "a"))
      await program.work.waitUntilBegun(1)
      program.send(.cancel)
      #expect(try durableTasks(folder.journal) == ["a": .cancelled])
      program.send(.post(2, key: "b"))
      await program.work.waitUntilBegun(2)
      program.end()
    }
    #expect(try durableTasks(folder.journal) == ["a": .cancelled, "b": .open])
    let again = try DurableProgram(folder.journal, start: false)
    #expect(try again.journal?.start().resumedEffects == ["b"])
  }

  @Test("a caller that no longer waits does not cancel it; the program that cancels the work does")
  func callerIsGone() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal)
    let sender = try #require(program.store?.sender())
    let handler = Task.detached { await sender.sendAndFinish(.post(1, key: "a")) }
    await program.work.waitUntilBegun(1)
    handler.cancel()
    #expect(await handler.value)
    // The cancellation was posted before it, and comes home first.
    await withCheckedContinuation { continuation in
      program.flow.homeQueue.post { continuation.resume() }
    }
    #expect(try durableTasks(folder.journal) == ["a": .open])
    program.work.answer("a")
    await program.run { $0.sent == [1] }
    #expect(try durableTasks(folder.journal) == ["a": .answered])

    let work = try #require(program.store?.send(.post(2, key: "b")))
    await program.work.waitUntilBegun(2)
    work.cancel()
    #expect(try durableTasks(folder.journal) == ["a": .answered, "b": .cancelled])
    #expect(program.list.errors.isEmpty)
  }

  @Test("a race leaves it out and reports that, and is over without it")
  func race() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal)
    let store = try #require(program.store)
    await store.send(.postInRace(1, key: "a")).finish()
    #expect(program.state.failed == [1])
    #expect(program.work.begun == [])
    #expect(try durableTasks(folder.journal) == [:])
    #expect(program.list.errors.count == 1 && "\(program.list.errors[0])".contains("given a durable effect"))
  }

  @Test("a retry does the work again under the same key, and its answer counts")
  func retried() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal)
    program.work.answer("a", .failure(Refused()))
    program.send(.postWithRetry(1, key: "a"))
    await program.work.waitUntilBegun(2)
    #expect(try durableTasks(folder.journal) == ["a": .open])
    program.work.answer("a")
    await program.run { $0.sent == [1] }
    #expect(program.work.begun == ["a", "a"])
    #expect(program.list.errors.isEmpty)
    #expect(try durableTasks(folder.journal) == ["a": .answered])
  }

  @Test("a retry comes before their own `catch`, which hears the last error")
  func retriedWithCatch() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal, catches: true)
    program.work.answer("a", .failure(Refused()))
    program.send(.postWithRetry(1, key: "a"))
    await program.work.waitUntilBegun(2)
    #expect(try durableTasks(folder.journal) == ["a": .open])
    program.work.answer("a", .failure(Refused()))
    await program.run { $0.failed == [1] }
    #expect(program.work.begun == ["a", "a"])
    #expect(program.list.errors.isEmpty)
    #expect(try durableTasks(folder.journal) == ["a": .answered])
  }

  @Test("a time-out goes to their own `catch`, whose message is the answer")
  func timedOutWithCatch() async throws {
    let folder = try JournalFolder()
    let clock = ManualClock()
    let program = try DurableProgram(
      folder.journal, catches: true, environment: StoreEnvironment(clock: clock))
    program.send(.postWithTimeout(1, key: "a"))
    await program.work.waitUntilBegun(1)
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(2))
    await program.run { $0.failed == [1] }
    #expect(program.list.errors.isEmpty)
    #expect(try durableTasks(folder.journal) == ["a": .answered])
  }

  @Test("what a journal refuses goes to the error handler, whatever retries and catches it")
  func refusedWithOperators() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal, catches: true)
    program.send(.post(1, key: "a"))
    program.work.answer("a")
    await program.run { $0.sent == [1] }
    program.send(.postWithRetry(2, key: "a"))
    await program.flow.run(until: { !program.list.failures.isEmpty })
    #expect(
      program.list.failures.compactMap { $0 as? JournalError } == [.keyTaken(key: "a", name: "send-mail")])
    #expect(program.state.failed.isEmpty && program.work.begun == ["a"])
  }

  @Test("those that stand in a queue are kept while they wait, and stand in it again after a start")
  func queues() async throws {
    let folder = try JournalFolder()
    let queue = EffectQueue("mail", .concat)
    do {
      let program = try DurableProgram(folder.journal, queue: queue)
      program.send(.post(1, key: "a"))
      program.send(.post(2, key: "b"))
      program.send(.post(3, key: "c"))
      await program.work.waitUntilBegun(1)
      #expect(program.work.begun == ["a"])
      #expect(try durableTasks(folder.journal) == ["a": .open, "b": .open, "c": .open])
      program.work.answer("a")
      await program.work.waitUntilBegun(2)
      #expect(program.work.begun == ["a", "b"])
      program.end()
    }
    let again = try DurableProgram(folder.journal, queue: queue)
    await again.work.waitUntilBegun(1)
    #expect(again.work.begun == ["b"])
    again.work.answer("b")
    await again.work.waitUntilBegun(2)
    again.work.answer("c")
    await again.run { $0.sent == [1, 2, 3] }
    #expect(again.work.begun == ["b", "c"])
    #expect(Set(try durableTasks(folder.journal).values) == [.answered])
  }

  @Test("an effect of a part is kept, too, and its answer is wrapped after a start as well")
  func mapped() async throws {
    enum Whole: Codable, Hashable, Sendable {
      case ask(Int)
      case part(DurableMessage)
    }
    let folder = try JournalFolder()
    for round in 0..<2 {
      let work = DurableWork()
      let mail = DurableEffect<DurableMail, DurableMessage>("send-mail", requests: RecordSchema("mail")) {
        mail, key, _ in
        try await work.perform(key)
        return .sent(mail.id, key: key)
      }
      let flow = Flow(name: "whole")
      let store = Store([DurableMessage](), name: "whole", flow: flow) {
        (state: inout [DurableMessage], message: Whole) -> Effect<Whole> in
        switch message {
        case .ask(let id): return mail(DurableMail(id: id), key: "a").map { .part($0) }
        case .part(let message): state.append(message)
        }
        return .none
      }
      let journal = try Journal(of: flow, at: folder.journal, durability: .everyTurn)
      try journal.record(store, state: RecordSchema("whole"), messages: RecordSchema("whole-message"))
      try journal.durable(mail, on: store) { .part($0) }
      try journal.start()
      if round == 0 { store.send(.ask(5)) }
      await work.waitUntilBegun(1)
      if round == 1 {
        work.answer("a")
        await flow.run(until: { store.withState { !$0.isEmpty } })
        #expect(store.withState { copy $0 } == [.sent(5, key: "a")])
        #expect(try durableTasks(folder.journal) == ["a": .answered])
      }
    }
  }

  @Test("in a test or a preview the work is done without a journal, if that is wanted")
  func unrecorded() async throws {
    var environment = StoreEnvironment()
    environment[UnrecordedEffects.self] = true
    let work = DurableWork()
    let mail = DurableEffect<DurableMail, DurableMessage>("send-mail", requests: RecordSchema("mail")) {
      mail, key, _ in
      try await work.perform(key)
      return .sent(mail.id, key: key)
    }
    let store = Store(DurableOutbox(), flow: Flow(environment: environment)) {
      (outbox: inout DurableOutbox, message: DurableMessage) -> Effect<DurableMessage> in
      if case .sent(let id, _) = message { outbox.sent.append(id) }
      if case .post(let id, let key) = message { return mail(DurableMail(id: id), key: key) }
      return .none
    }
    work.answer("a")
    store.send(.post(1, key: "a"))
    await store.flow.run()
    #expect(store.withState(\.sent) == [1])
  }

  @Test(
    "one that is under way when the journal is closed and opened again is not begun twice, and its answer counts"
  )
  func reopened() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal)
    program.send(.post(1, key: "a"))
    await program.work.waitUntilBegun(1)
    try program.journal?.close()
    let store = try #require(program.store)
    let journal = try Journal(of: program.flow, at: folder.journal, durability: .everyTurn)
    try journal.record(store, state: RecordSchema("outbox"), messages: RecordSchema("outbox-message"))
    try journal.durable(program.mail, on: store)
    #expect(try journal.start().resumedEffects.isEmpty)
    program.work.answer("a")
    await program.run { $0.sent == [1] }
    #expect(try durableTasks(folder.journal) == ["a": .answered])
    #expect(program.work.begun == ["a"])
    try journal.close()
  }
}
