import Millrace
import MillraceQueries
import MillraceTesting
import Testing

@MainActor
@Suite("A query of a store") struct StoreQueryTests {
  let clock = ManualClock()
  let server = NoteServer()

  @Test("the state's interest fetches a key, and each step can be asserted by the update itself")
  func interest() async {
    let queries = NotebookQueries(server)
    let test = TestStore(queries.store(environment: clock.environment))
    func apply(_ message: NotebookMessage) -> (inout Notebook) -> Void {
      { _ = queries.update(&$0, message) }
    }
    test.send(.open(7)) { $0.open = [7] }
    let interest = NotebookMessage.notes(.interest(began: [7], ended: []))
    await test.receive(interest, effects: [.starts("fetch note 7")], apply(interest))
    let answer = NotebookMessage.notes(
      .answered(7, request: 1, Note(id: 7, title: "note 7", version: 1), at: .zero))
    await test.receive(answer, apply(answer))
    #expect(queries.notes.value(7, in: test.state)?.title == "note 7")
    test.send(.close(7)) { $0.open = [] }
    let end = NotebookMessage.notes(.interest(began: [], ended: [7]))
    await test.receive(end, effects: [], apply(end))
    for _ in 0..<5 {
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(75))
      await test.receive(.notes(.swept), apply(.notes(.swept)))
    }
    #expect(test.state.notes.entries.isEmpty)
    #expect(clock.sleepers.isEmpty, "While nothing is kept, nothing sweeps.")
    await test.finish()
  }

  @Test("leaving cancels the request, and its answer does not arrive")
  func leaving() async {
    let clock = clock
    server.answerNote.withLock {
      $0 = { id, _ in
        try await clock.sleep(for: .seconds(1))
        return Note(id: id, title: "late")
      }
    }
    let queries = NotebookQueries(server)
    let store = queries.store(environment: clock.environment)
    store.send(.open(7))
    await clock.waitForSleepers(count: 1)
    #expect(queries.notes.result(7, in: store.state).isLoading)
    store.send(.close(7))
    #expect(clock.sleepers.isEmpty)
    #expect(store.notes.entries.isEmpty)
    await store.runUntilBodiesReturn()
    #expect(store.state == Notebook() || store.notes.entries.isEmpty)
  }

  @Test("the end of the store in the middle of everything ends the work")
  func endOfOwner() async {
    let clock = clock
    server.answerNote.withLock {
      $0 = { id, _ in
        try await clock.sleep(for: .seconds(1))
        return Note(id: id, title: "late")
      }
    }
    let queries = NotebookQueries(server, policy: QueryPolicy(interval: .seconds(5)))
    var store: Store<Notebook, NotebookMessage>? = queries.store(environment: clock.environment)
    store?.send(.open(7))
    store?.send(.change(.rename(7, "x")))
    await clock.waitForSleepers(count: 2)
    store = nil
    #expect(clock.sleepers.isEmpty)
  }

  @Test("a fresh value is shown without a request, a stale one is shown and fetched")
  func staleness() async {
    let queries = NotebookQueries(server)
    let store = queries.store(environment: clock.environment)
    store.send(.open(7))
    await store.run()
    store.send(.close(7))
    clock.jump(by: .seconds(29))
    store.send(.open(7))
    await store.run()
    #expect(server.fetches.count == 1)
    clock.jump(by: .seconds(1))
    store.send(.focus)
    #expect(queries.notes.result(7, in: store.state).isFetching)
    #expect(queries.notes.value(7, in: store.state)?.version == 1)
    await store.run()
    #expect(queries.notes.value(7, in: store.state)?.version == 2)
    #expect(queries.notes.result(7, in: store.state).fetchedAt == Timestamp(sinceEpoch: .seconds(30)))
  }

  @Test("an interval fetches a watched key again, and ends with the interest")
  func interval() async throws {
    let queries = NotebookQueries(
      server, policy: QueryPolicy(staleTime: nil, keepTime: nil, interval: .seconds(5)))
    let store = queries.store(environment: clock.environment)
    store.send(.open(7))
    try await clock.waitUntil { store.notes[7]?.version == 1 && !clock.sleepers.isEmpty }
    for count in 2...3 {
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(5))
      try await clock.waitUntil { store.notes[7]?.version == count }
    }
    store.send(.close(7))
    #expect(clock.sleepers.isEmpty)
    #expect(store.notes[7] != nil, "A keep time of nil keeps it for ever.")
  }

  @Test("a failed request is tried again after growing delays, and its failure is a value")
  func retries() async {
    server.answerNote.withLock { $0 = { _, _ in throw NoteServer.Failure() } }
    let queries = NotebookQueries(server, policy: QueryPolicy(retry: QueryRetry(limit: 2)))
    let store = queries.store(environment: clock.environment)
    store.send(.open(7))
    await clock.waitForSleepers(count: 1)
    #expect(clock.sleepers == [.init(offset: .seconds(1))])
    #expect(queries.notes.result(7, in: store.state).failedAttempts == 1)
    clock.jump(by: .seconds(1))
    await clock.waitForSleepers(count: 1)
    #expect(clock.sleepers == [.init(offset: .seconds(3))])
    clock.jump(by: .seconds(2))
    await store.run()
    let result = queries.notes.result(7, in: store.state)
    #expect(result.failure == QueryFailure("the server is away", attempts: 3))
    #expect(!result.isLoading)
    #expect(server.fetches.count == 3)
    server.answerNote.withLock { $0 = { id, _ in Note(id: id, title: "back") } }
    store.send(.refetch(7))
    await store.run()
    #expect(queries.notes.result(7, in: store.state).failure == nil)
    #expect(queries.notes.value(7, in: store.state)?.title == "back")
  }

  @Test("delays grow to their maximum, and chance shortens them")
  func delays() {
    var random = RandomSource.seeded(1)
    let retry = QueryRetry(limit: 9, maximumDelay: .seconds(10))
    #expect(
      (0...6).map { retry.delay(after: $0, using: &random) }
        == [.zero, .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(10), .seconds(10)])
    let hasty = QueryRetry(firstDelay: .seconds(-1), factor: 0, jitter: 7)
    #expect(hasty.delay(after: 1_000_000_000, using: &random) == .zero)
    for factor in [Double.infinity, .nan, 1e300, -1] {
      #expect(QueryRetry(factor: factor).delay(after: 99, using: &random) <= .seconds(30))
    }
    let shaken = QueryRetry(jitter: 0.5)
    for _ in 0..<50 {
      let delay = shaken.delay(after: 2, using: &random)
      #expect(delay >= .seconds(1) && delay <= .seconds(2))
    }
  }

  @Test("invalidation by a tag fetches what is watched, in all queries, and nothing else")
  func tags() async {
    let queries = NotebookQueries(server)
    let store = queries.store(environment: clock.environment)
    store.send(.open(7))
    store.send(.open(8))
    store.send(.showFolder("work"))
    await store.run()
    store.send(.close(8))
    let before = server.fetches.count
    store.send(.invalidate(QueryTag("note", 1)))
    await store.run()
    #expect(server.fetches.dropFirst(before) == ["list work"])
    store.send(.invalidate("note"))
    await store.run()
    #expect(Set(server.fetches.dropFirst(before + 1)) == ["list work", "note 7"])
    #expect(store.notes.entries[8]?.isInvalidated == true)
    store.send(.invalidate("unknown"))
    #expect(!queries.notes.result(7, in: store.state).isFetching)
  }

  @Test("a row that the server sends twice keeps its first position and has its last contents")
  func repeatedRows() async {
    let queries = NotebookQueries(server)
    server.answerList.withLock {
      $0 = { _ in [Note(id: 1, title: "old"), Note(id: 2, title: "two"), Note(id: 1, title: "new")] }
    }
    let store = queries.store(environment: clock.environment)
    store.send(.showFolder("work"))
    await store.run()
    #expect(queries.lists.value("work", in: store.state) == [1, 2])
    #expect(store.rows[1]?.title == "new")
  }

  @Test("an invalidation by a tag of a row that only the answer in flight has fetches the list once more")
  func answerInFlight() async {
    let clock = clock
    let gate = Locked(1)
    server.answerList.withLock {
      $0 = { _ in
        let title = gate.withLock { "\($0)" }
        try await clock.sleep(for: .seconds(1))
        return [Note(id: 1, title: title)]
      }
    }
    let queries = NotebookQueries(server)
    let store = queries.store(environment: clock.environment)
    store.send(.showFolder("work"))
    await clock.waitForSleepers(count: 1)
    store.send(.invalidate(QueryTag("note", 9)))
    store.send(.invalidate(QueryTag("note", 1)))
    gate.withLock { $0 = 2 }
    clock.jump(by: .seconds(1))
    await clock.waitForSleepers(count: 1)
    #expect(store.lists["work"] == nil && store.rows.isEmpty, "The answer may be from before.")
    #expect(queries.lists.result("work", in: store.state).isLoading)
    clock.jump(by: .seconds(1))
    await store.run()
    #expect(store.rows[1]?.title == "2" && server.fetches == ["list work", "list work"])
  }

  @Test("an edit of a key without a value is reported, and replaces the first request if it is in flight")
  func editOfAbsentKey() async {
    let clock = clock
    server.answerNote.withLock {
      $0 = { id, count in
        try await clock.sleep(for: .seconds(1))
        return Note(id: id, title: "note", version: count)
      }
    }
    let queries = NotebookQueries(server)
    let store = queries.store(environment: clock.environment)
    let errors = Locked<[String]>([])
    store.flow.errorHandler = { error in errors.withLock { $0.append("\(error)") } }
    store.send(.edit(7, "x"))
    let text = errors.withLock { $0.joined() }
    #expect(
      text.contains(
        "The query `note` has no value for the key 7, so `edit` has changed nothing; set a whole value with "
          + "`set(_:for:in:)`, or edit only keys that have a value in the cache."))
    store.send(.open(7))
    await clock.waitForSleepers(count: 1)
    store.send(.edit(7, "x"))
    await clock.waitForSleepers(count: 1)
    #expect(store.notes.entries[7]?.request?.number == 2, "The first answer may be from before.")
    clock.jump(by: .seconds(1))
    await store.run()
    #expect(store.notes[7]?.title == "note")
    store.send(.edit(7, "x"))
    #expect(store.notes[7]?.title == "x" && errors.withLock { $0.count } == 1)
  }

  @Test("rows of a list are in a table that another query reads while it has none of its own")
  func normalised() async {
    let queries = NotebookQueries(server)
    let store = queries.store(environment: clock.environment)
    store.send(.showFolder("work"))
    await store.run()
    #expect(queries.lists.value("work", in: store.state) == [1, 2])
    #expect(store.rows[1]?.title == "work 1")
    store.send(.open(1))
    let result = queries.notes.result(1, in: store.state)
    #expect(result.isPlaceholder && result.value?.title == "work 1" && result.isLoading)
    await store.run()
    #expect(queries.notes.value(1, in: store.state)?.title == "note 1")
    #expect(queries.notes.result(1, in: store.state).map(\.title).value == "note 1")
    store.send(.showFolder("home"))
    await store.run()
    #expect(store.rows[1]?.title == "home 1", "An entity that one query updates is new in all.")
  }

  @Test("without a connection requests wait")
  func offline() async {
    let queries = NotebookQueries(server)
    let store = queries.store(environment: clock.environment)
    store.send(.online(false))
    store.send(.open(7))
    await store.run()
    #expect(queries.notes.result(7, in: store.state).isPaused)
    #expect(server.fetches.isEmpty)
    store.send(.online(true))
    await store.run()
    #expect(queries.notes.value(7, in: store.state)?.version == 1)
  }

  @Test("a prefetched value is there when the screen comes, and a logout leaves nothing")
  func prefetchAndLogout() async {
    let queries = NotebookQueries(server)
    let store = queries.store(environment: clock.environment)
    store.send(.prefetch(7))
    await store.run()
    store.send(.open(7))
    #expect(queries.notes.value(7, in: store.state)?.version == 1)
    await store.run()
    #expect(server.fetches == ["note 7"])
    store.send(.logout)
    #expect(queries.notes.value(7, in: store.state) == nil)
    await store.run()
    #expect(store.notes.entries.isEmpty)
    #expect(clock.sleepers.isEmpty)
  }

  @Test("an observer of one key is not called for another")
  func observing() async {
    let queries = NotebookQueries(server)
    let store = queries.store(environment: clock.environment)
    store.send(.open(7))
    await store.run()
    var calls = 0
    let token = store.observe(\.notes.entries, row: 7) { _ in calls += 1 }
    store.send(.open(8))
    await store.run()
    #expect(calls == 0)
    store.send(.refetch(7))
    await store.run()
    #expect(calls == 2)
    token.cancel()
  }

  @Test(
    "a value that is invalidated stays so when a part of it is changed, and is fetched when it is wanted",
    arguments: [NotebookMessage.edit(7, "mine"), .change(.rename(7, "mine"))])
  func invalidatedAndChanged(_ change: NotebookMessage) async throws {
    server.answerChange.withLock { $0 = { _ in nil } }
    let queries = NotebookQueries(server)
    let store = queries.store(environment: clock.environment)
    store.send(.open(7))
    await store.run()
    store.send(.close(7))
    store.send(.invalidate("note"))
    store.send(change)
    try await clock.waitUntil { store.changes.isEmpty }
    #expect(store.notes[7]?.title == "mine")
    store.send(.open(7))
    await store.run()
    #expect(server.fetches.count == 2 && queries.notes.value(7, in: store.state)?.version == 2)
    #expect(store.notes.entries[7]?.isInvalidated == false)
  }
}
