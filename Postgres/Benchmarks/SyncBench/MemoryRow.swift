import Foundation
import HeapOfC
import MillracePostgres
import MillraceSync
import Synchronization

/// The heap of idle logs, measured in a process of its own.
struct Memory {
  let server: String
  let count: Int

  /// Returns the bytes of an unused log, of one whose entries a task waits for, and of a task that waits for
  /// nothing.
  func run() async throws -> [Double] {
    let database = try PostgresDatabase(server, timeout: .seconds(600))
    defer { database.close() }
    let name = UUID().uuidString
    _ = try await database.log("\(name) first").read(after: 0, limit: 2)
    let before = Self.heap
    var logs: [PostgresLog] = []
    logs.reserveCapacity(count)
    for number in 0..<count { logs.append(try database.log("\(name) \(number)")) }
    let idle = Self.heap
    let task = await bareTask()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      for log in logs {
        group.addTask {
          do throws(SharedLogError) { while true { try await log.waitForEntries(after: 0) } } catch .cancelled
          {
            return
          }
        }
      }
      // Each looks at its log before it waits.
      try await Task.sleep(for: .seconds(2))
      for _ in 0..<100 { _ = try await logs[0].read(after: 0, limit: 2) }
      let followed = Self.heap
      group.cancelAll()
      try await group.waitForAll()
      return [(idle - before) / Double(count), (followed - idle) / Double(count), task]
    }
  }

  /// The bytes of a task that waits until it is cancelled.
  private func bareTask() async -> Double {
    let before = Self.heap
    return await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          let parked = Mutex<CheckedContinuation<Void, Never>?>(nil)
          await withTaskCancellationHandler {
            await withCheckedContinuation { next in
              if Task.isCancelled { next.resume() } else { parked.withLock { $0 = next } }
            }
          } onCancel: {
            parked.withLock { $0.take() }?.resume()
          }
        }
      }
      try? await Task.sleep(for: .seconds(1))
      let after = Self.heap
      group.cancelAll()
      return (after - before) / Double(count)
    }
  }

  /// The bytes in use, by the allocator.
  private static var heap: Double {
    #if canImport(Glibc)
    Double(mallinfo2().uordblks)
    #else
    .nan
    #endif
  }

  /// Makes all threads share the part of the heap that the allocator counts; before others are started.
  static func shareHeap() {
    #if canImport(Glibc)
    mallopt(M_ARENA_MAX, 1)
    #endif
  }
}

extension Bench {
  /// `memory-log`, `memory-follower`.
  @Sendable func memoryRow() async throws -> [Figure] {
    let count = isQuick ? 1_000 : 10_000
    let (output, errors, _) = try await runProgram("/proc/self/exe", ["--memory", server, "\(count)"])
    let bytes = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard bytes.count == 3 else { throw BenchError(text: "a worker has failed: \(errors)") }
    return [
      Figure(
        row: "memory-log", value: bytes[0], unit: "bytes", goal: .atMost(2_048),
        note: "heap of a PostgresLog and its place in an array, of \(count)"),
      Figure(
        row: "memory-follower", value: bytes[1], unit: "bytes", floor: ("a task that waits", bytes[2]),
        note: "what a task that waits for the entries of a log takes beside the log"),
    ]
  }
}
