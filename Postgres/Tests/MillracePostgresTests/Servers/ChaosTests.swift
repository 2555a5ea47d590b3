import Foundation
import MillraceSync
import MillraceSyncTesting
import Testing

@testable import MillracePostgres

@Suite(
  "Several processes on a server",
  .enabled(if: serverFolder != nil, "Scripts/test-postgres names a folder in MILLRACE_POSTGRES_FOLDER."),
  .serialized)
struct ChaosTests {
  @Test(
    "4 processes and 16 clients lose nothing by kills, pauses, restarts of the server and cut connections")
  func chaos() async throws {
    try await TestServer.with { server in
      let database = try PostgresDatabase(server.text, timeout: .seconds(3_600))
      try await database.createSchema()
      let clients = Clients(server.text, logs: 6)
      for _ in 1...4 { try await clients.start() }
      try await clients.work(clients: 16) {
        await clients.waitForAnswers(200)
        // A process is killed, and another one begins.
        await clients.kill(clients.names[0])
        await clients.waitForAnswers(50)
        try await clients.start()
        await clients.waitForAnswers(100)
        // One is paused until others have its logs, and comes back.
        let paused = await clients.names[0]
        await clients.pause(paused)
        await clients.waitUntilMoved(from: paused)
        await clients.resume(paused)
        await clients.waitForAnswers(100)
        // The server is killed.
        try await server.kill()
        try await server.start()
        await clients.waitForAnswers(100)
        // All connections are cut.
        _ = try server.value(
          "SELECT count(pg_terminate_backend(pid))::text FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = 'postgres'"
        )
        await clients.waitForAnswers(100)
        // A connection stalls: its backend takes nothing more.
        let backend = try stall(server)
        await clients.waitForAnswers(100)
        kill(backend, SIGCONT)
        await clients.waitForAnswers(50)
        await clients.kill(clients.names[1])
        await clients.kill(clients.names[0])
        await clients.waitForAnswers(100)
      }
      await clients.leave()
      try await clients.check()
    }
  }

  /// Stops an idle backend that has carried out appends.
  ///
  /// Not one at work: it may have the lock by which the server orders all commits that notify.
  private func stall(_ server: TestServer) throws -> Int32 {
    while true {
      let backend = Int32(
        try server.value(
          "SELECT max(pid)::text FROM pg_stat_activity WHERE query LIKE '%millrace_append%' AND state = 'idle'"
        ))
      guard let backend else { continue }
      kill(backend, SIGSTOP)
      // It may have ended meanwhile.
      let state = try server.value(
        "SELECT coalesce(max(state), '') FROM pg_stat_activity WHERE pid = \(backend)")
      if state == "idle" { return backend }
      kill(backend, SIGCONT)
    }
  }

  @Test("an append that is answered before the log has it is found by the check")
  func planted() async throws {
    try await TestServer.with { server in
      let database = try PostgresDatabase(server.text, timeout: .seconds(3_600))
      try await database.createSchema()
      let clients = Clients(server.text, logs: 1)
      let log = clients.logs[0]
      let early = try await clients.start(["--answer-early"])
      await clients.perform(.append(1_000_000), on: log, "one")
      let handle = try database.log(log)
      while try await handle.head() == 0 { try await handle.waitForEntries(after: 0) }
      // The append behind the next answer cannot reach the log, and its process ends.
      let lock = try RowLock(log, on: server.text)
      await clients.perform(.append(1_000_001), on: log, "two")
      await clients.kill(early)
      try await lock.endOthers()
      try await lock.release()
      try await clients.start()
      await clients.perform(.read, on: log, "one")
      await clients.leave()
      let result = numbersModel.check(await clients.history.operations)
      guard case .violated(let violation) = result else {
        Issue.record("The lost append was not found: \(result)")
        return
      }
      #expect(violation.next.count == 1 && violation.description.contains("one: read"))
      await #expect(throws: Unlike.self) { try await clients.check() }
    }
  }
}
