import Millrace
import MillraceQueries
import MillraceTesting
import Testing

@MainActor
@Suite("Mutations") struct MutationTests {
  let clock = ManualClock()
  let server = NoteServer()

  func filled(_ queries: NotebookQueries) async -> Store<Notebook, NotebookMessage> {
    let store = queries.store(environment: clock.environment)
    store.send(.open(7))
    store.send(.showFolder("work"))
    await store.run()
    return store
  }

  @Test("a change is shown before send returns, and the server's answer replaces it")
  func optimistic() async {
    let queries = NotebookQueries(server)
    let store = await filled(queries)
    server.answerChange.withLock { $0 = { _ in Note(id: 7, title: "the server's", version: 9) } }
    store.send(.change(.rename(7, "mine")))
    let result = queries.notes.result(7, in: store.state)
    #expect(result.value?.title == "mine" && result.isPending)
    #expect(store.notes[7]?.title == "note 7", "The cache has what the server has confirmed.")
    await store.run()
    #expect(queries.notes.value(7, in: store.state) == Note(id: 7, title: "the server's", version: 9))
    #expect(!queries.notes.result(7, in: store.state).isPending)
    #expect(
      server.performed.withLock { $0 } == ["\(NoteChange.rename(7, "mine")) \(Identifier(high: 0, low: 1))"])
  }

  @Test("of several changes a failed one leaves, and the later ones stay on the confirmed value")
  func rollBack() async throws {
    let clock = clock
    server.answerChange.withLock {
      $0 = { change in
        try await clock.sleep(for: .seconds(1))
        if case .rename(_, "bad") = change { throw NoteServer.Failure() }
        return nil
      }
    }
    let queries = NotebookQueries(server)
    let store = await filled(queries)
    store.send(.change(.rename(7, "bad")))
    store.send(.change(.rename(7, "good")))
    store.send(.change(.delete(1)))
    #expect(queries.notes.value(7, in: store.state)?.title == "good")
    #expect(queries.lists.value("work", in: store.state) == [2])
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    try await clock.waitUntil { store.refusals.count == 1 }
    #expect(store.refusals == ["\(NoteChange.rename(7, "bad")): the server is away"])
    #expect(store.changes.pending.map(\.change) == [.rename(7, "good"), .delete(1)])
    #expect(queries.notes.value(7, in: store.state)?.title == "good")
    for _ in 0..<2 {
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(1))
    }
    try await clock.waitUntil { store.changes.isEmpty }
    await store.run()
    #expect(store.changes.isEmpty)
    #expect(store.notes[7]?.title == "good")
    #expect(store.lists["work"] == [2])
  }

  @Test("the failure of the only change shows the confirmed value again")
  func refused() async {
    server.answerChange.withLock { $0 = { _ in throw NoteServer.Failure() } }
    let queries = NotebookQueries(server)
    let store = await filled(queries)
    store.send(.change(.delete(7)))
    #expect(queries.notes.value(7, in: store.state) == nil)
    await store.run()
    #expect(queries.notes.value(7, in: store.state)?.title == "note 7")
  }

  @Test("changes without a connection wait, and are carried out in their order with their keys")
  func offline() async {
    let queries = NotebookQueries(server)
    let store = await filled(queries)
    store.send(.online(false))
    store.send(.change(.rename(7, "a")))
    store.send(.change(.rename(7, "b")))
    store.send(.change(.delete(1)))
    await store.run()
    #expect(server.performed.withLock { $0 }.isEmpty)
    var copy = store.state
    #expect(queries.changes.withdraw(2, in: &copy))
    #expect(queries.notes.value(7, in: copy)?.title == "a")
    #expect(queries.notes.value(7, in: store.state)?.title == "b")
    store.send(.online(true))
    await store.run()
    #expect(
      server.performed.withLock { $0 } == [
        "\(NoteChange.rename(7, "a")) \(Identifier(high: 0, low: 1))",
        "\(NoteChange.rename(7, "b")) \(Identifier(high: 0, low: 2))",
        "\(NoteChange.delete(1)) \(Identifier(high: 0, low: 3))",
      ])
  }

  @Test("an attempt that may succeed later is repeated under the same key, and the next change waits for it")
  func retries() async {
    let failures = Locked(2)
    server.answerChange.withLock {
      $0 = { _ in
        let isAway = failures.withLock { count in
          count -= 1
          return count >= 0
        }
        if isAway { throw NoteServer.Failure() }
        return nil
      }
    }
    let queries = NotebookQueries(server, retry: QueryRetry())
    let store = await filled(queries)
    store.send(.change(.rename(7, "a")))
    store.send(.change(.rename(7, "b")))
    await clock.waitForSleepers(count: 1)
    #expect(store.changes.pending.map(\.failedAttempts) == [1, 0])
    #expect(store.changes.pending.first?.failure == QueryFailure("the server is away"))
    clock.jump(by: .seconds(1))
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(2))
    await store.run()
    #expect(store.changes.isEmpty)
    #expect(server.performed.withLock { $0 }.map { $0.suffix(1) } == ["1", "1", "1", "2"])
  }

  @Test("a second restart does not begin again what this process has in flight or waits to repeat")
  func restartedTwice() async throws {
    let clock = clock
    let running = Locked((now: 0, most: 0))
    server.answerChange.withLock {
      $0 = { _ in
        running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        defer { running.withLock { $0.now -= 1 } }
        try await clock.sleep(for: .seconds(10))
        throw NoteServer.Failure()
      }
    }
    let queries = NotebookQueries(server, retry: QueryRetry(limit: 1))
    let store = await filled(queries)
    store.send(.change(.rename(7, "a")))
    await clock.waitForSleepers(count: 1)
    store.send(.restarted)
    store.send(.restarted)
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(10))
    // The delay before the second attempt.
    try await clock.waitUntil {
      store.changes.pending.first?.failedAttempts == 1 && clock.sleepers.count == 1
    }
    store.send(.restarted)
    clock.jump(by: .seconds(1))
    try await clock.waitUntil { running.withLock { $0.now == 1 } && clock.sleepers.count == 1 }
    store.send(.restarted)
    clock.jump(by: .seconds(10))
    await store.run()
    #expect(server.performed.withLock { $0.count } == 2 && running.withLock { $0.most } == 1)
    #expect(store.changes.isEmpty && store.refusals.count == 1)
  }

  @Test("an answer to a mutation that is not pending changes nothing")
  func unknown() async {
    let queries = NotebookQueries(server)
    let store = await filled(queries)
    let before = store.state
    store.send(.changes(.succeeded(99, nil)))
    store.send(.changes(.failed(99, QueryFailure("x"), isFinal: true)))
    store.send(.changes(.failed(99, QueryFailure("x"), isFinal: false)))
    #expect(store.state == before)
    var notebook = before
    #expect(!queries.changes.withdraw(1, in: &notebook))
  }

  @Test("a mutation replaces the request that began before its answer")
  func requestInFlight() async throws {
    let clock = clock
    let queries = NotebookQueries(server)
    let store = await filled(queries)
    server.answerNote.withLock {
      $0 = { id, count in
        try await clock.sleep(for: .seconds(1))
        return Note(id: id, title: "old", version: count)
      }
    }
    store.send(.refetch(7))
    await clock.waitForSleepers(count: 1)
    let first = store.notes.entries[7]?.request?.number
    store.send(.change(.rename(7, "new")))
    try await clock.waitUntil { store.changes.isEmpty }
    #expect(store.notes[7]?.title == "new")
    #expect(store.notes.entries[7]?.request?.number != first)
  }
}
