import Millrace
import MillraceQueries
import MillraceTesting
import Testing

/// The ways by which an effect of a query or a mutation ends without its answer.
@MainActor
@Suite("The work of queries and mutations that is cancelled by others") struct CancelledWorkTests {
  nonisolated struct Shelf: Codable, Equatable, Sendable {
    var open: Set<Int> = []
    var books = QueryCache<Int, String>()
    var changes = MutationQueue<String>()
    var log: [String] = []
  }

  nonisolated enum Message: Codable, Sendable {
    case open(Int)
    case refetch(Int)
    case refetchBehindWork(Int)
    case refetchLater(Int)
    case racing(Int)
    case limited(Int)
    case rename(String)
    case save
    case cancelAll
    case cancelMatching
    case cancelID
    case other
    case books(QueryMessage<Int, String>)
    case change(MutationMessage<String, String>)
  }

  /// A store of books that take a second each, and the changes that a server takes as long to carry out.
  nonisolated struct Library: Sendable {
    let books: StoreQuery<Shelf, Message, Int, String, String>
    let changes: StoreMutation<Shelf, Message, String, String>

    init(interval: Duration? = nil, changesHaveIDs: Bool = false) {
      books = StoreQuery(
        "book", at: \Shelf.books, { Message.books($0) }, wanted: { $0.open.sorted() },
        policy: QueryPolicy(staleTime: nil, interval: interval, retry: .never)
      ) { id, context in
        try await context.environment.clock.sleep(for: .seconds(1))
        return "book \(id)"
      }
      let confirmed: @Sendable (inout Shelf, String, String) -> Effect<Message> = { shelf, _, answer in
        shelf.log.append("confirmed \(answer)")
        return .none
      }
      let refused: @Sendable (inout Shelf, String, QueryFailure) -> Effect<Message> = {
        shelf, change, failure in
        shelf.log.append("refused \(change): \(failure)")
        return .none
      }
      changes =
        if changesHaveIDs {
          StoreMutation(
            "book", at: \Shelf.changes, { Message.change($0) },
            by: { mutation in
              .run(in: .latest("save"), id: "save", label: "save") { send in
                try await send.environment.clock.sleep(for: .seconds(1))
                await send(.succeeded(mutation.number, mutation.change))
              }
            }, confirmed: confirmed, refused: refused)
        } else {
          StoreMutation(
            "book", at: \Shelf.changes, { Message.change($0) }, retry: .never,
            perform: { change, context in
              try await context.environment.clock.sleep(for: .seconds(1))
              return change
            }, confirmed: confirmed, refused: refused)
        }
    }

    func update(_ shelf: inout Shelf, _ message: Message) -> Effect<Message> {
      switch message {
      case .open(let id): shelf.open.insert(id)
      case .refetch(let id): return books.refetch(id, in: &shelf)
      case .refetchBehindWork(let id):
        return .concatenate(
          .run(id: "work") { try await $0.environment.clock.sleep(for: .seconds(1)) },
          books.refetch(id, in: &shelf))
      case .refetchLater(let id): return .run { await $0(.refetch(id)) }
      case .racing(let id):
        return .race([
          books.refetch(id, in: &shelf),
          .run {
            try await $0.environment.clock.sleep(for: .milliseconds(500))
            await $0(.other)
          },
        ])
      case .limited(let id): return books.refetch(id, in: &shelf).timeout(.milliseconds(500))
      case .rename(let title): return changes(title)
      case .save:
        return .run(in: .latest("save")) { try await $0.environment.clock.sleep(for: .seconds(1)) }
      case .cancelAll: return .cancelAll
      case .cancelMatching: return .cancel { _ in true }
      case .cancelID: return .cancel(id: "save")
      case .other: shelf.log.append("other")
      case .books(let message): return books.update(&shelf, message)
      case .change(let message): return changes.update(&shelf, message)
      }
      return .none
    }

    func store(_ clock: ManualClock, flow: Flow? = nil) -> Store<Shelf, Message> {
      Store(
        Shelf(), name: "shelf", flow: flow, environment: flow == nil ? clock.environment : nil,
        subscriptions: { books.subscriptions($0) }, update: update)
    }
  }

  static let refusal =
    "refused a: The change was cancelled before its answer came; the server may have carried it out."

  let clock = ManualClock()

  private func isFetching(_ id: Int, _ store: Store<Shelf, Message>) -> Bool {
    store.books.entries[id]?.request != nil
  }

  /// Waits until work sleeps for these times; the cache sleeps as well, until its next sweep.
  private func waitForWork(_ times: Duration...) async throws {
    let now = clock.now
    try await clock.waitUntil { times.allSatisfy { clock.sleepers.contains(now.advanced(by: $0)) } }
  }

  /// Cancels a task that waits for the work of a message, as a view that goes away does.
  private func leave(_ store: Store<Shelf, Message>, _ message: Message) async throws {
    let view = Task { await store.send(message).finish() }
    try await waitForWork(.seconds(1))
    view.cancel()
    await view.value
  }

  @Test("a fetch goes on when the caller that waits for it has gone, and the key is fetched again later")
  func callerOfFetch() async throws {
    let library = Library()
    let store = library.store(clock)
    try await leave(store, .refetch(1))
    #expect(isFetching(1, store))
    clock.jump(by: .seconds(1))
    await store.run()
    #expect(store.books[1] == "book 1" && !isFetching(1, store))
    store.send(.refetch(1))
    #expect(isFetching(1, store))
  }

  @Test("a handler that a client has left does not end the change, nor the changes behind it")
  func callerOfMutation() async throws {
    let store = Library().store(clock)
    let sender = store.sender()
    let handler = Task.detached { await sender.sendAndFinish(.rename("a")) }
    try await waitForWork(.seconds(1))
    handler.cancel()
    _ = await handler.value
    store.send(.rename("b"))
    for _ in 0..<2 {
      try await waitForWork(.seconds(1))
      clock.jump(by: .seconds(1))
    }
    await store.run()
    #expect(store.log == ["confirmed a", "confirmed b"] && store.changes.isEmpty)
  }

  nonisolated enum Way: CaseIterable {
    case handle, inTurn, cancelAll, cancelMatching, stepOfHandle, stepOfAll, stepOfMatching
  }

  @Test("a key is not said to be fetched for ever, by whatever way its request ends", arguments: Way.allCases)
  func fetch(_ way: Way) async throws {
    let store = Library().store(clock)
    var work: SentWork?
    let token = store.observe(messages: Message.self) { message in
      if case .refetch = message { work?.cancel() }
    }
    switch way {
    case .handle, .cancelAll, .cancelMatching: work = store.send(.refetch(1))
    case .stepOfHandle, .stepOfAll, .stepOfMatching: work = store.send(.refetchBehindWork(1))
    case .inTurn:
      work = store.send(.refetchLater(1))
      await work?.finish()
    }
    #expect(isFetching(1, store) == (way != .inTurn))
    switch way {
    case .handle, .stepOfHandle: work?.cancel()
    case .cancelAll, .stepOfAll: store.send(.cancelAll)
    case .cancelMatching, .stepOfMatching: store.send(.cancelMatching)
    case .inTurn: break
    }
    #expect(!isFetching(1, store))
    token.cancel()
    store.send(.refetch(1))
    try await waitForWork(.seconds(1))
    clock.jump(by: .seconds(1))
    await store.run()
    #expect(store.books[1] == "book 1" && !isFetching(1, store))
  }

  @Test("a refetch that loses a race, or has no time left, is over for the cache as well")
  func operators() async throws {
    let store = Library().store(clock)
    store.send(.racing(1))
    try await waitForWork(.milliseconds(500), .seconds(1))
    clock.jump(by: .milliseconds(500))
    await store.run()
    #expect(store.log == ["other"] && !isFetching(1, store) && store.books.entries[1]?.failure == nil)
    store.send(.racing(1))
    try await waitForWork(.milliseconds(500), .seconds(1))
    store.send(.cancelAll)
    #expect(!isFetching(1, store))
    store.send(.open(1))
    store.send(.cancelAll)
    store.send(.limited(1))
    try await waitForWork(.milliseconds(500), .seconds(1))
    clock.jump(by: .milliseconds(500))
    await store.run()
    #expect(!isFetching(1, store))
    #expect(store.books.entries[1]?.failure?.description.contains("took longer than 0.5 seconds") == true)
  }

  @Test("a watched key is polled again after its request was cancelled")
  func polled() async throws {
    let store = Library(interval: .seconds(10)).store(clock)
    store.send(.open(1))
    try await waitForWork(.seconds(1), .seconds(10))
    store.send(.cancelAll)
    #expect(!isFetching(1, store))
    try await waitForWork(.seconds(10))
    clock.jump(by: .seconds(10))
    try await waitForWork(.seconds(1))
    clock.jump(by: .seconds(1))
    try await clock.waitUntil { store.books[1] == "book 1" }
  }

  @Test(
    "a change that the program cancels is refused, and the next one is carried out", arguments: [false, true])
  func mutation(cancelsAll: Bool) async throws {
    let store = Library().store(clock)
    let work = store.send(.rename("a"))
    store.send(.rename("b"))
    try await waitForWork(.seconds(1))
    if cancelsAll { store.send(.cancelAll) } else { work.cancel() }
    #expect(store.log == [Self.refusal])
    #expect(store.changes.pending.map(\.change) == ["b"] && store.changes.pending[0].isRunning)
    try await waitForWork(.seconds(1))
    clock.jump(by: .seconds(1))
    await store.run()
    #expect(store.log == [Self.refusal, "confirmed b"])
  }

  @Test("a change by an effect of the application is refused if that is cancelled by its own id, or replaced")
  func mutationByEffect() async throws {
    let store = Library(changesHaveIDs: true).store(clock)
    store.send(.rename("a"))
    store.send(.cancelID)
    #expect(store.log == [Self.refusal] && store.changes.isEmpty)
    store.send(.rename("b"))
    store.send(.save)
    #expect(store.log.count == 2 && store.changes.isEmpty)
    store.send(.cancelAll)
  }

  @Test("a record of such cancellations is replayed without a difference")
  func replayed() async throws {
    let flow = Flow(name: "shelves", environment: clock.environment)
    let library = Library()
    let store = library.store(clock, flow: flow)
    let recorder = try HistoryRecorder(flow)
    try recorder.record(store)
    store.send(.refetch(1)).cancel()
    store.send(.refetchBehindWork(2)).cancel()
    store.send(.refetch(3))
    store.send(.rename("a"))
    store.send(.cancelAll)
    store.send(.refetch(1))
    try await waitForWork(.seconds(1))
    clock.jump(by: .seconds(1))
    await store.run()
    try recorder.finish()
    #expect(store.books.entries.filter { $0.row.request != nil }.isEmpty && store.log == [Self.refusal])
    let clock = clock
    let divergence = try Replay(lines: recorder.text).divergence { stage in
      try stage.add(library.store(clock, flow: stage.flow))
    }
    #expect(divergence == nil)
  }
}
