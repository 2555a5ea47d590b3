import Measuring
import Millrace
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

extension BenchmarkRow {
  /// Messages from many threads, until their turns have run, against appending them to one array.
  static let post = BenchmarkRow(
    "post", summary: "one message posted by one of 8 threads, up to the end of its turn",
    operations: 800_000, quickOperations: 200_000, mostRuns: 7,
    floor: Comparison(
      "array in a mutex", goal: 2,
      Side(async: {
        let posted = Posted()
        return { operations in
          posted.messages.withLock { $0.removeAll(keepingCapacity: true) }
          await runThreads(threadCount) {
            for _ in 0..<operations / threadCount {
              posted.messages.withLock { $0.append(.increment) }
            }
          }
        }
      })),
    others: [
      Comparison(
        "array in a pthread mutex",
        Side(async: {
          let posted = PthreadPosted()
          return { operations in
            posted.clear()
            await runThreads(threadCount) {
              for _ in 0..<operations / threadCount { posted.append(.increment) }
            }
          }
        }))
    ],
    side: Side(async: {
      let home = Home()
      let sender = await home.open()
      return { operations in
        await home.run(turns: operations) { _, _ in
          startThreads(threadCount) {
            for _ in 0..<operations / threadCount { sender.send(.increment) }
          }
        }
      }
    }))
}

private let threadCount = 8

private final class Posted: Sendable {
  let messages = Mutex<[BenchMessage]>([])
}

/// The same under the system's plain mutex, which does not lend priorities and so does not collapse when more
/// threads than cores contend.
private final class PthreadPosted: @unchecked Sendable {
  // Sound: `messages` is touched only between lock and unlock.
  private var messages: [BenchMessage] = []
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func append(_ message: BenchMessage) {
    pthread_mutex_lock(mutex)
    messages.append(message)
    pthread_mutex_unlock(mutex)
  }

  func clear() {
    messages.removeAll(keepingCapacity: true)
  }
}
