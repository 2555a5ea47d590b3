#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A hold on the signal by which the system ends a process that writes beyond its limit of a file's size.
///
/// While a thread holds it, such a write fails there with an error (EFBIG), as on a full disk. The threads of
/// Dispatch hold it always. The cost is three calls of the system, or one where the thread holds it already.
package struct FileSizeSignal {
  /// True if the thread did not hold the signal before.
  private let isOwn: Bool

  /// Holds the signal on this thread until ``release()``, which is called on the same thread.
  ///
  /// - Parameter isNeeded: False to do nothing.
  package static func hold(if isNeeded: Bool = true) -> FileSizeSignal {
    guard isNeeded else { return FileSizeSignal(isOwn: false) }
    var (own, earlier) = (only, sigset_t())
    return FileSizeSignal(
      isOwn: pthread_sigmask(SIG_BLOCK, &own, &earlier) == 0 && sigismember(&earlier, SIGXFSZ) == 0)
  }

  /// Releases the signal, and drops one that a write of this thread has caused.
  package func release() {
    guard isOwn else { return }
    var own = Self.only
    #if canImport(Darwin)
    var (sent, signal) = (sigset_t(), Int32())
    if sigpending(&sent) == 0, sigismember(&sent, SIGXFSZ) == 1 { sigwait(&own, &signal) }
    #else
    var now = timespec()
    sigtimedwait(&own, nil, &now)
    #endif
    pthread_sigmask(SIG_UNBLOCK, &own, nil)
  }

  private static var only: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGXFSZ)
    return set
  }
}
