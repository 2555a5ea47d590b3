import Foundation
import PostgresProcesses

/// The program pgbench with a script, as a floor.
struct PgBench: Sendable {
  let program: String
  let server: String

  /// Returns the transactions in a second.
  func run(
    _ script: String, clients: Int, seconds: Double, _ variables: [String: Int] = [:]
  ) async throws -> Double {
    let path = NSTemporaryDirectory() + "millrace-\(UUID().uuidString).sql"
    try Data(script.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var arguments = [
      "-n", "-M", "prepared", "-c", "\(clients)", "-j", "1", "-T", "\(Int(seconds.rounded(.up)))", "-f", path,
      "-D", "run=\(Int.random(in: 0..<1_000_000_000))", "-D", "number=0",
    ]
    for (name, value) in variables { arguments += ["-D", "\(name)=\(value)"] }
    let (output, errors, status) = try await runProgram(program, arguments + [server])
    guard status == 0,
      let line = output.split(separator: "\n").last(where: { $0.hasPrefix("tps = ") }),
      let number = Double(line.dropFirst("tps = ".count).prefix { $0 != " " })
    else { throw BenchError(text: "pgbench has failed: \(errors)") }
    return number
  }

  /// Appends of `n` entries of one writer, each client to a log of its own.
  ///
  /// - Parameter notify: True to notify inside the transaction.
  static func appending(notify: Bool = false) -> String {
    """
    \\set start :number
    \\set number :number + :n
    SELECT * FROM millrace_append(
      (:run || '-' || :client_id)::text::bytea, NULL::bigint, :start::bigint, :start::bigint, false, false,
      array_fill(('writer ' || :client_id)::text::bytea, ARRAY[:n::int]),
      ARRAY(SELECT generate_series(:start::bigint + 1, :number::bigint)),
      array_fill('\(body)'::bytea, ARRAY[:n::int]), array_fill(NULL::bigint, ARRAY[:n::int]),
      array_fill(NULL::bigint, ARRAY[:n::int]), array_fill(148::bigint, ARRAY[:n::int]),
      \(notify ? "'millrace_' || (:client_id::int % 8), :client_id::text" : "NULL::text, NULL::text"));

    """
  }

  /// Appends of one entry of each of `n` writers to one log.
  static let combined = """
    \\set start :number * :n
    \\set number :number + 1
    SELECT * FROM millrace_append(
      (:run || '-' || :client_id)::text::bytea, NULL::bigint, :start::bigint, :start::bigint, false, true,
      ARRAY(SELECT ('writer ' || i)::bytea FROM generate_series(1, :n::int) i),
      array_fill(:number::bigint, ARRAY[:n::int]),
      array_fill('\(body)'::bytea, ARRAY[:n::int]), array_fill(NULL::bigint, ARRAY[:n::int]),
      array_fill(NULL::bigint, ARRAY[:n::int]), array_fill(148::bigint, ARRAY[:n::int]), NULL::text, NULL::text);

    """

  /// As many bytes as the library makes of `Load.entry`.
  private static let body = "\\x" + String(repeating: "61", count: 115)
}

/// Runs a program to its end.
func runProgram(
  _ program: String, _ arguments: [String]
) async throws -> (output: String, errors: String, Int32) {
  let process = try ChildProcess(program, arguments, output: .pipe, errors: .pipe)
  async let output = process.output.text()
  async let errors = process.errors.text()
  return (await output, await errors, await process.ended().status)
}
