import Foundation
import Millrace

/// Real time, and the processor time of the process, both since some moment in the past.
struct RealTime {
  var elapsed: Duration
  var processor: Duration

  static var reading: RealTime {
    RealTime(
      elapsed: read(CLOCK_MONOTONIC) ?? .zero, processor: read(CLOCK_PROCESS_CPUTIME_ID) ?? .zero)
  }

  /// The processor time of the calling thread; nil where the system does not offer it.
  static var processorOfThread: Duration? { read(CLOCK_THREAD_CPUTIME_ID) }

  static func - (later: RealTime, earlier: RealTime) -> RealTime {
    RealTime(elapsed: later.elapsed - earlier.elapsed, processor: later.processor - earlier.processor)
  }

  private static let queue = DispatchQueue(label: "millrace.testing.real-time")

  /// Runs `action` after `time`, on a queue of its own that needs no thread of the shared pool.
  static func after(_ time: Duration, _ action: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + time.dispatchInterval, execute: action)
  }

  private static func read(_ clock: clockid_t) -> Duration? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
  }
}

extension Duration {
  /// The duration in the unit of dispatch queues, at most a century.
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = bounded.components
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
