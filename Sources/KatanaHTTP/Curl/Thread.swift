import Foundation

/// Runs `body` on a new thread; returns false when the system has none.
///
/// The thread blocks signals: the terminal's are for other threads, and the one of a broken connection would
/// end the process.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() {
      var others = sigset_t()
      sigfillset(&others)
      // Signals of a fault in the program itself are not blocked.
      for signal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&others, signal) }
      pthread_sigmask(SIG_BLOCK, &others, nil)
      body()
    }
  }
  let box = Unmanaged.passRetained(Box(body))
  #if canImport(Darwin)
  var thread: pthread_t?
  let code = pthread_create(
    &thread, nil,
    { context in
      Unmanaged<Box>.fromOpaque(context).takeRetainedValue().run()
      return nil
    }, box.toOpaque())
  let started = code == 0 ? thread : nil
  #else
  var thread = pthread_t()
  let code = pthread_create(
    &thread, nil,
    { context in
      if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    }, box.toOpaque())
  let started = code == 0 ? Optional(thread) : nil
  #endif
  guard let started else {
    box.release()
    return false
  }
  pthread_detach(started)
  return true
}
