import Foundation

/// Runs `body` on a new thread; returns false when the system has none.
///
/// The thread blocks signals: the terminal's are for other threads, and the one of a broken connection would
/// end the process.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    static func run(_ context: UnsafeMutableRawPointer?) {
      guard let context else { return }
      // Sound: the thread takes over the reference that is retained for it, exactly once.
      let box = Unmanaged<Box>.fromOpaque(context).takeRetainedValue()
      pthread_detach(pthread_self())
      var others = sigset_t()
      sigfillset(&others)
      // Signals of a fault in the program itself are not blocked.
      for signal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&others, signal) }
      pthread_sigmask(SIG_BLOCK, &others, nil)
      box.body()
    }
  }
  let box = Unmanaged.passRetained(Box(body))
  #if canImport(Darwin)
  var thread: pthread_t?
  #else
  var thread = pthread_t()
  #endif
  let code = pthread_create(
    &thread, nil,
    { context in
      Box.run(context)
      return nil
    }, box.toOpaque())
  if code != 0 { box.release() }
  return code == 0
}
