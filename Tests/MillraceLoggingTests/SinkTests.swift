import Dispatch
import Foundation
import Millrace
import MillraceCoding
import MillraceDifference
import MillraceTesting
import TestResources
import Testing

@testable import MillraceLogging

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

private func entry(_ number: UInt64, message: String = "m", store: String = "s") -> TurnLog.Entry {
  TurnLog.Entry(
    .turn, level: .info, time: Timestamp(sinceEpoch: .milliseconds(1_772_381_045_123)), flow: "app",
    store: store, turn: number, message: message, cause: .sent)
}

@MainActor
@Suite struct SinkTests {
  private let lines = Lines()

  @Test("A line of text has the time, the level, the store, the turn and what has happened")
  func text() async {
    let store = Search.store()
    let sink = TurnLog.Sink.text(.init { self.lines.add($0) })
    let token = TurnLog(to: sink, level: .debug, showsChanges: true).attach(to: store)
    store.send(.typed("swift"))
    await store.run()
    await sink.flush()
    #expect(
      lines.all == [
        #"2026-03-01T16:04:05.123Z info    app/search 1 .typed("swift"); started search swift; query: "" → "swift""#,
        #"2026-03-01T16:04:05.123Z info    app/search 2 .found(["swift"]); from search swift, turn 1; + results[0]: "swift""#,
        "2026-03-01T16:04:05.123Z debug   app/search finished search swift",
      ])
    withExtendedLifetime(token) {}
  }

  @Test("A line of JSON has the members that the article lists, in their order")
  func json() async {
    let store = Search.store()
    let sink = TurnLog.Sink.jsonLines(.init { self.lines.add($0) })
    let token = TurnLog(to: sink, level: .debug, showsChanges: true).attach(to: store)
    store.send(.typed("swift"))
    await store.run()
    await sink.flush()
    #expect(
      lines.all.first == """
        {"time":"2026-03-01T16:04:05.123Z","level":"info","event":"turn","flow":"app","store":"search","turn":1,\
        "message":".typed(\\"swift\\")","cause":"sent","updateMicroseconds":0,"observersMicroseconds":0,\
        "changes":["  query: \\"\\" → \\"swift\\""],\
        "effects":[{"event":"started","effect":1,"turn":1,"label":"search swift","queue":"search"}]}
        """)
    withExtendedLifetime(token) {}
  }

  /// A text of chance with what breaks lines, JSON and terminals.
  private func hostile(using dice: inout SeededGenerator) -> String {
    let pieces: [String] = [
      "a", "\"", "\\", "\n", "\r", "\u{0}", "\u{1B}[2J", "\u{9B}31m", "\u{7F}", "\u{85}", "\u{2028}",
      "\u{2029}",
      "\u{202E}", "\u{FEFF}", "😀", "e\u{301}", "\u{E0041}", "漢", "</script>", "{}", "\u{FFFD}",
    ]
    return (0..<Int.random(in: 0...8, using: &dice)).map { _ in
      pieces.randomElement(using: &dice) ?? ""
    }.joined()
  }

  @Test("Every line is one line, valid JSON, and free of what a terminal obeys, whatever the values are")
  func hostile() async throws {
    for seed in 0..<150 as Range<UInt64> {
      var dice = SeededGenerator(seed: seed)
      lines.clear()
      let name = hostile(using: &dice)
      let flow = Flow(name: hostile(using: &dice), environment: StoreEnvironment(clock: ManualClock()))
      flow.errorHandler = { _ in }
      let store = Search.store(name: name, flow: flow)
      let text = Lines()
      let sinks = [
        TurnLog.Sink.jsonLines(.init { self.lines.add($0) }), TurnLog.Sink.text(.init { text.add($0) }),
      ]
      var log = TurnLog(level: .debug, showsChanges: true)
      log.sinks = sinks
      let token = log.attach(to: flow)
      let query = hostile(using: &dice)
      store.send(.typed(query))
      store.send(.found([query, hostile(using: &dice)]))
      store.send(.report)
      await store.run()
      for sink in sinks { await sink.flush() }
      for line in lines.all + text.all {
        let bad = line.unicodeScalars.filter { scalar in
          scalar.properties.generalCategory == .control || [0x2028, 0x2029, 0x202E].contains(scalar.value)
        }
        #expect(bad.isEmpty, "seed \(seed)")
      }
      for line in lines.all {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(object?["flow"] as? String == escaped(flow.name), "seed \(seed)")
      }
      #expect(lines.all.count == text.all.count)
      withExtendedLifetime(token) {}
    }
  }

  @Test("JSON escapes what is invisible, and its meaning stays")
  func visible() throws {
    let text = "a\u{9B}b\u{2028}\u{202E}\u{1D173}😀\""
    let line = JSONLine.of(entry(1, message: text))
    #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(object?["message"] as? String == text)
  }

  @Test(
    "Lines are appended to a file that only its owner can read, and a line that was cut off ends before the next"
  )
  func file() async throws {
    let folder = try TemporaryLogFolder()
    let path = folder.path("app.log")
    let sink = TurnLog.Sink.jsonLines(.file(path))
    let store = Search.store()
    let token = TurnLog(to: sink).attach(to: store)
    store.send(.failed)
    await sink.flush()
    let again = TurnLog.Sink.jsonLines(.file(path))
    let second = TurnLog(to: again).attach(to: store)
    store.send(.failed)
    await sink.flush()
    await again.flush()
    let written = try String(contentsOfFile: path, encoding: .utf8)
    #expect(written.split(separator: "\n").count == 3)
    #expect(written.hasSuffix("\n"))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    withExtendedLifetime((token, second, folder)) {}
  }

  @Test("A file that was renamed or removed goes on as a new one at its path, without a signal")
  func rotated() async throws {
    let folder = try TemporaryLogFolder()
    let path = folder.path("app.log")
    let sink = TurnLog.Sink.jsonLines(.file(path))
    let store = Search.store()
    let token = TurnLog(to: sink).attach(to: store)
    func lines(_ name: String) throws -> Int {
      try String(contentsOfFile: folder.path(name), encoding: .utf8).split(separator: "\n").count
    }
    store.send(.failed)
    await sink.flush()
    let before = try lines("app.log")
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("app.log.1"))
    store.send(.failed)
    await sink.flush()
    #expect(try lines("app.log.1") == before && lines("app.log") > 0)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try FileManager.default.removeItem(atPath: path)
    store.send(.failed)
    store.send(.failed)
    await sink.flush()
    #expect(try lines("app.log") >= 2)
    // Another program's file in its place is appended to.
    try FileManager.default.removeItem(atPath: path)
    try Data("first\n".utf8).write(to: URL(fileURLWithPath: path))
    store.send(.failed)
    await sink.flush()
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("first\n{"))
    withExtendedLifetime((token, folder)) {}
  }

  @Test(
    "A path that cannot be a file is told, and nothing waits for it or is written beside it", arguments: 0..<4
  )
  func hostilePath(kind: Int) async throws {
    let folder = try TemporaryLogFolder()
    let path = folder.path("app.log")
    switch kind {
    case 0: #expect(mkfifo(path, 0o600) == 0)
    case 1: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case 2: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    default: break
    }
    let sink = TurnLog.Sink.jsonLines(.file(kind == 3 ? path + "\0.txt" : path))
    let store = Search.store()
    var told: [String] = []
    store.flow.errorHandler = { told.append("\($0)") }
    let token = TurnLog(to: sink).attach(to: store)
    store.send(.failed)
    await sink.flush()
    await eventually {
      _ = store.flow.pump()
      return !told.isEmpty
    }
    #expect(told.count == 1 && told.first?.contains("The log cannot open the file") == true)
    if kind == 3 { #expect(!FileManager.default.fileExists(atPath: path)) }
    withExtendedLifetime((token, folder)) {}
  }

  @Test("A folder that is replaced by a file is told, and the log goes on when it is back")
  func replacedFolder() async throws {
    let folder = try TemporaryLogFolder()
    let files = FileManager.default
    try files.createDirectory(atPath: folder.path("logs"), withIntermediateDirectories: false)
    let sink = TurnLog.Sink.jsonLines(.file(folder.path("logs/app.log")))
    let store = Search.store()
    var told: [String] = []
    store.flow.errorHandler = { told.append("\($0)") }
    let token = TurnLog(to: sink).attach(to: store)
    store.send(.failed)
    await sink.flush()
    try files.removeItem(atPath: folder.path("logs"))
    try Data().write(to: URL(fileURLWithPath: folder.path("logs")))
    store.send(.failed)
    await sink.flush()
    await eventually {
      _ = store.flow.pump()
      return told.contains { $0.contains("The log cannot open the file") }
    }
    try files.removeItem(atPath: folder.path("logs"))
    try files.createDirectory(atPath: folder.path("logs"), withIntermediateDirectories: false)
    store.send(.failed)
    await sink.flush()
    #expect(try String(contentsOfFile: folder.path("logs/app.log"), encoding: .utf8).contains("\"lost\":"))
    withExtendedLifetime((token, folder)) {}
  }

  @Test("A file that cannot be opened is told once, and the number of lost entries when it works again")
  func missingFolder() async throws {
    let folder = try TemporaryLogFolder()
    let path = folder.path("logs/app.log")
    let sink = TurnLog.Sink.jsonLines(.file(path))
    let store = Search.store()
    var told: [String] = []
    store.flow.errorHandler = { told.append("\($0)") }
    let token = TurnLog(to: sink).attach(to: store)
    for _ in 0..<3 {
      store.send(.failed)
      await sink.flush()
    }
    await eventually {
      _ = store.flow.pump(); return !told.isEmpty
    }
    #expect(told.count == 1)
    #expect(
      told.first?.hasPrefix("The store `log` reports: The log cannot open the file `\(path)`: ") == true)
    try FileManager.default.createDirectory(atPath: folder.path("logs"), withIntermediateDirectories: true)
    store.send(.failed)
    await sink.flush()
    let events = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(events.count == 2)
    #expect(events.last?.contains(#""event":"lost""#) == true)
    #expect(events.last?.contains(#""lost":3"#) == true)
    #expect(told.count == 1)
    withExtendedLifetime((token, folder)) {}
  }

  @Test("A slow sink makes no turn wait; what it could not take is counted")
  func slow() async {
    let gate = DispatchSemaphore(value: 0)
    let written = Locked<[TurnLog.Entry]>([])
    let store = Search.store()
    let sink = TurnLog.Sink(limit: 5) { entries in
      gate.wait()
      written.withLock { $0 += entries }
    }
    let token = TurnLog(to: sink).attach(to: store)
    for _ in 0..<50 { store.send(.failed) }
    #expect(store.flow.lastSequence == 50)
    // The first write takes what has come by then, the second the rest.
    for _ in 0..<2 { gate.signal() }
    await sink.flush()
    let entries = written.withLock(\.self)
    let kept = entries.filter { $0.event == .turn }
    #expect(kept.count >= 5 && kept.count <= 10)
    #expect(kept.compactMap(\.turn) == kept.compactMap(\.turn).sorted())
    #expect(kept.count + entries.reduce(0) { $0 + $1.lostCount } == 50)
    #expect(entries.filter { $0.event == .lost }.allSatisfy { $0.level == .warning && $0.lostCount > 0 })
    withExtendedLifetime(token) {}
  }

  @Test("Entries that wait are written after the flow and the log have ended")
  func endOfFlow() async {
    var store: Store? = Search.store()
    let sink = TurnLog.Sink.text(.init { self.lines.add($0) })
    var token: ObservationToken? = store.map { TurnLog(to: sink).attach(to: $0) }
    store?.send(.failed)
    token = nil
    store = nil
    await sink.flush()
    #expect(lines.all.count == 1)
    _ = token
  }

  @Test("A failure behind the end of the flow has no one to tell, and harms nothing")
  func failureAfterEnd() async {
    struct Broken: Error {}
    var store: Store? = Search.store()
    let sink = TurnLog.Sink(limit: 10) { _ in throw Broken() }
    let token = store.map { TurnLog(to: sink).attach(to: $0) }
    store?.send(.failed)
    store = nil
    await sink.flush()
    withExtendedLifetime(token) {}
  }

  @Test("What is hidden reaches no sink, whatever carries it")
  func secrets() async {
    let store = Search.store()
    store.flow.errorHandler = { _ in }
    let memory = TurnLog.Memory()
    let sinks = [
      TurnLog.Sink.jsonLines(.init { self.lines.add($0) }), .text(.init { self.lines.add($0) }), memory.sink,
    ]
    var log = TurnLog(level: .debug, showsChanges: true)
    log.sinks = sinks
    let token = log.attach(to: store)
    let printed = store.printChanges(to: lines.add)
    for message in [
      .signedIn(user: "a", password: "pearl"), .key(Redacted("pearl")), .typed("fail"), .report,
    ]
      as [Search.Message]
    {
      store.send(message)
      await store.run()
    }
    for sink in sinks { await sink.flush() }
    #expect(lines.all.count > 10)
    #expect(!lines.text.contains("pearl"))
    #expect(!memory.entries.contains { "\($0)".contains("pearl") })
    withExtendedLifetime((token, printed)) {}
  }
}

/// A backlog that several expectations can change.
private final class Backlog {
  private var value: LogBacklog

  init(limit: Int) {
    value = LogBacklog(limit: limit)
  }

  func add(_ number: UInt64) -> LogBacklog.Demand { value.add(entry(number)) }
  func next() -> LogBacklog.Batch? { value.next() }
  func succeeded() { value.succeeded() }

  /// Returns true if the caller tells the failure of the next batch; nil if there is no batch.
  func fails() -> Bool? {
    guard let batch = value.next() else { return nil }
    return value.failed(batch)
  }
}

@Suite struct LogBacklogTests {
  @Test("What does not fit is counted and told behind what waited")
  func limit() throws {
    let backlog = Backlog(limit: 2)
    #expect((1...3).map { backlog.add($0) } == [.write, .nothing, .nothing])
    let batch = try #require(backlog.next())
    #expect(batch.entries.map(\.turn) == [1, 2])
    #expect(batch.lostCount == 1)
    backlog.succeeded()
    #expect(backlog.next() == nil)
    #expect(backlog.add(4) == .write)
  }

  @Test("A failure is told once until a success, and its entries are lost")
  func failure() throws {
    let backlog = Backlog(limit: 10)
    #expect(backlog.add(1) == .write)
    #expect(backlog.fails() == true)
    #expect(backlog.next() == nil)
    #expect(backlog.add(2) == .write)
    #expect(backlog.fails() == false)
    #expect(backlog.next() == nil)
    #expect(backlog.add(3) == .write)
    #expect(try #require(backlog.next()).lostCount == 2)
    backlog.succeeded()
    _ = backlog.add(4)
    #expect(backlog.fails() == true)
  }

  @Test("Every entry is written or counted as lost, in every order of steps")
  func law() {
    for seed in 0..<300 as Range<UInt64> {
      var dice = SeededGenerator(seed: seed)
      var backlog = LogBacklog(limit: Int.random(in: 1...4, using: &dice))
      var (added, written, lost) = (0, 0, 0)
      var isWriting = false
      func step(_ isLast: Bool) {
        guard isWriting, let batch = backlog.next() else { return isWriting = false }
        if isLast || Bool.random(using: &dice) {
          backlog.succeeded()
          written += batch.entries.count
          lost += batch.lostCount
        } else {
          _ = backlog.failed(batch)
        }
      }
      for _ in 0..<Int.random(in: 0...30, using: &dice) {
        if Bool.random(using: &dice) {
          added += 1
          if backlog.add(entry(UInt64(added))) == .write { isWriting = true }
        } else {
          step(false)
        }
      }
      while isWriting { step(true) }
      added += 1
      if backlog.add(entry(0)) == .write { isWriting = true }
      while isWriting { step(true) }
      #expect(added == written + lost, "seed \(seed)")
    }
  }
}

@Suite struct LogTimeTests {
  @Test("A time is written as Foundation writes it")
  func times() {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    var dice = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let milliseconds = Int64.random(in: -62_000_000_000_000...250_000_000_000_000, using: &dice)
      // Foundation follows the Julian calendar before 1582.
      guard milliseconds > -12_000_000_000_000 else { continue }
      let time = Timestamp(sinceEpoch: .milliseconds(milliseconds))
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
      #expect(LogTime.text(time) == formatter.string(from: date))
    }
    #expect(LogTime.text(Timestamp(sinceEpoch: .milliseconds(-1))) == "1969-12-31T23:59:59.999Z")
  }
}

/// A folder that ends with the test.
private final class TemporaryLogFolder {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-log-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
