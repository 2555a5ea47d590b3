import Foundation

// Appends to a log for each client, to one log, and with notifications inside of the transaction.
extension Bench {
  /// The clients and connections of the first rows.
  private var clients: Int { 4 }

  /// `append-n`: clients with a log each; the floor calls the same function with as many entries.
  @Sendable func appendRows() async throws -> [Figure] {
    var figures: [Figure] = []
    for n in [1, 10, 100] {
      var processor = 0.0
      let best = try await best(
        "append-\(n)",
        floor: {
          try await PgBench(program: pgbench, server: server)
            .run(PgBench.appending(), clients: clients, seconds: seconds, ["n": n])
        },
        side: {
          let load = Load(
            server: server, logs: clients, clients: clients, entries: n, workers: clients, seconds: seconds)
          let result = try await load.run()
          processor = result.processor / Double(max(result.appends * n, 1))
          return result.perSecond
        })
      figures.append(
        Figure(
          row: "append-\(n)", value: best.side, unit: "transactions/s", floor: ("pgbench", best.floor),
          goal: .atLeast(0.7),
          note:
            "\(Figure.number(best.side * Double(n))) entries/s, \(Figure.number(processor * 1e6)) µs of this process an entry"
        ))
    }
    return figures
  }

  /// `writers-16`: the floor has the batches of the library, which are in the note.
  @Sendable func writersRow() async throws -> [Figure] {
    let writers = 16
    var size = 0.0
    var best = (side: 0.0, floor: 0.0)
    for round in 1...rounds {
      Self.progress("writers-16 \(round) of \(rounds)")
      let load = Load(
        server: server, logs: 1, clients: writers, workers: clients, isShared: true, seconds: seconds)
      best.side = max(best.side, try await load.run().perSecond)
      size = try batchSize(in: "\(load.name) 0")
      let batch = max(Int(size.rounded()), 1)
      let batches = try await PgBench(program: pgbench, server: server)
        .run(PgBench.combined, clients: 1, seconds: seconds, ["n": batch])
      best.floor = max(best.floor, batches * Double(batch))
    }
    return [
      Figure(
        row: "writers-16", value: best.side, unit: "entries/s", floor: ("the batches by pgbench", best.floor),
        goal: .atLeast(0.7), note: "\(Figure.number(size)) entries in a transaction")
    ]
  }

  private func batchSize(in log: String) throws -> Double {
    let text = try Connection(server).query(
      """
      SELECT count(*)::float8 / count(DISTINCT e.xmin::text)
      FROM millrace_entry e JOIN millrace_log l ON l.id = e.log WHERE l.name = '\(log)'::bytea
      """)
    return text.first.flatMap(Double.init) ?? 0
  }

  /// `notify-inside`: commits of 16 connections that notify inside their transaction, beside the same that do
  /// not.
  @Sendable func notifyRow() async throws -> [Figure] {
    let program = PgBench(program: pgbench, server: server)
    let best = try await best(
      "notify-inside",
      floor: { try await program.run(PgBench.appending(), clients: 16, seconds: seconds, ["n": 1]) },
      side: {
        try await program.run(PgBench.appending(notify: true), clients: 16, seconds: seconds, ["n": 1])
      })
    return [
      Figure(
        row: "notify-inside", value: best.side, unit: "transactions/s", floor: ("without", best.floor),
        note: "why the library notifies after the commit; both by pgbench with 16 connections")
    ]
  }
}
