import Foundation
import MillracePostgres

/// A program that measures logs in PostgreSQL: `sync-bench [--json] [--quick] PGBENCH SERVER [ROW …]`; see
/// Scripts/bench.
///
/// It starts itself as a worker for the rows with other processes.
@main
struct Main {
  static func main() async {
    var arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.first == "--worker" {
        print(try await Load(worker: Array(arguments.dropFirst())).run().text)
        return
      }
      if arguments.first == "--memory", arguments.count == 3, let count = Int(arguments[2]) {
        Memory.shareHeap()
        let found = try await Memory(server: arguments[1], count: count).run()
        print(found[0], found[1], found[2])
        return
      }
      let json = arguments.contains("--json")
      let quick = arguments.contains("--quick")
      arguments.removeAll { $0.hasPrefix("--") }
      guard arguments.count >= 2 else {
        throw BenchError(text: "usage: sync-bench [--json] [--quick] PGBENCH SERVER [ROW …]")
      }
      let bench = Bench(pgbench: arguments[0], server: arguments[1], isQuick: quick)
      try await PostgresDatabase(bench.server).createSchema()
      let wanted = arguments.dropFirst(2)
      var figures: [Figure] = []
      for (name, measure) in bench.rows where wanted.isEmpty || wanted.contains(name) {
        Bench.progress(name)
        let found = try await measure()
        if json { for figure in found { print(figure.json) } }
        figures += found
      }
      Bench.progress("")
      if !json { for line in Figure.table(figures) { print(line) } }
    } catch {
      FileHandle.standardError.write(Data("sync-bench: \(error)\n".utf8))
      exit(1)
    }
  }
}

/// A sentence about a measurement that could not be made.
struct BenchError: Error, CustomStringConvertible {
  let text: String
  var description: String { text }
}

/// The settings of all rows.
struct Bench: Sendable {
  let pgbench: String
  let server: String
  let isQuick: Bool

  /// The seconds of one measurement.
  var seconds: Double { isQuick ? 1 : 3 }
  /// The times that each side is measured, in turn; the best counts, as others may use the machine.
  var rounds: Int { isQuick ? 2 : 3 }

  var rows: [(String, @Sendable () async throws -> [Figure])] {
    [
      ("append", appendRows), ("writers", writersRow), ("notify", notifyRow), ("processes", processRows),
      ("follower", followerRows), ("memory", memoryRow),
    ]
  }

  /// Shows on a terminal what is being measured.
  static func progress(_ text: String) {
    guard isatty(STDERR_FILENO) != 0 else { return }
    FileHandle.standardError.write(Data("\r\u{1b}[K\(text)".utf8))
  }

  /// Measures two sides in turn, and returns the best of each.
  func best(
    _ name: String, floor: () async throws -> Double, side: () async throws -> Double
  ) async throws -> (side: Double, floor: Double) {
    var best = (side: 0.0, floor: 0.0)
    for round in 1...rounds {
      Self.progress("\(name) \(round) of \(rounds)")
      best.floor = max(best.floor, try await floor())
      best.side = max(best.side, try await side())
    }
    return best
  }
}
