import Foundation
import MillraceSync

@testable import MillracePostgres

/// The folder of PostgreSQL's programs, and the one in which tests start servers; nil without
/// Scripts/test-postgres.
let programs = ProcessInfo.processInfo.environment["MILLRACE_POSTGRES_PROGRAMS"]
let serverFolder = ProcessInfo.processInfo.environment["MILLRACE_POSTGRES_FOLDER"]

/// A server that a test starts, kills and stops, in a folder of its own.
final class TestServer: Sendable {
  let folder: String
  let options: String
  var data: String { folder + "/data" }
  /// The connection string of the superuser.
  var text: String { "host=\(folder) user=postgres dbname=postgres" }

  private init(folder: String, options: String) {
    self.folder = folder
    self.options = "-k \(folder) -c listen_addresses='' -c max_connections=60 " + options
  }

  /// Calls the body with a server, and stops it in any case.
  static func with<Value>(
    options: String = "", initdb: [String] = [], _ body: (TestServer) async throws -> Value
  ) async throws -> Value {
    let server = try await make(options: options)
    do {
      try await asServer(
        "initdb",
        [
          "-D", server.data, "-U", "postgres", "--no-sync", "--no-instructions",
          "--encoding=UTF8", "--locale=C",
        ] + (initdb.isEmpty ? ["--auth=trust"] : initdb))
      try await server.start()
      let value = try await body(server)
      await server.remove()
      return value
    } catch {
      await server.remove()
      throw error
    }
  }

  /// Creates the folder of a server.
  static func make(options: String = "") async throws -> TestServer {
    let folder = "\(serverFolder ?? "")/\(UUID().uuidString.prefix(6))"
    try await asUser("/bin/mkdir", ["-m", "700", folder])
    return TestServer(folder: folder, options: options)
  }

  func start() async throws {
    try await Self.asServer(
      "pg_ctl", ["-D", data, "-w", "-t", "600", "-l", "\(folder)/log", "-o", options, "start"])
  }

  /// Ends all processes of the server at once, without writing anything.
  func kill() async throws {
    try await Self.asServer("pg_ctl", ["-D", data, "-w", "-t", "600", "-m", "immediate", "stop"])
  }

  func remove() async {
    // Not running is not a failure here.
    _ = try? await kill()
    _ = try? await Self.asUser("/bin/rm", ["-rf", folder])
  }

  /// Writes a file that the server can read.
  func write(_ text: String, to name: String) async throws {
    try await Self.asUser(
      "/bin/sh", ["-c", "umask 077; printf '%s' \"$1\" > \"$2\"", "sh", text, "\(folder)/\(name)"])
  }

  /// Runs statements without values as the superuser.
  func execute(_ sql: String, as text: String? = nil) throws {
    try connect(text).runText(sql, .now + .seconds(3_600))
  }

  /// Returns the first value of a query as a text.
  func value(_ sql: String) throws -> String {
    try connect().run(sql, [], .now + .seconds(3_600)).text(0, 0)
  }

  func connect(_ text: String? = nil) throws -> PostgresConnection {
    try PostgresConnection(
      to: text ?? self.text, redact: Redaction(secrets: []), deadline: .now + .seconds(3_600))
  }

  /// Runs a program of PostgreSQL as the server's user.
  @discardableResult
  static func asServer(_ program: String, _ arguments: [String]) async throws -> String {
    try await asUser("\(programs ?? "")/\(program)", arguments)
  }

  /// Runs a program as the server's user: `postgres` for root, which a server refuses to be.
  @discardableResult
  static func asUser(_ program: String, _ arguments: [String]) async throws -> String {
    if getuid() != 0 { return try await run(program, arguments) }
    let user = ["--reuid", "postgres", "--regid", "postgres", "--clear-groups", program]
    return try await run("/usr/bin/setpriv", user + arguments)
  }
}
