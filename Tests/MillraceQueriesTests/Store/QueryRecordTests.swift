import Foundation
import Millrace
import MillraceJournal
import MillraceQueries
import MillraceTesting
import TestResources
import Testing

@MainActor
@Suite("Queries in a journal") struct QueryRecordTests {
  let clock = ManualClock()
  let server = NoteServer()

  @Test("a state with caches and pending changes is the same after it was encoded")
  func coding() async throws {
    let queries = NotebookQueries(server)
    let store = queries.store(environment: clock.environment)
    store.send(.open(7))
    store.send(.showFolder("work"))
    await store.run()
    store.send(.online(false))
    store.send(.change(.rename(7, "x")))
    store.send(.refetch(7))
    let data = try JSONEncoder().encode(store.state)
    #expect(try JSONDecoder().decode(Notebook.self, from: data) == store.state)
    let page = QueryPages<Int, Int>()
    #expect(try JSONDecoder().decode(QueryPages<Int, Int>.self, from: JSONEncoder().encode(page)) == page)
  }

  @Test("changes whose numbers do not ascend to the last one cannot be read")
  func numbers() throws {
    func read(_ numbers: [UInt64], last: UInt64) throws -> MutationQueue<Int> {
      let pending = numbers.map {
        #"{"number":\#($0),"key":"k\#($0)","change":1,"isRunning":false,"failedAttempts":0}"#
      }
      let text = #"{"pending":[\#(pending.joined(separator: ","))],"isOnline":true,"lastNumber":\#(last)}"#
      return try JSONDecoder().decode(MutationQueue<Int>.self, from: Data(text.utf8))
    }
    #expect(try read([], last: 0).isEmpty && read([1, 3], last: 4).pending.count == 2)
    #expect(try read([1 << 53], last: 1 << 53).pending.count == 1)
    for (numbers, last) in [([1, 1], 2), ([2, 1], 2), ([0], 2), ([3], 2), ([], .max)] as [([UInt64], UInt64)]
    {
      #expect(throws: DecodingError.self, "\(numbers) \(last)") { try read(numbers, last: last) }
    }
  }

  @Test("changes of a process that has ended are carried out by the next one, in order, with their keys")
  func restart() async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("millrace-queries-\(UUID().uuidString).journal").path(percentEncoded: false)
    defer { for suffix in ["", "-wal", "-shm", "-lock", "-mark"] { unlink(path + suffix) } }
    let queries = NotebookQueries(server)
    func open() throws -> (Store<Notebook, NotebookMessage>, Journal) {
      let flow = Flow(name: "notes", environment: clock.environment)
      let store = queries.store(name: "notes", flow: flow)
      let journal = try Journal(of: flow, at: path)
      try journal.record(store, state: RecordSchema("notebook"), messages: RecordSchema("message"))
      try journal.start()
      return (store, journal)
    }
    var keys: [String] = []
    do {
      let (store, journal) = try open()
      store.send(.open(7))
      await store.run()
      store.send(.online(false))
      store.send(.change(.rename(7, "a")))
      store.send(.change(.delete(1)))
      store.send(.refetch(7))
      keys = store.changes.pending.map(\.key)
      try await journal.flush()
      try journal.close()
    }
    #expect(server.performed.withLock { $0 }.isEmpty)

    let (store, journal) = try open()
    #expect(queries.notes.value(7, in: store.state)?.title == "a", "The change is shown as pending.")
    #expect(queries.notes.result(7, in: store.state).isPaused)
    store.send(.restarted)
    store.send(.online(true))
    await store.run()
    #expect(
      server.performed.withLock { $0 } == [
        "\(NoteChange.rename(7, "a")) \(keys[0])", "\(NoteChange.delete(1)) \(keys[1])",
      ])
    #expect(store.changes.isEmpty)
    #expect(!queries.notes.result(7, in: store.state).isPaused)
    try journal.close()
  }
}
