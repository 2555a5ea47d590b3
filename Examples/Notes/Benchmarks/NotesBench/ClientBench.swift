import Foundation
import Katana
import MillraceCoding
import MillraceSync
import NotesClient
import NotesLibrary
import NotesModel
import NotesScreens
import NotesSession
import NotesShelf
import Terminal

@MainActor
struct ClientBench {
  static let count = 100_000

  let folder: URL
  let rounds: Int

  func run() async throws -> [Figure] {
    let settings = Settings(folder: folder.appending(path: "client").path, variables: [:])
    try await fill(settings)
    let before = memory()
    var client = try Client(settings: settings, server: .silent)
    var start: [Double] = []
    for round in 0..<max(1, rounds / 5) {
      if round > 0 {
        await client.close()
        client = try Client(settings: settings, server: .silent)
      }
      start.append(
        try await milliseconds {
          try await client.start()
          client.interface.press(.resize(width: 120, height: 40))
          client.interface.start()
          await found(client)
          _ = client.interface.canvas()
        })
    }
    let keys = await keystrokes(client)
    let searches = try await search(client)
    let used = memory() - before
    await client.close()
    return [
      Figure(row: "client-start", value: median(start), unit: "ms", goal: 1_000),
      Figure(row: "client-key", value: median(keys), unit: "ms", goal: 16),
      Figure(row: "client-key-worst", value: keys.max() ?? 0, unit: "ms", goal: 16),
      Figure(row: "client-search", value: median(searches), unit: "ms", goal: 50),
      Figure(row: "client-search-worst", value: searches.max() ?? 0, unit: "ms", goal: 50),
      Figure(row: "client-memory", value: used, unit: "MB"),
    ]
  }

  /// Creates a local database, like a first synchronisation.
  private func fill(_ settings: Settings) async throws {
    let client = try Client(settings: settings, server: try await .large(Self.count))
    try await client.start()
    _ = await client.wait { client.isUpToDate }
    await client.close()
  }

  /// Measures each key, from its press until the screen is drawn.
  private func keystrokes(_ client: Client) async -> [Double] {
    let keys: [Key] =
      [.down, .down, .pageDown, .end, .home, .character("/")] + "turning 77".map { .character($0) } + [
        .enter, .escape,
      ]
    var times: [Double] = []
    for _ in 0..<rounds {
      for key in keys {
        times.append(
          await milliseconds {
            client.interface.press(key)
            client.interface.refresh()
            _ = client.interface.canvas()
          })
        await found(client)
      }
    }
    return times
  }

  /// Measures each search, from its request until its result.
  private func search(_ client: Client) async throws -> [Double] {
    var times: [Double] = []
    for _ in 0..<rounds {
      for words in ["t", "turning", "wheel 99", "nothing of the kind", ""] {
        times.append(
          await milliseconds {
            client.search.dispatch(SearchMessage.look(Query(words: words)))
            await found(client)
          })
      }
    }
    return times
  }

  private func found(_ client: Client) async {
    _ = await client.wait { client.search.withState { $0.answered == $0.query } }
  }

  private func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
    let clock = ContinuousClock()
    let begin = clock.now
    try await body()
    return (clock.now - begin) / .milliseconds(1)
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Returns the resident memory of the process, in megabytes.
  private func memory() -> Double {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    else { return 0 }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_000_000
  }
}

extension Server {
  /// A server that never answers.
  static let silent = Server(
    greet: { () async throws(ServerError) in throw .notAServer("There is no server.") },
    log: MemoryLog(ShelfLog.name))

  /// Creates a server with this many notes, which were imported into its log.
  static func large(_ count: Int) async throws -> Server {
    let items = (1...count).map { number in
      Item.note(Note(userId: 1, id: number, title: "Note \(number): turning the wheel", body: Sample.body))
    }
    let parts = ImportItems(items: items).parts.map {
      ShelfMessage.importPart(ImportPart(id: "import", items: $0, total: count))
    }
    let log = MemoryLog(ShelfLog.name)
    let writer = try LogWriter("server")
    for (place, message) in ([.began(id: "bench")] + parts).enumerated() {
      let entry = LogEntry(
        writer: writer, number: UInt64(place + 1), store: ShelfLog.store, kind: ShelfLog.messages.kinds[0],
        rules: 1, time: 0, message: try RecordEncoder().encode(message))
      _ = try await log.append([entry], after: UInt64(place))
    }
    return Server(
      greet: { () async throws(ServerError) in Greeting(id: "bench", sequence: count) }, log: log)
  }
}
