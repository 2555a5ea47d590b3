import Foundation
import MillraceSync
import Testing

@testable import MillracePostgres

@Suite(
  "Appends to several logs in one transaction",
  .enabled(if: server != nil, "Scripts/test-postgres starts a server and names it in MILLRACE_POSTGRES."))
struct TogetherTests {
  private let listener: Listener
  private let run = UUID().uuidString

  init() async throws {
    let database = try PostgresDatabase(server ?? "", timeout: .seconds(3_600))
    try await database.createSchema()
    listener = database.listener
  }

  private var deadline: ContinuousClock.Instant { .now + .seconds(3_600) }
  private var appendRun: AppendRun { AppendRun(deadline: deadline, listener: listener) }

  private func connect() throws -> PostgresConnection {
    try PostgresConnection(to: server ?? "", redact: Redaction(secrets: []), deadline: deadline)
  }

  private func batch(_ name: String, _ numbers: [UInt64] = [1], after: UInt64 = 0) throws -> AppendBatch {
    let name = "\(name) \(run)"
    let entries = try numbers.map { entry(try LogWriter("w"), $0) }
    return AppendBatch(
      key: AppendQueues.Key(name: Array(name.utf8), epoch: nil), name: name,
      appends: [WaitingAppend(entries: entries, after: after, request: Request())])
  }

  private func answer(_ batch: AppendBatch) async -> Result<LogPage, SharedLogError> {
    let request = batch.appends[0].request
    #expect(request.isAnswered)
    return await outcome { () throws(SharedLogError) in try await request.value(log: batch.name) }
  }

  /// The number of entries in the logs of this run, and of transactions that made them.
  private func counts(_ connection: PostgresConnection) throws -> [Int64?] {
    let rows = try connection.run(
      """
      SELECT count(*), count(DISTINCT e.xmin::text) FROM millrace_entry e JOIN millrace_log l ON l.id = e.log
      WHERE right(convert_from(l.name, 'UTF8'), 36) = $1
      """, [.text(run)], deadline)
    return [rows.integer(0, 0), rows.integer(0, 1)]
  }

  @Test("they have one transaction, and each its own answer")
  func together() async throws {
    let connection = try connect()
    let batches = [
      try batch("a"), try batch("b", [1, 2]), try batch("c", [2]), try batch("d", after: 7),
      try batch("e", []),
    ]
    #expect(try appendRun.carryOut(batches, on: connection).isEmpty)
    #expect(await (try answer(batches[0]).get().end) == 1)
    #expect(await (try answer(batches[1]).get().entries.map(\.number)) == [1, 2])
    #expect(
      await answer(batches[2])
        == .failure(.gap(log: batches[2].name, writer: try LogWriter("w"), expected: 1, found: 2)))
    #expect(await answer(batches[3]) == .failure(.wentBack(log: batches[3].name, head: 0, known: 7)))
    #expect(await (try answer(batches[4]).get().head) == 0)
    #expect(try counts(connection) == [3, 1])
    // The connection is out of its pipeline.
    #expect(try connection.run("SELECT 1::bigint", [], deadline).integer(0, 0) == 1)
  }

  @Test("appends to one log that cannot be carried out together each get an answer of their own")
  func ownAnswers() async throws {
    let connection = try connect()
    let writers = try ["v", "w", "x"].map { try LogWriter($0) }
    var batch = try batch("a", [])
    batch.appends = zip(writers, [1, 2, 1] as [UInt64]).map { writer, number in
      WaitingAppend(entries: [entry(writer, number)], after: 0, request: Request())
    }
    let other = try self.batch("b")
    // Beside another log it comes back, and alone each append is carried out for itself.
    let again = try appendRun.carryOut([batch, other], on: connection)
    try #require(again.map(\.name) == [batch.name] && other.appends[0].request.isAnswered)
    #expect(batch.appends.allSatisfy { !$0.request.isAnswered })
    #expect(try appendRun.carryOut(again, on: connection).isEmpty)
    var answers: [Result<[LogEntry], SharedLogError>] = []
    for append in batch.appends {
      answers.append(
        await outcome { () throws(SharedLogError) in try await append.request.value(log: batch.name).entries }
      )
    }
    #expect(
      answers == [
        .success([entry(writers[0], 1)]),
        .failure(.gap(log: batch.name, writer: writers[1], expected: 1, found: 2)),
        .success([entry(writers[0], 1), entry(writers[2], 1)]),
      ])
    #expect(try counts(connection) == [3, 3])
  }

  @Test("an append that a log refuses, or has already, leaves nothing of its log's others beside other logs")
  func refused() async throws {
    let connection = try connect()
    let (v, w) = (try LogWriter("v"), try LogWriter("w"))
    func append(_ entries: [LogEntry], after: UInt64 = 0) -> WaitingAppend {
      WaitingAppend(entries: entries, after: after, request: Request())
    }
    let flawed = [entry(w, 1), entry(w, 2, ""), entry(w, 3)]
    var batches = [try batch("behind", []), try batch("flawed", []), try batch("twice", [])]
    batches[0].appends = [append([entry(v, 1)]), append([entry(w, 1)], after: 7)]
    batches[1].appends = [append([entry(v, 1)]), append(flawed)]
    batches[2].appends = [append([entry(v, 1)]), append([entry(v, 1)])]
    let again = try appendRun.carryOut(batches, on: connection)
    try #require(Set(again.map(\.name)) == Set(batches.map(\.name)))
    #expect(try counts(connection)[0] == 0)
    var answers: [Result<UInt64, SharedLogError>] = []
    for batch in batches {
      #expect(try appendRun.carryOut([batch], on: connection).isEmpty)
      for append in batch.appends {
        answers.append(
          await outcome { () throws(SharedLogError) in try await append.request.value(log: batch.name).head })
      }
    }
    #expect(
      answers == [
        .success(1), .failure(.wentBack(log: batches[0].name, head: 1, known: 7)),
        .success(1), .failure(.malformed(log: batches[1].name, reason: try #require(flawed[1].flaw))),
        .success(1), .success(1),
      ])
    #expect(try counts(connection)[0] == 3)
  }

  @Test("a transaction ends the waits of this process for the logs to which it has added, and for no others")
  func waits() async throws {
    let connection = try connect()
    let batches = [try batch("a"), try batch("b"), try batch("c", [])]
    let waits = batches.map { listener.register(Notification.key(of: $0.key.name)).request }
    #expect(try appendRun.carryOut(batches, on: connection).isEmpty)
    #expect(waits.map(\.isAnswered) == [true, true, false])
  }

  @Test("appends to one log behind more entries than a page has bytes for get the entries of their positions")
  func longPage() async throws {
    let connection = try connect()
    let writers = try ["v", "w"].map { try LogWriter($0) }
    let before = (1...12 as ClosedRange<UInt64>).map {
      entry(writers[0], $0, String(repeating: "x", count: 400_000))
    }
    var batch = try batch("a", [])
    batch.appends = [WaitingAppend(entries: before, after: 0, request: Request())]
    #expect(try appendRun.carryOut([batch], on: connection).isEmpty)
    let alone = WaitingAppend(entries: [entry(writers[0], 13)], after: 0, request: Request())
    batch.appends = [alone]
    #expect(try appendRun.carryOut([batch], on: connection).isEmpty)
    let page = try await alone.request.value(log: batch.name)
    #expect(page.entries == Array(before[..<10]) && page.head == 13)
    batch.appends = [
      WaitingAppend(entries: [entry(writers[0], 14)], after: 0, request: Request()),
      WaitingAppend(entries: [entry(writers[1], 1)], after: 13, request: Request()),
    ]
    #expect(try appendRun.carryOut([batch], on: connection).isEmpty)
    var pages: [LogPage] = []
    for append in batch.appends { pages.append(try await append.request.value(log: batch.name)) }
    #expect(pages[0].entries == Array(before[..<10]) && pages[0].head == 15)
    #expect(pages[1].entries == [entry(writers[0], 14), entry(writers[1], 1)] && pages[1].head == 15)
    #expect(try counts(connection)[0] == 15)
  }

  @Test("appends to one log that are carried out together learn of each other")
  func learning() async throws {
    let connection = try connect()
    let entries = try ["v", "w", "x"].map { entry(try LogWriter($0), 1) }
    var batch = try batch("a", [])
    batch.appends = entries.map { WaitingAppend(entries: [$0], after: 0, request: Request()) }
    #expect(try appendRun.carryOut([batch], on: connection).isEmpty)
    for append in batch.appends {
      #expect(try await append.request.value(log: batch.name) == LogPage(after: 0, entries: entries, head: 3))
    }
    #expect(try counts(connection) == [3, 1])
    // Each gets what comes after its own position, also what others have written before.
    let more = try ["v", "w"].map { name in
      let writer = try LogWriter(name)
      return (2...8 as ClosedRange<UInt64>).map { entry(writer, $0, String(repeating: "x", count: 400_000)) }
    }
    batch.appends = zip(more, [2, 3] as [UInt64]).map { own, after in
      WaitingAppend(entries: own, after: after, request: Request())
    }
    #expect(try appendRun.carryOut([batch], on: connection).isEmpty)
    // As many as a page has bytes for.
    let page = Array(more.joined().prefix(10))
    let pages = [
      LogPage(after: 2, entries: [entries[2]] + page, head: 17),
      LogPage(after: 3, entries: page, head: 17),
    ]
    #expect(try counts(connection) == [17, 2])
    for (append, page) in zip(batch.appends, pages) {
      #expect(try await append.request.value(log: batch.name) == page)
    }
  }

  @Test("a log whose row another keeps locked does not keep the others from theirs")
  func lockedRow() async throws {
    let (connection, other) = (try connect(), try connect())
    let first = [try batch("a"), try batch("b")]
    #expect(try appendRun.carryOut(first, on: connection).isEmpty)
    try other.runText("BEGIN", deadline)
    try other.run(
      "SELECT id FROM millrace_log WHERE name = $1 FOR UPDATE", [.bytes(first[0].key.name)], deadline)
    let second = [try batch("a", [2], after: 1), try batch("b", [2], after: 1)]
    let again = try appendRun.carryOut(second, on: connection)
    #expect(again.map(\.name) == second.map(\.name))
    #expect(!second[0].appends[0].request.isAnswered && !second[1].appends[0].request.isAnswered)
    #expect(try counts(connection) == [2, 1])
    #expect(try appendRun.carryOut([again[1]], on: connection).isEmpty)
    #expect(await (try answer(second[1]).get().end) == 2)
    try other.runText("COMMIT", deadline)
    #expect(try appendRun.carryOut([again[0]], on: connection).isEmpty)
    #expect(await (try answer(second[0]).get().end) == 2)
  }

  @Test("an error of the server in one of them leaves all undone, and the connection in order")
  func failure() async throws {
    let connection = try connect()
    var result: Result<[SQLRows], PostgresFault>?
    try connection.runTogether(
      [
        SQLStatement(sql: "INSERT INTO millrace_log (name) VALUES ($1)", values: [.bytes(Array(run.utf8))]),
        SQLStatement(sql: "SELECT 1 / $1", values: [.integer(0)]),
      ],
      then: SQLStatement(sql: "SELECT 2", values: []), deadline
    ) { result = $0 }
    guard case .failure(.server(let code, _)) = result else {
      Issue.record("there was no error: \(String(describing: result))")
      return
    }
    #expect(code == "22012")
    let rows = try connection.run(
      "SELECT 1 FROM millrace_log WHERE name = $1", [.bytes(Array(run.utf8))], deadline)
    #expect(rows.rows.isEmpty && !connection.isBroken)
  }

  @Test("their notification reaches another connection, and names the logs and who knows them already")
  func notification() async throws {
    let (connection, listening) = (try connect(), try connect())
    try listening.runText(Notification.listening, deadline)
    let batches = [try batch("a"), try batch("b")]
    #expect(try appendRun.carryOut(batches, on: connection).isEmpty)
    let wanted = Set(batches.map { Notification.key(of: $0.key.name) })
    // Other tests notify as well.
    var found: Set<UInt64> = []
    while !wanted.isSubset(of: found) {
      for text in try listening.notifications() {
        let keys = Notification.keys(in: text, notFrom: 0)
        if !wanted.isDisjoint(with: keys) {
          #expect(Notification.keys(in: text, notFrom: listener.origin) == [])
        }
        found.formUnion(keys)
      }
      if !wanted.isSubset(of: found) { WakingPipe().wait(or: listening.socket) }
    }
  }
}

@Suite("Deadlines")
struct DeadlineTests {
  @Test("a call that is removed is not given up, and one that is not, is")
  func removed() {
    let deadlines = Deadlines()
    let (removed, later, due) = (Request<Void>(), Request<Void>(), Request<Void>())
    let number = deadlines.add(after: .seconds(3_600)) { removed.answer(.success(())) }
    deadlines.remove(number)
    _ = deadlines.add(after: .seconds(10_800)) { later.answer(.success(())) }
    _ = deadlines.add(after: .seconds(3_600)) { due.answer(.success(())) }
    deadlines.look(with: .now + .seconds(7_200))
    #expect(due.isAnswered)
    #expect(!removed.isAnswered)
    #expect(!later.isAnswered)
  }

  @Test("a call is given up when its time has come")
  func timer() async throws {
    let deadlines = Deadlines()
    let due = Request<Void>()
    _ = deadlines.add(after: .milliseconds(1)) { due.answer(.success(())) }
    try await due.value(log: "")
  }
}
