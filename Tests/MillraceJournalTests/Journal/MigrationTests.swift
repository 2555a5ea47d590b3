import Millrace
import Testing

@testable import MillraceJournal

@Suite("Journals of older versions of the application")
struct MigrationTests {
  struct Count1: Codable, Sendable { var amount: Int }
  struct Count2: Codable, Sendable {
    var amount: Int
    var unit: String
  }
  struct Count3: Codable, Sendable {
    var amount: Double
    var unit: String
  }
  struct Total1: Codable, Sendable, Equatable { var total = 0 }
  struct Total2: Codable, Sendable, Equatable {
    var total = 0.0
    var units: [String] = []
  }

  static let messages2 = RecordSchema(Count2.self, "count", version: 2)
    .upcast("count", from: 1, to: 2) { (old: Count1) in Count2(amount: old.amount, unit: "piece") }
  static let messages3 = RecordSchema(Count3.self, "count", version: 3)
    .upcast("count", from: 1, to: 2) { (old: Count1) in Count2(amount: old.amount, unit: "piece") }
    .upcast("count", from: 2, to: 3) { (old: Count2) in Count3(amount: Double(old.amount), unit: old.unit) }
  static let states2 = RecordSchema(Total2.self, "total", version: 2)
    .upcast("total", from: 1, to: 2) { (old: Total1) in
      Total2(total: Double(old.total), units: Array(repeating: "piece", count: old.total))
    }

  /// A version of the application.
  @MainActor final class App<State: Sendable, Message: Sendable> {
    let flow = Flow(name: "counter")
    let store: Store<State, Message>
    let journal: Journal
    let list: ErrorList
    init(
      _ path: String, _ state: State, _ states: RecordSchema<State>, _ messages: RecordSchema<Message>,
      _ update: @escaping (inout State, Message) -> Effect<Message>
    ) throws {
      store = Store(state, name: "counter", flow: flow, update: update)
      list = ErrorList(flow)
      journal = try Journal(of: flow, at: path, durability: .everyTurn, snapshots: .never)
      try journal.record(store, state: states, messages: messages)
    }
  }

  @MainActor static func first(_ path: String) throws -> App<Total1, Count1> {
    try App(path, Total1(), RecordSchema("total"), RecordSchema("count")) { state, message in
      state.total += message.amount
      return .none
    }
  }

  @MainActor static func second(
    _ path: String, _ messages: RecordSchema<Count2> = messages2
  ) throws -> App<Total1, Count2> {
    try App(path, Total1(), RecordSchema("total"), messages) { state, message in
      state.total += message.amount
      return .none
    }
  }

  @MainActor static func third(
    _ path: String, _ states: RecordSchema<Total2> = states2, _ messages: RecordSchema<Count3> = messages3
  ) throws -> App<Total2, Count3> {
    try App(path, Total2(), states, messages) { state, message in
      state.total += message.amount
      state.units.append(message.unit)
      return .none
    }
  }

  @Test("messages and states of several versions are brought up to today's")
  @MainActor func versions() async throws {
    let folder = try JournalFolder()
    do {
      let app = try Self.first(folder.journal)
      try app.journal.start()
      app.store.send(Count1(amount: 1))
      try app.journal.snapshot()
      try await app.journal.flushSnapshots()
      app.store.send(Count1(amount: 2))
    }
    do {
      let app = try Self.second(folder.journal)
      #expect(try app.journal.start().messages == 1)
      app.store.send(Count2(amount: 4, unit: "box"))
    }
    let app = try Self.third(folder.journal)
    let found = try app.journal.start()
    #expect(found.messages == 2)
    #expect(found.snapshot(of: "counter") == 1)
    #expect(app.store.withState { copy $0 } == Total2(total: 7, units: ["piece", "piece", "box"]))
    app.store.send(Count3(amount: 0.5, unit: "gram"))
    #expect(try app.journal.state(of: app.store, at: 0) == Total2())
    #expect(try app.journal.state(of: app.store, at: 1) == Total2(total: 1, units: ["piece"]))
    #expect(
      try app.journal.state(of: app.store, at: 4)
        == Total2(total: 7.5, units: ["piece", "piece", "box", "gram"]))
  }

  @Test("without the steps for the state, it is made of all messages")
  @MainActor func noWayForState() throws {
    let folder = try JournalFolder()
    do {
      let app = try Self.first(folder.journal)
      try app.journal.start()
      app.store.send(Count1(amount: 1))
    }
    let app = try Self.third(folder.journal, RecordSchema("total", version: 2))
    let found = try app.journal.start()
    #expect(app.store.withState { copy $0 } == Total2(total: 1, units: ["piece"]))
    #expect(found.warnings.last == .wholeHistory(store: "counter"))
    #expect(app.list.warnings.count == 2)
  }

  @Test("versions without a way are found before anything is read")
  @MainActor func gaps() throws {
    let folder = try JournalFolder()
    do {
      let app = try Self.first(folder.journal)
      try app.journal.start()
      app.store.send(Count1(amount: 1))
    }
    let gap = RecordSchema(Count3.self, "count", version: 3)
      .upcast("count", from: 2, to: 3) { (old: Count2) in Count3(amount: 0, unit: old.unit) }
    let app = try Self.third(folder.journal, Self.states2, gap)
    #expect(
      journalError { try app.journal.start() }
        == .noWay(path: folder.journal, kinds: ["count@1 (the current version is 3)"]))
    #expect(
      journalError { try app.journal.start(unknown: .skip) }?.description.contains("count@1") == true)
  }

  @Test("what a later version has written is not taken for today's")
  @MainActor func newer() throws {
    let folder = try JournalFolder()
    do {
      let app = try Self.second(folder.journal)
      try app.journal.start()
      app.store.send(Count2(amount: 1, unit: "box"))
    }
    let app = try Self.first(folder.journal)
    #expect(
      journalError { try app.journal.start() }
        == .noWay(path: folder.journal, kinds: ["count@2 (newer than the current version 1)"]))
  }

  @Test("a message that today's type cannot read is an error that names the turn")
  @MainActor func notDecodable() throws {
    let folder = try JournalFolder()
    do {
      let app = try Self.first(folder.journal)
      try app.journal.start()
      app.store.send(Count1(amount: 1))
    }
    let app = try Self.second(folder.journal, RecordSchema("count"))
    guard
      case .notDecodable(store: "counter", turn: 1, kind: "count@1", _) = journalError({
        try app.journal.start()
      })
    else {
      Issue.record("it was read")
      return
    }
    #expect(app.store.withState { copy $0 } == Total1())
  }

  enum Wrapped: Sendable, Equatable {
    case number(Int)
    case text(String)
    case note
  }

  /// One kind for each case, as an enum has that is written down by hand.
  static func wrapped(_ kinds: Set<String>) -> RecordSchema<Wrapped> {
    var schema = RecordSchema<Wrapped>()
    if kinds.contains("number") {
      schema = schema.adding(Int.self, "number", wrap: { .number($0) }) {
        if case .number(let number) = $0 { number } else { nil }
      }
    }
    if kinds.contains("text") {
      schema = schema.adding(String.self, "text", wrap: { .text($0) }) {
        if case .text(let text) = $0 { text } else { nil }
      }
    }
    return schema
  }

  struct Log: Codable, Sendable, Equatable { var lines: [String] = [] }

  @MainActor static func wrapping(_ path: String, _ kinds: Set<String>) throws -> App<Log, Wrapped> {
    try App(path, Log(), RecordSchema("log"), wrapped(kinds)) { state, message in
      state.lines.append("\(message)")
      return .none
    }
  }

  @Test("kinds that are unknown stop a start with all their names, or are skipped and counted")
  @MainActor func unknownKinds() throws {
    let folder = try JournalFolder()
    do {
      let app = try Self.wrapping(folder.journal, ["number", "text"])
      try app.journal.start()
      app.store.send(.number(1))
      app.store.send(.text("a"))
      app.store.send(.number(2))
      app.store.send(.text("b"))
      app.store.send(.text("c"))
    }
    try changeJournal(folder.journal, "UPDATE types SET name = 'figure' WHERE name = 'number'")
    let app = try Self.wrapping(folder.journal, ["number"])
    let error = journalError { try app.journal.start() }
    #expect(
      error
        == .unknownKinds(path: folder.journal, kinds: ["figure@1 (2 messages)", "text@1 (3 messages)"]))
    let found = try app.journal.start(unknown: .skip)
    #expect(found.skipped.values.sorted() == [2, 3])
    #expect(app.store.withState { copy $0 } == Log())
  }

  @Test("values of many types behind an `any` come back as what they were")
  @MainActor func existential() throws {
    let folder = try JournalFolder()
    let schema = RecordSchema<any Sendable>().adding(Int.self, "int").adding(String.self, "string")
    @MainActor func app() throws -> App<Log, any Sendable> {
      try App(folder.journal, Log(), RecordSchema("log"), schema) { state, message in
        state.lines.append("\(type(of: message)) \(message)")
        return .none
      }
    }
    do {
      let app = try app()
      try app.journal.start()
      app.store.send(1)
      app.store.send("one")
    }
    let again = try app()
    try again.journal.start()
    #expect(again.store.withState(\.lines) == ["Int 1", "String one"])
  }
}
