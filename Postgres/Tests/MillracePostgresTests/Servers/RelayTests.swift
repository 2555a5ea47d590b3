import Foundation
import Millrace
import MillraceSync
import MillraceSyncTesting
import Testing

@testable import MillracePostgres

@Suite(
  "Connections that break in the middle of bytes",
  .enabled(if: serverFolder != nil, "Scripts/test-postgres names a folder in MILLRACE_POSTGRES_FOLDER."),
  .serialized)
struct RelayTests {
  /// A database whose connection to the relay is there, with all statements prepared, and a log with one
  /// entry.
  private func open(
    _ relay: Relay, _ name: String, timeout: Duration = .seconds(3_600)
  ) async throws -> (PostgresDatabase, PostgresLog) {
    let database = try PostgresDatabase(relay.text, workers: 1, timeout: timeout)
    let log = try database.log(name)
    _ = try await log.append([entry(try LogWriter("w"), 1)], after: 0)
    return (database, log)
  }

  /// Appends behind the first entry, again if the connection was cut behind the answer of the append before.
  private func appendAgain(_ entries: [LogEntry], to log: PostgresLog) async throws -> LogPage {
    while true {
      do throws(SharedLogError) { return try await log.append(entries, after: 1) } catch {
        if !error.isTransient { throw error }
      }
    }
  }

  @Test(
    "an append is there once or not at all, behind whichever byte it is cut",
    arguments: Relay.Direction.allCases)
  func cut(_ direction: Relay.Direction) async throws {
    try await TestServer.with { server in
      let direct = try PostgresDatabase(server.text, timeout: .seconds(3_600))
      try await direct.createSchema()
      try await Relay.with(to: server.folder) { relay in
        let writer = try LogWriter("w")
        var (undone, done, answered) = (0, 0, 0)
        for bytes in stride(from: 0, through: 1_400, by: 7) {
          let name = "cut \(bytes)"
          let (database, log) = try await open(relay, name)
          relay.fail(.cut, direction) { _ in bytes }
          let result = await outcome { () throws(SharedLogError) in
            try await log.append([entry(writer, 2)], after: 1)
          }
          let head = try await direct.log(name).head()
          switch result {
          case .success(let page):
            #expect(page.end == 2 && head == 2, "\(bytes)")
            answered += 1
          case .failure(let error):
            #expect(error.isTransient, "\(bytes): \(error)")
            if head == 2 { done += 1 } else { undone += 1 }
          }
          // A connection that is cut is made again; what is there is not added twice.
          relay.heal()
          let page = try await appendAgain([entry(writer, 2), entry(writer, 3)], to: log)
          #expect(page.entries.map(\.number) == [2, 3] && page.head == 3, "\(bytes)")
          database.close()
        }
        // Each of them has happened.
        #expect(answered > 0)
        #expect(direction == .toServer ? undone > 0 : done > 0)
      }
    }
  }

  @Test(
    "an append that stalls ends in time, and keeps nobody from the log", arguments: Relay.Direction.allCases)
  func stall(_ direction: Relay.Direction) async throws {
    try await TestServer.with { server in
      let direct = try PostgresDatabase(server.text, timeout: .seconds(3_600))
      try await direct.createSchema()
      try await Relay.with(to: server.folder) { relay in
        let writer = try LogWriter("w")
        for bytes in stride(from: 0, through: 600, by: 100) {
          let name = "stall \(bytes)"
          _ = try await direct.log(name).append([entry(writer, 1)], after: 0)
          let database = try PostgresDatabase(relay.text, workers: 1, timeout: .milliseconds(300))
          let log = try database.log(name)
          // A connection, if this machine is fast enough for one in that time.
          _ = await outcome { () throws(SharedLogError) in try await log.head() }
          relay.fail(.stall, direction) { _ in bytes }
          let result = await outcome { () throws(SharedLogError) in
            try await log.append([entry(writer, 2)], after: 1)
          }
          if case .failure(let error) = result { #expect(error.isTransient, "\(bytes): \(error)") }
          let page = try await direct.log(name).append([entry(writer, 2), entry(writer, 3)], after: 1)
          #expect(page.entries.map(\.number) == [2, 3] && page.head == 3, "\(bytes)")
          database.close()
        }
      }
    }
  }

  @Test("3 processes and 8 clients lose nothing while their connections are cut and stall")
  func clients() async throws {
    try await TestServer.with { server in
      try await PostgresDatabase(server.text, timeout: .seconds(3_600)).createSchema()
      try await Relay.with(to: server.folder) { relay in
        let clients = Clients(relay.text, logs: 4)
        for _ in 1...3 { try await clients.start() }
        try await clients.work(clients: 8) {
          await clients.waitForAnswers(50)
          for round in 0..<12 {
            let direction = Relay.Direction.allCases[round % 2]
            relay.fail(round % 6 == 5 ? .stall : .cut, direction) { _ in Int.random(in: 0...1_500) }
            await clients.waitForAnswers(30)
          }
        }
        await clients.leave()
        try await clients.check()
      }
    }
  }

  @Test(
    "an entry whose process is killed between commit and notification reaches those that wait, by their own look"
  )
  func killedBeforeNotification() async throws {
    try await TestServer.with { server in
      let direct = try PostgresDatabase(
        server.text + " application_name=follower", workers: 1, timeout: .seconds(3_600),
        lookInterval: .milliseconds(500))
      try await direct.createSchema()
      try await Relay.with(to: server.folder) { relay in
        let listening = try server.connect()
        try listening.runText(Notification.listening, .now + .seconds(3_600))
        let process = try FixtureProcess(relay.text, pool: "pool", name: "one", milliseconds: 3_600_000)
        for await line in process.lines where line == "ready" { break }
        guard case .ok([1, 7]) = await process.request("append log 7") else {
          Issue.record("The first append was not answered.")
          return
        }
        // So that what comes later is of a later append.
        _ = try next(listening)
        // The follower listens, and has looked at the log before there is more.
        try await direct.listener.register(0).request.value(log: "log")
        let follower = Task {
          let log = try direct.log("log")
          while try await log.head() < 2 { try await log.waitForEntries(after: 1) }
        }
        let look = """
          SELECT count(*)::text FROM pg_stat_activity
          WHERE application_name = 'follower' AND query LIKE 'SELECT first, head %' AND state = 'idle'
          """
        while try server.value(look) != "1" {}
        // The writer's name is in an append only, and this is how a transaction ends: the message Sync.
        let held = relay.hold(behind: Array("numbers".utf8), upTo: [0x53, 0, 0, 0, 4])
        let answer = Task { await process.request("append log 8") }
        for await _ in held {}
        process.signal(SIGKILL)
        guard case .lost = await answer.value else {
          Issue.record("The append was answered before it was committed.")
          return
        }
        try await follower.value
        // It was not by a notification: the first one is this.
        let name = Notification.channelAndText(of: Array("log".utf8))
        try server.connect().run("SELECT pg_notify($1, $2)", name, .now + .seconds(3_600))
        #expect(try next(listening).hasPrefix("0 "))
      }
    }
  }

  /// Waits for the next notification about the log `log`.
  private func next(_ connection: PostgresConnection) throws -> String {
    let key = Notification.key(of: Array("log".utf8))
    while true {
      for text in try connection.notifications() where Notification.keys(in: text, notFrom: 1).contains(key) {
        return text
      }
      WakingPipe().wait(or: connection.socket)
    }
  }
}
