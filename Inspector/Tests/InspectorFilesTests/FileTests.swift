import Foundation
import InspectorCore
import InspectorFiles
import InspectorSample
import Millrace
import MillraceJournal
import MillraceTesting
import Testing

@Suite("Histories in files")
@MainActor
struct FileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "inspector-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  /// The reports of a file, one after the other.
  private func reports(_ file: any FileHistory) -> AsyncStream<FileProgress> {
    let (stream, continuation) = AsyncStream.makeStream(of: FileProgress.self)
    file.read { continuation.yield($0) }
    return stream
  }

  /// Waits for the first report of a kind.
  private func progress(
    _ file: any FileHistory, where isWanted: (FileProgress) -> Bool = { $0.share == nil }
  ) async throws -> FileProgress {
    defer { file.stop() }
    for await progress in reports(file) where isWanted(progress) { return progress }
    throw CancellationError()
  }

  /// Runs the sample application on a journal: each run continues the one before.
  private func run(
    _ name: String, _ body: (Store<Groceries, GroceryMessage>, Journal) async throws -> Void
  ) async throws {
    let flow = Flow(name: "kitchen")
    let store = Store(Groceries(), name: "groceries", flow: flow, update: Groceries.update)
    let journal = try Journal(of: flow, at: path(name), durability: .everyTurn)
    try journal.record(store, state: Groceries.states, messages: Groceries.messages)
    try journal.start()
    try await body(store, journal)
    await store.run()
    try await journal.flush()
    try journal.close()
  }

  private func shop(_ store: Store<Groceries, GroceryMessage>) async {
    store.send(.added("Milk"))
    store.send(.load)
    await store.run()
    store.send(.removed(at: 0))
  }

  // MARK: Journals

  @Test("a journal shows turns, causes, effects with their ends, and its snapshots")
  func journal() async throws {
    try await run("a.journal") { store, _ in await shop(store) }
    let file = try FileHistories.open(path("a.journal"))
    let progress = try await progress(file)
    let index = progress.index
    #expect(progress.flow == "kitchen" && progress.note == nil)
    #expect(index.turns.map(\.number) == [1, 2, 3, 4])
    #expect(index.turns.map { index.names[$0.name] } == ["added", "load", "loaded", "removed"])
    #expect(index.turns[2].cause == .effect(1, turn: 2))
    let effects = Array(index.stores[0].effects)
    #expect(effects.count == 1 && effects[0].step == .finished && effects[0].ended != nil)
    let events = try file.events(at: effects[0].endPlace)
    #expect(events.map(\.step) == [.finished] && events[0].label == "load")
    #expect(try file.turn(at: index.turns[0].place).message == Array(#"{"added":{"_0":"Milk"}}"#.utf8))
    #expect(try file.turn(at: index.turns[0].place).kind == "grocery@2")
    #expect(try file.text(at: index.turns[3].place) == "removed(at: 0)")
    let sample = try #require(index.stores[0].samples.first)
    let state = try file.state(at: sample.place)
    #expect(sample.turn == 0 && state.origin == "snapshot" && state.kind == "groceries@1")
    #expect(state.json == Array(#"{"items":[],"isLoading":false}"#.utf8))
    // It says where it has no state.
    guard case .impossible(let why) = index.plan(0, at: 3, isConnected: false) else {
      Issue.record("there is a state")
      return
    }
    #expect(why.contains("no application is connected") && why.contains("turn 0"))
  }

  @Test("a journal is followed while its writer writes")
  func following() async throws {
    try await run("a.journal") { store, journal in
      store.send(.added("Milk"))
      try await journal.flush()
      let file = try FileHistories.open(path("a.journal"))
      var counts: [Int] = []
      for await progress in reports(file) {
        counts.append(progress.index.turns.count)
        if counts.count == 1 {
          await shop(store)
          try await journal.flush()
        }
        if progress.index.turns.count == 5, progress.index.stores[0].effects.last?.step == .finished { break }
      }
      file.stop()
      #expect(counts.first == 1 && counts.last == 5)
    }
  }

  @Test("events of effects are read from a number on, a few at a time")
  func eventNumbers() async throws {
    for _ in 0..<3 { try await run("a.journal") { store, _ in await shop(store) } }
    let reader = try JournalReader(at: path("a.journal"))
    let all = try reader.events(from: 0, limit: 100)
    #expect(all.map(\.after) == all.map(\.after).sorted() && all.count == 3)
    #expect(try reader.events(from: all[1].number, limit: 1) == [all[1]])
    #expect(try reader.events(from: all[0].number + 1, limit: 9) == Array(all[1...]))
    #expect(try reader.events(from: .max, limit: 9) == [] && reader.events(from: 0, limit: -1) == [])
  }

  @Test("effects of a second run of the program have numbers of their own")
  func runs() async throws {
    for _ in 0..<3 { try await run("a.journal") { store, _ in await shop(store) } }
    let file = try FileHistories.open(path("a.journal"))
    let index = try await progress(file).index
    let effects = Array(index.stores[0].effects)
    #expect(effects.map(\.effect) == [1, 2, 3] && effects.map(\.turn) == [2, 6, 10])
    #expect(effects.allSatisfy { $0.step == .finished })
    #expect(
      index.turns.filter { if case .effect = $0.cause { true } else { false } }.map(\.cause) == [
        .effect(1, turn: 2), .effect(2, turn: 6), .effect(3, turn: 10),
      ])
    for effect in effects { #expect(try file.events(at: effect.place).map(\.effect) == [effect.effect]) }
  }

  @Test("a journal whose pages are damaged is shown as far as it can be read", arguments: 0..<12)
  func damaged(seed: UInt64) async throws {
    try await run("a.journal") { store, _ in
      for number in 0..<60 { store.send(.added("item \(number) " + String(repeating: "x", count: 500))) }
    }
    var bytes = try Data(contentsOf: folder.appending(path: "a.journal"))
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<20 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      bytes[4096 + Int(state % UInt64(bytes.count - 4096))] ^= UInt8(truncatingIfNeeded: state >> 40) | 1
    }
    try bytes.write(to: folder.appending(path: "b.journal"))
    let file: any FileHistory
    do { file = try FileHistories.open(path("b.journal")) } catch {
      #expect(error.description.hasSuffix("."))
      return
    }
    let progress = try await progress(file)
    #expect(progress.remarks.allSatisfy { $0.hasSuffix(".") })
    for turn in progress.index.turns {
      do { _ = try file.turn(at: turn.place) } catch { #expect(error.description.hasSuffix(".")) }
    }
  }

  @Test("a row whose contents are damaged is left out, with its place and a remark")
  func damagedRow() async throws {
    try await run("a.journal") { store, _ in
      for number in 0..<9 { store.send(.added("item \(number)")) }
    }
    var bytes = try Data(contentsOf: folder.appending(path: "a.journal"))
    let place = try #require(
      bytes.range(of: Data("added".utf8 + [0xA1, 0x62] + "_0".utf8 + [0x66] + "item 4".utf8)))
    // An item of CBOR that does not exist.
    bytes[place.lowerBound - 1] = 0xFF
    try bytes.write(to: folder.appending(path: "b.journal"))
    let file = try FileHistories.open(path("b.journal"))
    let progress = try await progress(file)
    #expect(progress.index.turns.map(\.number) == [1, 2, 3, 4, 6, 7, 8, 9])
    #expect(progress.index.gaps == [5...5])
    #expect(progress.note?.hasPrefix("Turns between turn 4 and turn 6 cannot be read. ") == true)
  }

  @Test("turns that were removed and gaps are said, and no state is made up over them")
  func removed() async throws {
    try await run("a.journal") { store, journal in
      for number in 0..<20 { store.send(.added("\(number)")) }
      try journal.snapshot()
    }
    try await run("a.journal") { store, _ in store.send(.cleared) }
    try JournalCompaction.compact(at: path("a.journal"), turnsUpTo: 20)
    let file = try FileHistories.open(path("a.journal"))
    let progress = try await progress(file)
    #expect(progress.index.begin == 20 && progress.index.turns.map(\.number) == [21])
    #expect(progress.note == "The turns up to turn 20 have been removed from the journal.")
  }

  // MARK: Exports and recordings

  @Test("an export shows what its journal shows")
  func export() async throws {
    for _ in 0..<2 { try await run("a.journal") { store, _ in await shop(store) } }
    try JournalReader(at: path("a.journal")).exportJournal(to: path("a.jsonl"))
    let files = try [FileHistories.open(path("a.journal")), FileHistories.open(path("a.jsonl"))]
    var indices: [HistoryIndex] = []
    for file in files { indices.append(try await progress(file).index) }
    for (journal, export) in zip(indices[0].turns, indices[1].turns) {
      #expect(journal.number == export.number && journal.at == export.at && journal.cause == export.cause)
      #expect(
        indices[0].names[journal.name] == indices[1].names[export.name] && journal.marks == export.marks)
      #expect(try files[0].turn(at: journal.place).message == files[1].turn(at: export.place).message)
      #expect(try files[0].turn(at: journal.place).text == files[1].turn(at: export.place).text)
    }
    #expect(indices.map(\.turns.count) == [8, 8])
    let effects = indices.map { index in
      index.stores[0].effects.map { "\($0.effect) \($0.turn) \($0.step) \($0.ended ?? 0)" }
    }
    #expect(effects[0] == effects[1] && effects[0].count == 2)
    let states = try zip(files, indices).map { file, index in
      try file.state(at: try #require(index.stores[0].samples.first).place).json
    }
    #expect(states[0] == states[1])
  }

  @Test("a recording shows turns and the states after them")
  func recording() async throws {
    let flow = Flow(name: "kitchen")
    let store = Store(Groceries(), name: "groceries", flow: flow, update: Groceries.update)
    let recorder = try HistoryRecorder(flow, to: folder.appending(path: "a.history"))
    try recorder.record(store)
    store.send(.added("Milk"))
    await shop(store)
    try recorder.finish()
    let file = try FileHistories.open(path("a.history"))
    let index = try await progress(file).index
    #expect(index.turns.map { index.names[$0.name] } == ["added", "added", "load", "loaded", "removed"])
    #expect(index.turns[3].cause == .effect(1, turn: 3))
    #expect(index.stores[0].samples.map(\.turn) == [0, 1, 2, 3, 4, 5])
    #expect(index.stores[0].effects.first?.turn == 3 && index.stores[0].effects.first?.step == .finished)
    let state = try file.state(at: index.stores[0].samples[5].place)
    #expect(state.json == Array(#"{"isLoading":false,"items":["Milk","Bread","Jam"]}"#.utf8))
  }

  @Test("a recording is followed while its program goes on")
  func recordingGrows() async throws {
    let flow = Flow(name: "kitchen")
    let store = Store(Groceries(), name: "groceries", flow: flow, update: Groceries.update)
    let recorder = try HistoryRecorder(flow, to: folder.appending(path: "a.history"))
    try recorder.record(store)
    let file = try FileHistories.open(path("a.history"))
    var isShopping = false
    for await progress in reports(file) {
      if !isShopping { await shop(store) }
      isShopping = true
      if progress.index.turns.count == 4, progress.index.stores[0].effects.last?.step == .finished { break }
    }
    file.stop()
    try recorder.finish()
  }

  @Test("a file of lines is followed while it grows, a whole line at a time")
  func growing() async throws {
    try await run("a.journal") { store, _ in await shop(store) }
    try JournalReader(at: path("a.journal")).exportJournal(to: path("a.jsonl"))
    let bytes = try Data(contentsOf: folder.appending(path: "a.jsonl"))
    let url = folder.appending(path: "b.jsonl")
    // Ends in the middle of a line.
    let half = bytes.count / 2
    try bytes[..<half].write(to: url)
    let file = try FileHistories.open(url.path)
    var counts: [Int] = []
    for await progress in reports(file) {
      counts.append(progress.index.turns.count)
      #expect(progress.remarks == [])
      if counts.count == 1 {
        let handle = try FileHandle(forWritingTo: url)
        try handle.seekToEnd()
        try handle.write(contentsOf: bytes[half...])
      }
      if progress.index.turns.count == 4 { break }
    }
    file.stop()
    #expect(try #require(counts.first) < 4)
  }

  @Test("lines that are damaged, hostile or of something else are left out, with a remark")
  func badLines() async throws {
    try await run("a.journal") { store, _ in await shop(store) }
    try JournalReader(at: path("a.journal")).exportJournal(to: path("a.jsonl"))
    var lines = try String(contentsOfFile: path("a.jsonl"), encoding: .utf8).split(separator: "\n").map(
      String.init)
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    lines.insert(
      contentsOf: [
        "{", "[]", "null", #"{"turn":-1}"#, #"{"turn":2}"#,
        #"{"turn":99,"store":"x","time":1,"cause":{"effect":1}}"#,
        #"{"turn":98,"store":"groceries","time":1,"cause":"sent","message":\#(deep)}"#, #"{"event":3}"#,
        #"{"gap":5,"until":2}"#, #"{"gap":18446744073709551615,"until":18446744073709551615}"#, "\u{0}\u{1B}",
        #"{"snapshot":3,"store":"groceries"}"#, #"{"turn":1,"store":"groceries","time":1,"cause":"sent"}"#,
      ], at: 4)
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: path("b.jsonl"), atomically: true, encoding: .utf8)
    let file = try FileHistories.open(path("b.jsonl"))
    let progress = try await progress(file)
    #expect(progress.index.turns.map(\.number) == [1, 2, 3, 4])
    #expect(progress.remarks.count == 8 && progress.remarks[0].hasPrefix("Line 5 is left out. "))
  }

  @Test("what is no history is a sentence")
  func others() throws {
    try Data("hello\n".utf8).write(to: folder.appending(path: "a.txt"))
    try Data("SQLite format 3\0".utf8 + [UInt8](repeating: 0, count: 84)).write(
      to: folder.appending(path: "b.journal"))
    try Data().write(to: folder.appending(path: "empty"))
    for name in ["a.txt", "b.journal", "empty", "none", "."] {
      let problem = #expect(throws: InspectorProblem.self) { try FileHistories.open(path(name)) }
      #expect(problem?.description.hasSuffix(".") == true, "\(problem?.description ?? "")")
    }
  }
}
