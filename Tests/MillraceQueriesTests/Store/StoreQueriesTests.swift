import Millrace
import MillraceQueries
import MillraceTesting
import TestResources
import Testing

struct StoreQueriesTests {
  private struct Shelf: Sendable {
    var a = QueryCache<Int, Int>()
    var b = QueryCache<Int, Int>()
    var changes = MutationQueue<Int>()
  }

  private enum Message: Sendable {
    case a(QueryMessage<Int, Int>)
    case b(QueryMessage<Int, Int>)
    case changes(MutationMessage<Int, Int>)
    case focus
    case restart
  }

  @Test("Two queries of one name stop the program with a sentence, also in a group in a group", .realProcess)
  func names() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let first = StoreQuery("shelf", at: \Shelf.a, { Message.a($0) }) { key, _ in key }
      let second = StoreQuery("shelf", at: \Shelf.b, { Message.b($0) }) { key, _ in key }
      _ = StoreQueries(StoreQueries(first), second)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Two members of a `StoreQueries` are the query `shelf`; name each differently."))
  }

  @Test(
    "Two mutations of one name stop the program as well; a query may have the name of a mutation",
    .realProcess)
  func mutations() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let query = StoreQuery("shelf", at: \Shelf.a, { Message.a($0) }) { key, _ in key }
      let mutation = StoreMutation("shelf", at: \Shelf.changes, { Message.changes($0) }) { change, _ in
        change
      } confirmed: { _, _, _ in
        .none
      }
      _ = StoreQueries(StoreQueries(query, mutation), mutation)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("Two members of a `StoreQueries` are the mutation `shelf`; name each differently."))
  }

  @Test("Events of the application reach every member") @MainActor
  func events() async {
    let calls = Locked<[String]>([])
    let first = StoreQuery("first", at: \Shelf.a, { Message.a($0) }, wanted: { _ in [1] }) { key, _ in
      calls.withLock { $0.append("first \(key)") }
      return key
    }
    let second = StoreQuery("second", at: \Shelf.b, { Message.b($0) }, wanted: { _ in [2] }) { key, _ in
      calls.withLock { $0.append("second \(key)") }
      return key
    }
    let changes = StoreMutation("third", at: \Shelf.changes, { Message.changes($0) }) { change, _ in
      calls.withLock { $0.append("third \(change)") }
      return change
    } confirmed: { _, _, _ in
      .none
    }
    let queries = StoreQueries(first, StoreQueries(second, changes))
    var shelf = Shelf()
    // In flight in another process.
    _ = shelf.changes.ask(3, key: "key") { _ in "third" }
    let clock = ManualClock()
    let store = Store(
      shelf, environment: clock.environment, subscriptions: { queries.subscriptions($0) }
    ) { state, message in
      switch message {
      case .a(let message): first.update(&state, message)
      case .b(let message): second.update(&state, message)
      case .changes(let message): changes.update(&state, message)
      case .focus: queries.focused(in: &state)
      case .restart: queries.restarted(in: &state)
      }
    }
    await store.run()
    #expect(calls.withLock { $0.sorted() } == ["first 1", "second 2"])
    store.send(.restart)
    await store.run()
    #expect(calls.withLock { $0.filter { $0.hasPrefix("third") } } == ["third 3"])
    calls.withLock { $0 = [] }
    clock.jump(by: .seconds(1))
    store.send(.focus)
    await store.run()
    #expect(calls.withLock { $0.sorted() } == ["first 1", "second 2"])
  }
}
