import Synchronization
import Testing

@testable import Measuring

extension MeasuringTests {
  @Suite @MainActor struct RunnerTests {
    final class Calls: Sendable {
      let names = Mutex<[String]>([])

      func side(_ name: String) -> Side {
        Side {
          self.names.withLock { $0.append("prepare \(name)") }
          return { operations in self.names.withLock { $0.append("\(name) \(operations)") } }
        }
      }
    }

    private func measure(_ row: BenchmarkRow, _ runner: Runner) async -> Outcome {
      await runner.measure(runner.prepare(row))
    }

    @Test("the sides of a row are prepared once, warmed up, and then run in turn")
    func interleaved() async {
      let calls = Calls()
      let row = BenchmarkRow(
        "row", summary: "", operations: 10, quickOperations: 2,
        floor: Comparison("floor", calls.side("floor")),
        others: [Comparison("other", calls.side("other"))], side: calls.side("row"))
      let runner = Runner(runs: 3, quick: false, countsAllocations: false) { _, _, _ in }
      let outcome = await runner.measure(runner.prepare(row))
      let once = ["floor 10", "other 10", "row 10"]
      #expect(
        calls.names.withLock { $0 } == ["prepare floor", "prepare other", "prepare row"] + once + once + once
          + once)
      #expect(outcome.operations == 10)
      #expect(outcome.floor.name == "floor")
      #expect(outcome.others.map(\.name) == ["other"])
    }

    @Test("a row that is measured again is not prepared again")
    func again() async {
      let calls = Calls()
      let row = BenchmarkRow(
        "row", summary: "", operations: 10, quickOperations: 2,
        floor: Comparison("floor", calls.side("floor")), side: calls.side("row"))
      let runner = Runner(runs: 1, quick: false, countsAllocations: false) { _, _, _ in }
      let prepared = await runner.prepare(row)
      for _ in 1...2 { _ = await runner.measure(prepared) }
      let names = calls.names.withLock { $0 }
      #expect(names.filter { $0.hasPrefix("prepare") } == ["prepare floor", "prepare row"])
      #expect(names.count == 10)
    }

    @Test("a quick measurement uses the row's smaller number of operations")
    func quick() async {
      let calls = Calls()
      let row = BenchmarkRow(
        "row", summary: "", operations: 10, quickOperations: 2,
        floor: Comparison("floor", calls.side("floor")),
        side: calls.side("row"))
      let outcome = await measure(row, Runner(runs: 1, quick: true, countsAllocations: false) { _, _, _ in })
      #expect(outcome.operations == 2)
      #expect(calls.names.withLock { $0 }.last == "row 2")
    }

    @Test("times and allocations are per operation, and belong to their own side")
    func perOperation() async throws {
      let row = BenchmarkRow(
        "row", summary: "", operations: 1_000, quickOperations: 1_000,
        floor: Comparison("floor", Side { { operations in for _ in 0..<operations { blackHole(1) } } }),
        side: Side {
          { operations in
            for number in 0..<operations { for _ in 0..<50 { blackHole(Array(repeating: number, count: 4)) } }
          }
        })
      let outcome = await measure(row, Runner(runs: 7, quick: false, countsAllocations: true) { _, _, _ in })
      #expect(outcome.figures.allocations?.rounded() == 50)
      #expect(outcome.floor.figures.allocations?.rounded() == 0)
      #expect(outcome.floor.ratio > 2)
    }

    @Test("an asynchronous side is awaited to its end")
    func asynchronous() async {
      let ended = Calls()
      let row = BenchmarkRow(
        "row", summary: "", operations: 5, quickOperations: 5,
        floor: Comparison("floor", ended.side("floor")),
        side: Side(async: {
          { operations in
            await Task.yield()
            ended.names.withLock { $0.append("ended \(operations)") }
          }
        }))
      _ = await measure(row, Runner(runs: 1, quick: false, countsAllocations: false) { _, _, _ in })
      #expect(ended.names.withLock { $0 } == ["prepare floor", "floor 5", "ended 5", "floor 5", "ended 5"])
    }
  }
}
