import Foundation
import Millrace
import MillraceDifference
import MillraceLogging
import MillraceTesting
import Testing

/// The samples of *Seeing in a terminal*.
@MainActor
struct LoggingSamples {
  nonisolated struct Search: Equatable, Sendable {
    var query = ""
    var results: [String] = []
    var token = Redacted("3f7a")
  }

  nonisolated enum SearchMessage: Sendable {
    case typed(String)
    case found([String])
    case signedIn(user: String, password: String)
  }

  private final class Window {
    var lines: [String] = []
    func show(_ line: String) { lines.append(line) }
  }

  nonisolated private struct Service: Sendable {
    func upload(_ lines: [String]) throws {}
  }

  private func makeStore() -> Store<Search, SearchMessage> {
    let environment = StoreEnvironment(clock: ManualClock())
    return Store(Search(), name: "search", environment: environment) { search, message in
      switch message {
      case .typed(let query):
        search.query = query
        return .run(in: .latest("search"), label: "search \(query)") { send in await send(.found([query])) }
      case .found(let results): search.results = results
      case .signedIn: break
      }
      return .none
    }
  }

  @Test("Turns are printed, to standard error or elsewhere")
  func printing() async {
    let store = makeStore()
    let window = Window()
    do {
      let changes = store.printChanges()
      changes.cancel()
    }
    let big = store.printChanges(
      [.messages, .state], maximumLength: 80,
      where: { $0.sequence > 100 },
      to: { line in window.show(line) })
    for _ in 0..<100 { store.send(.found([])) }
    store.send(.signedIn(user: "ada", password: "pearl"))
    #expect(window.lines == [#"101 search  .signedIn(user: "ada", password: <redacted>)"#])
    withExtendedLifetime(big) {}
  }

  @Test("A redaction hides values, and a log writes to its sinks")
  func logging() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("logs-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("app.log").path
    let store = makeStore()
    let service = Service()

    nonisolated struct Password: Sendable { var text = "" }

    let redaction = Redaction.usual.and(types: [Password.self], fields: ["iban"], cases: ["paid"])
    let careful = store.printChanges(redaction: redaction)
    careful.cancel()

    do {
      var log = TurnLog(to: .jsonLines(.file(path)), .text(.standardError), level: .info)
      log.storeLevels = ["ticker": .error]
      log.eventLevels = [.cancelled: .info]
      log.redaction = redaction
      let token = log.attach(to: store.flow)
      token.cancel()
    }
    let sink = TurnLog.Sink.jsonLines(.file(path), limit: 10_000)
    let second = TurnLog(to: sink).attach(to: store)
    await sink.flush()
    store.send(.signedIn(user: "ada", password: "pearl"))
    await sink.flush()
    let line = try String(contentsOfFile: path, encoding: .utf8)
    #expect(line.hasPrefix("{\"time\":\"") && line.contains("<redacted>") && !line.contains("pearl"))

    let memory = TurnLog.Memory()
    let own = TurnLog.Sink(limit: 500) { entries in try service.upload(entries.compactMap(\.message)) }
    let both = TurnLog(to: memory.sink, own).attach(to: store)
    store.send(.found(["a"]))
    #expect(memory.entries.map(\.message) == [#".found(["a"])"#])
    withExtendedLifetime((second, both)) {}
  }

  @Test("An application can tell what differs between two values")
  func difference() {
    let old = Search(query: "s")
    var new = old
    new.query = "swift"
    #expect(Difference(from: old, to: new)?.parts() == [#"  query: "s" → "swift""#])
    #expect(!"\(new)".contains("3f7a"))
  }
}
