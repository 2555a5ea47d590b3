import Foundation
import Millrace
import MillraceSync
import Testing

@testable import MillracePostgres

@Suite(
  "Rights, secrets and TLS",
  .enabled(if: serverFolder != nil, "Scripts/test-postgres names a folder in MILLRACE_POSTGRES_FOLDER."),
  .serialized)
struct RightsTests {
  @Test("a role with the granted rights does what a server does, and nothing else")
  func role() async throws {
    try await TestServer.with { server in
      let role = #"app "x"; DROP TABLE millrace_log; --"#
      let quoted = "\"" + role.replacing("\"", with: "\"\"") + "\""
      let owner = try PostgresDatabase(server.text, timeout: .seconds(3_600))
      try await owner.createSchema()
      try server.execute("CREATE ROLE \(quoted) LOGIN; CREATE TABLE other (secret text)")
      try server.execute(PostgresSchema.grants(to: role))
      // A role of an operator who has taken the rights that all have on new functions.
      try server.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
      let text = "host=\(server.folder) dbname=postgres user='\(role.replacing("'", with: "\\'"))'"

      let database = try PostgresDatabase(text, timeout: .seconds(3_600))
      try await database.createSchema()
      let host = EntityHost(
        try await database.join(pool: "'p", as: "'m", for: .seconds(3_600)), make: makeCart)
      #expect(try await host.commit(.added("'; --"), to: "'cart") { $0.items } == ["'; --"])
      let lease = try await host.member.lease(of: "'log")
      let writer = try LogWriter("'w")
      var strange = entry(writer, 1, "'; DROP TABLE millrace_entry; --")
      strange.store = "'); DELETE FROM millrace_log; --"
      #expect(try await lease.log.append([strange], after: 0).entries == [strange])
      try await lease.log.keep(
        LogSnapshot(
          position: 1, digest: 0,
          states: [LogState(store: strange.store, kind: strange.kind, rules: 1, state: [1])],
          writers: [LogWriterNumber(writer: writer, number: 1)]), keeping: 1)
      #expect(try await lease.log.snapshot()?.states.first?.store == strange.store)
      try await host.member.add(["'more"])
      await host.close()
      await host.member.leave()

      for statement in [
        "CREATE TABLE mine (x int)", "SELECT * FROM other", "DROP TABLE millrace_log",
        "TRUNCATE millrace_entry",
        "DELETE FROM millrace_log", "DELETE FROM millrace_writer", "DELETE FROM millrace_snapshot",
        "UPDATE millrace_entry SET position = position + 1", "ALTER TABLE millrace_log ADD COLUMN x int",
        "CREATE OR REPLACE FUNCTION millrace_leave(p_member bigint, p_channel text, p_key text) RETURNS boolean LANGUAGE sql AS 'SELECT true'",
        "CREATE ROLE friend", "COPY millrace_log TO PROGRAM 'cat'",
      ] {
        let fault = fault { () throws(PostgresFault) in
          try PostgresConnection(to: text, redact: Redaction(secrets: []), deadline: .now + .seconds(3_600))
            .runText(statement, .now + .seconds(3_600))
        }
        guard case .server("42501", _)? = fault else {
          Issue.record("\(statement): \(String(describing: fault))")
          continue
        }
      }
      // Without the rights, an error says that they are missing.
      try server.execute("CREATE ROLE nobody LOGIN")
      let stranger = try PostgresDatabase("host=\(server.folder) dbname=postgres user=nobody")
      await #expect {
        _ = try await stranger.log("x").read(after: 0, limit: 2)
      } throws: { error in
        if case SharedLogError.refused(_, let reason) = error {
          reason.contains("permission denied")
        } else {
          false
        }
      }
    }
  }

  private func fault(_ body: () throws(PostgresFault) -> Void) -> PostgresFault? {
    do throws(PostgresFault) { try body() } catch { return error }
    return nil
  }

  /// A port of this machine that is free now.
  private func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) + getsockname(descriptor, pointer, &length)
      }
    }
    try #require(status == 0)
    return UInt16(bigEndian: address.sin_port)
  }

  /// The error of the first operation on a database; nil if it works.
  private func failure(_ text: String) async -> SharedLogError? {
    do throws(SharedLogError) {
      let database = try PostgresDatabase(text, timeout: .seconds(3_600))
      _ = try await database.log("x").read(after: 0, limit: 2)
      return nil
    } catch { return error }
  }

  @Test("options of TLS reach libpq, and no error has a password")
  func secured() async throws {
    let password = "p%s'w\\o rd/@:?é"
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["server", "other"] {
      try await run(
        "/usr/bin/openssl",
        [
          "req", "-new", "-x509", "-days", "2", "-nodes", "-subj", "/CN=localhost", "-addext",
          "subjectAltName=DNS:localhost", "-newkey", "rsa:2048", "-keyout", "\(folder)/\(name).key", "-out",
          "\(folder)/\(name).crt",
        ])
    }
    let port = try freePort()
    try await TestServer.with(
      options: "-p \(port) -c listen_addresses=127.0.0.1",
      initdb: ["--auth-local=trust", "--auth-host=scram-sha-256"]
    ) { server in
      let local = server.text + " port=\(port)"
      func execute(_ sql: String) throws { try server.execute(sql, as: local) }
      try await PostgresDatabase(local, timeout: .seconds(3_600)).createSchema()
      try execute(
        "SET password_encryption = 'scram-sha-256'; CREATE ROLE app LOGIN PASSWORD '\(password.replacing("'", with: "''"))'"
      )
      try execute(PostgresSchema.grants(to: "app"))
      let keyword = password.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      let url = password.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      func texts(_ options: String, password: Bool = true) -> [String] {
        let wrong = password ? "" : "wrong"
        let query = options.split(separator: " ").joined(separator: "&")
        return [
          "host=localhost hostaddr=127.0.0.1 port=\(port) user=app dbname=postgres password='\(wrong)\(keyword)' \(options)",
          "postgres://app:\(wrong)\(url)@localhost:\(port)/postgres?hostaddr=127.0.0.1&\(query)",
        ]
      }
      func hasSecret(_ error: SharedLogError) -> Bool {
        "\(error)".contains(password) || "\(error)".contains(keyword) || "\(error)".contains(url)
          || String(reflecting: error).contains("rd/@")
      }

      // A server without TLS.
      for text in texts("sslmode=disable") { #expect(await failure(text) == nil) }
      for text in texts("sslmode=require") {
        let error = try #require(await failure(text))
        #expect("\(error)".contains("server does not support SSL") && !hasSecret(error), "\(error)")
      }
      for text in texts("sslmode=disable", password: false) {
        let error = try #require(await failure(text))
        #expect("\(error)".contains("password authentication failed") && !hasSecret(error), "\(error)")
      }
      // No server, no such host, and no such database.
      for text in texts("sslmode=disable") {
        let dead = text.replacing("\(port)", with: "1")
        for text in [
          dead,
          text.replacing("/postgres?", with: "/none?").replacing("dbname=postgres", with: "dbname=none"),
        ] {
          let error = try #require(await failure(text))
          #expect(!hasSecret(error), "\(error)")
        }
      }

      // A server with a certificate of its own.
      try await server.write(
        try String(contentsOfFile: "\(folder)/server.crt", encoding: .utf8), to: "data/server.crt")
      try await server.write(
        try String(contentsOfFile: "\(folder)/server.key", encoding: .utf8), to: "data/server.key")
      try execute("ALTER SYSTEM SET ssl = on")
      try await server.kill()
      try await server.start()
      for text in texts("sslmode=require") + texts("sslmode=verify-full sslrootcert=\(folder)/server.crt") {
        #expect(await failure(text) == nil)
      }
      for text in texts("sslmode=verify-full sslrootcert=\(folder)/other.crt") {
        let error = try #require(await failure(text))
        #expect("\(error)".contains("certificate verify failed") && !hasSecret(error), "\(error)")
      }
    }
  }
}
