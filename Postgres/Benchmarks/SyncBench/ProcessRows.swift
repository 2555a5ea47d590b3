import Foundation

// Several processes on one database.
extension Bench {
  /// `processes-N`: each with 1,000 logs, and together 256 clients; the floor is the best of all.
  @Sendable func processRows() async throws -> [Figure] {
    let counts = [1, 2, 4]
    var best = [Double](repeating: 0, count: counts.count)
    var shares = [String](repeating: "", count: counts.count)
    for round in 1...rounds {
      for (index, count) in counts.enumerated() {
        Self.progress("processes-\(count) \(round) of \(rounds)")
        let (sum, note) = try await together(count)
        if sum > best[index] { (best[index], shares[index]) = (sum, note) }
      }
    }
    return counts.indices.map { index in
      Figure(
        row: "processes-\(counts[index])", value: best[index], unit: "appends/s",
        floor: ("the best of 1, 2 and 4", best.max() ?? 0), goal: .atLeast(0.8), note: shares[index])
    }
  }

  private func together(_ count: Int) async throws -> (Double, String) {
    let begin = Date().timeIntervalSince1970 + 2
    let main = try serverProcess()
    let loads = (0..<count).map { _ in
      Load(server: server, logs: 1_000, clients: 256 / count, begin: begin, seconds: seconds)
    }
    return try await withThrowingTaskGroup(of: [Double].self) { group in
      for load in loads {
        group.addTask {
          let (output, errors, status) = try await runProgram("/proc/self/exe", load.arguments)
          let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
          guard status == 0, numbers.count == 3 else {
            throw BenchError(text: "a worker has failed: \(errors)")
          }
          return numbers
        }
      }
      try await Load.sleep(until: begin)
      let before = Processor.ofServer(main)
      try await Load.sleep(until: begin + seconds)
      let after = Processor.ofServer(main)
      var (appends, processor) = (0.0, 0.0)
      for try await numbers in group {
        appends += numbers[0]
        processor += numbers[2]
      }
      let cores = Double(ProcessInfo.processInfo.activeProcessorCount)
      func share(_ time: Double) -> String { "\(Int((time / seconds / cores * 100).rounded())) %" }
      let server = if let before, let after { share(after - before) } else { "?" }
      return (
        appends / seconds, "PostgreSQL has \(server) of the processors, the library \(share(processor))"
      )
    }
  }

  /// The number of the server's first process, whose children serve connections.
  func serverProcess() throws -> Int {
    let text = try Connection(server).query("SELECT pg_backend_pid()").first ?? ""
    guard let process = Int(text), let parent = Processor.parent(of: process) else { return 0 }
    return parent
  }
}
