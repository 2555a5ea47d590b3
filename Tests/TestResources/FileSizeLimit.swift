#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A limit of the size of files, which the system enforces by a signal that ends the process.
///
/// It is that of the whole process, so a test sets it in a process of its own.
public enum FileSizeLimit {
  /// Runs `body` on a thread that does not block the signal, while no file grows beyond a size in bytes.
  public static func with<Result>(_ bytes: Int, _ body: () throws -> Result) rethrows -> Result {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGXFSZ)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
    let resource = RLIMIT_FSIZE
    #endif
    var bounds = rlimit()
    getrlimit(resource, &bounds)
    let earlier = bounds
    bounds.rlim_cur = rlim_t(bytes)
    setrlimit(resource, &bounds)
    defer {
      bounds = earlier
      setrlimit(resource, &bounds)
    }
    return try body()
  }

  /// True if this thread blocks the signal.
  public static var isSignalBlocked: Bool {
    var signals = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &signals)
    return sigismember(&signals, SIGXFSZ) == 1
  }
}
