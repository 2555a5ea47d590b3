#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Returns how many times as long a body takes for eight times as much: about 8 if its cost is linear, about
/// 64 if it is quadratic.
///
/// It counts the time of this thread alone, which a busy machine hardly changes, and the shortest of three
/// runs. The body must not change its thread.
func growth(from count: Int, _ body: (Int) throws -> Void) rethrows -> Double {
  func time(_ count: Int) throws -> Double {
    var shortest = Double.infinity
    for _ in 0..<3 {
      let start = threadSeconds()
      try body(count)
      shortest = min(shortest, threadSeconds() - start)
    }
    return shortest
  }
  return try time(count * 8) / time(count)
}

private func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
