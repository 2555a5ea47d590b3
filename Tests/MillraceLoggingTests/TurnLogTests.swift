import Millrace
import MillraceDifference
import MillraceLogging
import MillraceTesting
import MillraceToolkit
import Testing

@MainActor
@Suite struct TurnLogTests {
  private let memory = TurnLog.Memory()

  @Test("An entry of a turn has its message, its cause, its changes and the events of its effects")
  func entries() async throws {
    let store = Search.store()
    let token = TurnLog(to: memory.sink, level: .debug, showsChanges: true).attach(to: store)
    store.send(.typed("swift"))
    await store.run()
    let entries = memory.entries
    #expect(entries.map(\.event) == [.turn, .turn, .finished])
    #expect(entries.map(\.level) == [.info, .info, .debug])
    #expect(entries.map(\.turn) == [1, 2, 1])
    #expect(entries[0].message == #".typed("swift")"#)
    #expect(entries[0].changes == [#"  query: "" → "swift""#])
    #expect(entries[0].effects.map(\.event) == [.started])
    #expect(entries[0].effects.first?.queue == "search")
    #expect(entries[0].cause == .sent)
    #expect(entries[1].cause == .effect(1, turn: 1))
    #expect(entries[1].causeName == "search swift")
    #expect(entries[2].effects.first?.name == "search swift")
    #expect(entries.allSatisfy { $0.flow == "app" && $0.store == "search" })
    withExtendedLifetime(token) {}
  }

  @Test("What is below the level is left out, and a turn is as important as what happens in it")
  func levels() async {
    let store = Search.store()
    store.flow.errorHandler = { _ in }
    let token = TurnLog(to: memory.sink, level: .warning).attach(to: store)
    store.send(.typed("swift"))
    store.send(.unknown)
    store.send(.typed("fail"))
    await store.run()
    store.send(.report)
    #expect(memory.entries.map(\.event) == [.unhandled, .failed, .error])
    #expect(memory.entries.allSatisfy { $0.level == .error })
    withExtendedLifetime(token) {}
  }

  @Test("A store and an event can have a level of their own")
  func ownLevels() async {
    let flow = Search.flow()
    let quiet = Search.store(name: "quiet", flow: flow)
    let chatty = Search.store(name: "chatty", flow: flow)
    var log = TurnLog(to: memory.sink)
    log.storeLevels = ["quiet": .error, "chatty": .debug]
    log.eventLevels = [.cancelled: .error]
    let token = log.attach(to: flow)
    quiet.send(.typed("hang"))
    chatty.send(.typed("a"))
    quiet.send(.typed("b"))
    await flow.run()
    #expect(memory.entries.filter { $0.store == "quiet" }.map(\.level) == [.error])
    #expect(memory.entries.filter { $0.store == "chatty" }.map(\.event) == [.turn, .turn, .finished])
    withExtendedLifetime(token) {}
  }

  @Test("An error shows without what the redaction hides, whichever way it comes")
  func errors() async {
    let store = Search.store()
    store.flow.errorHandler = { _ in }
    let token = TurnLog(to: memory.sink, level: .debug).attach(to: store)
    store.send(.typed("fail"))
    await store.run()
    store.send(.report)
    #expect(memory.entries.flatMap(\.effects).compactMap(\.text) == ["Offline(token: <redacted>)"])
    #expect(
      memory.entries.filter { $0.event == .error }.map(\.text)
        == ["The store `search` reports: Offline(token: <redacted>)"])
    #expect(memory.entries.allSatisfy { !"\($0)".contains("pearl") })
    withExtendedLifetime(token) {}
  }

  @Test(
    "Errors that name another store are left out of a store's log, and those of the flow are in the flow's")
  func errorsOfFlow() {
    let flow = Search.flow()
    flow.errorHandler = { _ in }
    let store = Search.store(flow: flow)
    let other = Search.store(name: "other", flow: flow)
    let all = TurnLog.Memory()
    let tokens = [
      TurnLog(to: memory.sink, level: .error).attach(to: store),
      TurnLog(to: all.sink, level: .error).attach(to: flow),
    ]
    other.send(.report)
    FlowInternals(flow).report(Search.Offline(), from: "search")
    #expect(memory.entries.map(\.store) == ["search"])
    #expect(all.entries.map(\.store) == ["other", "search"])
    withExtendedLifetime(tokens) {}
  }

  @Test("The entries carry the date of the environment, and the error handler gets its errors as before")
  func dates() {
    let store = Search.store()
    var told = 0
    store.flow.errorHandler = { _ in told += 1 }
    let token = TurnLog(to: memory.sink).attach(to: store)
    store.send(.report)
    #expect(told == 1)
    #expect(memory.entries.map(\.time).allSatisfy { $0 == store.flow.environment.dates.now() })
    #expect(memory.entries.count == 2)
    withExtendedLifetime(token) {}
  }

  @Test("A log is over when its token ends, and memory keeps the newest entries")
  func ends() {
    let store = Search.store()
    let small = TurnLog.Memory(limit: 4)
    let token = TurnLog(to: memory.sink, small.sink).attach(to: store)
    for number in 0..<10 { store.send(.found(["\(number)"])) }
    token.cancel()
    store.send(.failed)
    #expect(memory.entries.count == 10)
    #expect(small.entries.count <= 4)
    #expect(small.entries.last?.turn == 10)
  }

  @Test("A text is no longer than the log's maximum")
  func length() {
    let store = Search.store()
    var log = TurnLog(to: memory.sink, showsChanges: true)
    log.maximumLength = 20
    let token = log.attach(to: store)
    store.send(.found([String(repeating: "a", count: 100)]))
    #expect(memory.entries.first?.message?.count == 20)
    #expect(memory.entries.first?.changes.allSatisfy { $0.count <= 20 } == true)
    withExtendedLifetime(token) {}
  }

  @Test("A large table is neither copied nor walked by a turn that is logged with its changes")
  func largeTable() {
    final class Probe: Sendable {}
    struct Row: Sendable { var probe = Probe() }
    struct Shelf { var rows: RowTable<Int, Row> = [:] }
    var shelf = Shelf()
    for id in 0..<1_000 { shelf.rows[id] = Row() }
    var uniqueCount = 0
    let store = Store(shelf, of: Int.self, environment: StoreEnvironment(clock: ManualClock())) { shelf, id in
      shelf.rows.update(id: id) { row in
        // A copy of the table would hold a second reference.
        if isKnownUniquelyReferenced(&row.probe) { uniqueCount += 1 }
        row = Row()
      }
      return .none
    }
    shelf = Shelf()
    let token = TurnLog(to: memory.sink, showsChanges: true).attach(to: store)
    store.send(7)
    store.send(8)
    #expect(uniqueCount == 2)
    #expect(memory.entries.map(\.changes.count) == [1, 1])
    #expect(memory.entries.first?.changes.first?.hasPrefix("  rows[7]: ") == true)
    withExtendedLifetime(token) {}
  }
}
