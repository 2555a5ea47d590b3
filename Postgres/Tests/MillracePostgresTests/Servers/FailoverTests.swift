import Foundation
import MillraceSync
import MillraceSyncTesting
import Testing

@testable import MillracePostgres

@Suite(
  "A server that fails over or has no space",
  .enabled(if: serverFolder != nil, "Scripts/test-postgres names a folder in MILLRACE_POSTGRES_FOLDER."),
  .serialized)
struct FailoverTests {
  @Test("what was answered survives a failover to a synchronous standby")
  func failover() async throws {
    try await TestServer.with { primary in
      try await PostgresDatabase(primary.text, timeout: .seconds(3_600)).createSchema()
      let standby = try await TestServer.make()
      do {
        try await TestServer.asServer(
          "pg_basebackup",
          [
            "-D", standby.data, "-h", primary.folder, "-U", "postgres", "-R", "-X", "stream", "-c", "fast",
            "--no-sync",
          ])
        try await standby.start()
        try primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try primary.execute("SELECT pg_reload_conf()")
        // libpq looks for the server that accepts writes.
        let text = """
          host=\(primary.folder),\(standby.folder) user=postgres dbname=postgres target_session_attrs=read-write
          """
        let clients = Clients(text, logs: 4)
        for _ in 1...2 { try await clients.start() }
        try await clients.work(clients: 8) {
          await clients.waitForAnswers(150)
          try await primary.kill()
          try await TestServer.asServer("pg_ctl", ["-D", standby.data, "-w", "-t", "600", "promote"])
          await clients.waitForAnswers(150)
        }
        await clients.leave()
        try await clients.check()
        await standby.remove()
      } catch {
        await standby.remove()
        throw error
      }
    }
  }

  @Test(
    "a full disk refuses appends as unavailable, and nothing is lost or doubled when there is space again")
  func fullDisk() async throws {
    try await TestServer.with { server in
      let disk = server.folder + "/small"
      try await TestServer.asUser("/bin/mkdir", [disk])
      do {
        try await run("/bin/mount", ["-t", "tmpfs", "-o", "size=8m,mode=777", "tmpfs", disk])
      } catch {
        print("A full disk is not tried, since no small one can be mounted here: \(error)")
        return
      }
      do {
        try await fill(server, disk)
        try await server.kill()
        try await run("/bin/umount", ["-l", disk])
      } catch {
        _ = try? await run("/bin/umount", ["-l", disk])
        throw error
      }
    }
  }

  private func fill(_ server: TestServer, _ disk: String) async throws {
    try await TestServer.asUser("/bin/mkdir", [disk + "/space"])
    let database = try PostgresDatabase(server.text, timeout: .seconds(3_600))
    try await database.createSchema()
    try server.execute("CREATE TABLESPACE small LOCATION '\(disk)/space'")
    try server.execute("ALTER TABLE millrace_entry SET TABLESPACE small")
    let member = try await database.join(pool: "full", as: "one", for: .seconds(3_600))
    let log = try await member.lease(of: "full").log
    let writer = try LogWriter("w")
    try await TestServer.asUser("/bin/dd", ["if=/dev/zero", "of=\(disk)/ballast", "bs=1M", "count=4"])
    var number: UInt64 = 1
    // Bytes that the server cannot compress.
    var random = SeededGenerator(state: 5)
    func next() -> LogEntry {
      var entry = entry(writer, number)
      entry.message = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
      return entry
    }
    var waiting = next()
    var failure: SharedLogError?
    while failure == nil {
      do throws(SharedLogError) {
        _ = try await log.append([waiting], after: number - 1)
        number += 1
        waiting = next()
      } catch {
        failure = error
      }
    }
    #expect("\(failure ?? .closed(log: ""))".contains("No space left on device"))
    #expect(failure?.isTransient == true)
    // Reads go on, and so do leases.
    #expect(try await log.head() == number - 1)
    #expect(try await database.holder(of: "full")?.member == "one")
    try await TestServer.asUser("/bin/rm", [disk + "/ballast"])
    let page = try await log.append([waiting], after: number - 1)
    #expect(page.entries == [waiting] && page.head == number)
    #expect(try await log.append([waiting], after: number).head == number)
    await member.leave()
  }
}
