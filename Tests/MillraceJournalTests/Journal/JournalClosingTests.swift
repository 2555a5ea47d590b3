import Millrace
import MillraceTesting
import Testing

@testable import MillraceJournal

@Suite("The close of a journal")
@MainActor struct JournalClosingTests {
  @Test("makes a durable effect that is requested afterwards fail with the reason and its store's name")
  func afterwards() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal)
    try program.journal?.close()
    program.send(.post(1, key: "a"))
    await program.flow.run(until: { !program.list.failures.isEmpty })
    let error = try #require(program.list.failures.first as? JournalError)
    #expect(error == .effectAfterClose(name: "send-mail", store: "outbox", path: folder.journal))
    #expect("\(error)".contains("has been closed") && "\(error)".contains("the store `outbox`"))
    #expect(program.work.begun.isEmpty)
  }

  @Test("waits for durable effects, takes their answers and refuses new messages")
  func waits() async throws {
    let folder = try JournalFolder()
    let clock = ManualClock()
    let program = try DurableProgram(folder.journal, environment: StoreEnvironment(clock: clock))
    let journal = try #require(program.journal)
    program.send(.post(1, key: "a"))
    program.send(.post(2, key: "b"))
    await program.work.waitUntilBegun(2)
    let closing = Task { try await journal.close(within: .seconds(3600)) }
    await clock.waitForSleepers(count: 1)
    program.send(.post(3, key: "c"))
    program.store?.sender().send(.cancel)
    program.work.answer("a")
    await program.run { $0.sent == [1] }
    program.work.answer("b")
    let rest = try await closing.value
    #expect(rest.unfinishedEffects.isEmpty && rest.refusedMessages == 2)
    #expect("\(rest)" == "No durable effect is unfinished; 2 messages were refused.")
    #expect(program.state.sent == [1, 2] && program.state.asked == 2)
    let refusals = program.list.errors.compactMap { error -> JournalError? in
      if case .reported(store: "outbox", let error as JournalError) = error { error } else { nil }
    }
    #expect(refusals == Array(repeating: .messageRefused(store: "outbox", path: folder.journal), count: 2))
    #expect(journal.status == .closed)
    // What comes later is refused, too, and not taken without a record.
    program.send(.post(4, key: "d"))
    #expect(program.state.asked == 2)
    program.end()
    let again = try DurableProgram(folder.journal)
    #expect(again.state.sent == [1, 2] && again.work.begun.isEmpty)
  }

  @Test("counts what a lock holds back, which is refused when the lock is released")
  func behindLock() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal)
    let journal = try #require(program.journal)
    let lock = program.flow.lock("animation")
    program.send(.post(1, key: "a"))
    #expect(try await journal.close(within: .seconds(3600)).refusedMessages == 1)
    lock.release()
    #expect(program.list.errors.count == 1 && program.state.asked == 0)
    #expect(try await journal.close(within: .zero).refusedMessages == 1)
  }

  @Test(
    "takes the turns of a store without a home meanwhile, and gives up at its limit",
    arguments: [true, false])
  nonisolated func withoutHome(ends: Bool) async throws {
    let folder = try JournalFolder()
    let clock: any Clock<Duration> = ends ? ManualClock() : ImmediateClock()
    let flow = Flow(name: "numbers", environment: StoreEnvironment(clock: clock))
    let double = DurableEffect<Int, Int>("double", requests: RecordSchema("number")) { number, _, _ in
      if !ends { try await ManualClock().sleep(for: .seconds(1)) }
      return number * 2
    }
    let store = Store(0, of: Int.self, name: "numbers", flow: flow) { state, number in
      state = number
      return number == 2 ? double(number, key: "two") : .none
    }
    let journal = try Journal(of: flow, at: folder.journal, durability: .everyTurn)
    try journal.record(store, state: RecordSchema("state"), messages: RecordSchema("message"))
    try journal.durable(double, on: store)
    try journal.start()
    store.send(2)
    let rest = try await journal.close(within: .seconds(1))
    #expect(rest.unfinishedEffects == (ends ? [] : ["two"]))
    #expect(store.withState { $0 } == (ends ? 4 : 2))
  }

  @Test("waits for the durable steps of a sequence, which begin one after another, and takes its end")
  func sequence() async throws {
    let folder = try JournalFolder()
    let clock = ManualClock()
    let program = try DurableProgram(folder.journal, environment: StoreEnvironment(clock: clock))
    let journal = try #require(program.journal)
    program.send(.postInSequence([1, 2], then: 3))
    await program.work.waitUntilBegun(1)
    let closing = Task { try await journal.close(within: .seconds(3600)) }
    await clock.waitForSleepers(count: 1)
    program.work.answer("1")
    program.work.answer("2")
    let rest = try await closing.value
    #expect(rest.unfinishedEffects.isEmpty)
    #expect(program.state.sent == [1, 2] && program.state.failed == [3] && program.list.failures.isEmpty)
    program.end()
    let again = try DurableProgram(folder.journal)
    #expect(again.state.sent == [1, 2] && again.state.failed == [3])
  }

  @Test("names the durable steps of a sequence that had not begun, which no start begins")
  func laterSteps() async throws {
    let folder = try JournalFolder()
    let clock = ManualClock()
    let program = try DurableProgram(folder.journal, environment: StoreEnvironment(clock: clock))
    let journal = try #require(program.journal)
    program.send(.postInSequence([1, 2, 3], then: 4))
    await program.work.waitUntilBegun(1)
    let closing = Task { try await journal.close(within: .seconds(20)) }
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .seconds(20))
    let rest = try await closing.value
    #expect(rest.unfinishedEffects == ["1"] && rest.lostSteps == ["2", "3"])
    #expect(
      "\(rest)"
        == "1 durable effect is unfinished and runs again at the next start: `1`; 2 later steps of sequences have "
        + "not begun and will not: `2`, `3`; 0 messages were refused.")
    program.work.answer("1")
    await program.run { $0.sent == [1] }
    #expect(try await journal.close(within: .zero) == rest)
    program.end()
    let again = try DurableProgram(folder.journal)
    await again.work.waitUntilBegun(1)
    again.work.answer("1")
    await again.run { $0.sent == [1] }
    await again.flow.run()
    #expect(again.work.begun == ["1"])
  }

  @Test("waits for a durable step behind one that is not durable")
  func behindPlainStep() async throws {
    let folder = try JournalFolder()
    let clock = ManualClock()
    let program = try DurableProgram(folder.journal, environment: StoreEnvironment(clock: clock))
    let journal = try #require(program.journal)
    program.send(.postBehind(.seconds(5), 1))
    await clock.waitForSleepers(count: 1)
    let closing = Task { try await journal.close(within: .seconds(3600)) }
    await clock.waitForSleepers(count: 2)
    await clock.advance(by: .seconds(5))
    await program.work.waitUntilBegun(1)
    program.work.answer("1")
    let rest = try await closing.value
    #expect(rest.unfinishedEffects.isEmpty && rest.lostSteps.isEmpty)
    #expect(program.state.sent == [1])
  }

  @Test("does not wait for a durable step that is cancelled")
  func cancelledStep() async throws {
    let folder = try JournalFolder()
    let clock = ManualClock()
    let program = try DurableProgram(folder.journal, environment: StoreEnvironment(clock: clock))
    let journal = try #require(program.journal)
    let work = try #require(program.store).send(.postBehind(.seconds(5), 1))
    await clock.waitForSleepers(count: 1)
    let closing = Task { try await journal.close(within: .seconds(3600)) }
    await clock.waitForSleepers(count: 2)
    work.cancel()
    let rest = try await closing.value
    #expect(rest.lostSteps.isEmpty && program.work.begun.isEmpty)
  }

  @Test("says after its limit what is left, which the next start runs again")
  func left() async throws {
    let folder = try JournalFolder()
    let clock = ManualClock()
    let program = try DurableProgram(folder.journal, environment: StoreEnvironment(clock: clock))
    let journal = try #require(program.journal)
    program.send(.post(1, key: "b"))
    program.send(.post(2, key: "a"))
    program.send(.post(3, key: "c"))
    await program.work.waitUntilBegun(3)
    program.work.answer("c")
    await program.run { $0.sent == [3] }
    let closing = Task { try await journal.close(within: .seconds(20)) }
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .seconds(20))
    let rest = try await closing.value
    #expect(rest.unfinishedEffects == ["a", "b"] && rest.refusedMessages == 0)
    #expect(
      "\(rest)"
        == "2 durable effects are unfinished and run again at the next start: `a`, `b`; 0 messages were refused."
    )
    // What ends behind the close is not recorded, so a second call says the same.
    program.work.answer("a")
    await program.run { $0.sent == [3, 2] }
    #expect(try await journal.close(within: .zero) == rest)
    program.end()
    let again = try DurableProgram(folder.journal)
    await again.work.waitUntilBegun(2)
    #expect(again.work.begun.sorted() == ["a", "b"] && again.state.sent == [3])
  }

  @Test("without durable effects under way comes at once, and a second one says nothing more")
  func nothingToWaitFor() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal)
    let journal = try #require(program.journal)
    program.store?.sender().send(.post(1, key: "a"))
    await program.work.waitUntilBegun(1)
    program.work.answer("a")
    await program.run { $0.sent == [1] }
    program.store?.sender().send(.failed(9))
    let rest = try await journal.close(within: .seconds(3600))
    #expect(rest.unfinishedEffects.isEmpty && rest.refusedMessages == 0)
    #expect(program.state.failed == [9], "a message that was posted before is taken")
    #expect(try await journal.close(within: .zero) == rest)
  }

  @Test("says what a close without a limit has left")
  func afterPlainClose() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal)
    let journal = try #require(program.journal)
    program.send(.post(1, key: "a"))
    await program.work.waitUntilBegun(1)
    try journal.close()
    #expect(try await journal.close(within: .zero).unfinishedEffects == ["a"])
  }

  @Test("gives up its wait when the caller is cancelled")
  func cancelled() async throws {
    let folder = try JournalFolder()
    let program = try DurableProgram(folder.journal)
    let journal = try #require(program.journal)
    program.send(.post(1, key: "a"))
    await program.work.waitUntilBegun(1)
    let closing = Task { try await journal.close(within: .seconds(3600)) }
    closing.cancel()
    #expect(try await closing.value.unfinishedEffects == ["a"])
    #expect(journal.status == .closed)
  }
}
