import Foundation

/// A watcher that reports signals on the main actor, until deinit; then their earlier actions are restored.
///
/// A handler writes the number of the signal into a pipe. (A dispatch source of the signal leaves it blocked,
/// on Linux, in the thread that received it.) A process has at most one.
final class SignalWatch {
  private var earlier: [(signal: Int32, action: sigaction)] = []
  private var pipe: ReadWatch?

  init(_ signals: [Int32], onSignal: @escaping @MainActor (Int32) -> Void) throws(TerminalError) {
    if signalPipe.pointee.outlet < 0 { try Self.openPipe() }
    let outlet = signalPipe.pointee.outlet
    pipe = ReadWatch(outlet) {
      var signals = [UInt8](repeating: 0, count: 64)
      let count = read(outlet, &signals, signals.count)
      if count > 0 { for signal in signals[..<count] { onSignal(Int32(signal)) } }
    }
    for signal in signals {
      var action = sigaction()
      sigaction(signal, nil, &action)
      earlier.append((signal, action))
      Self.catchSignal(signal)
    }
  }

  deinit {
    for (signal, action) in earlier {
      var action = action
      sigaction(signal, &action, nil)
    }
  }

  /// Raises a signal, whose action runs before this returns.
  ///
  /// The thread of the main actor may block signals, and then the signal would be pending.
  static func raiseAtOnce(_ signal: Int32) {
    var signals = sigset_t()
    var earlier = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, &earlier)
    raise(signal)
    pthread_sigmask(SIG_SETMASK, &earlier, nil)
  }

  private static func openPipe() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { throw .noPipe(code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    signalPipe.pointee = (ends[0], ends[1])
  }

  private static func catchSignal(_ number: Int32) {
    // Only what POSIX allows in a handler: no lock, no allocation. A full pipe already has enough signals.
    _ = signal(number) { number in
      let earlierError = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(signalPipe.pointee.inlet, &byte, 1)
      errno = earlierError
    }
  }
}

/// The pipe that the handler writes to; it is never closed, because a handler may run at any time.
///
/// Sound: it is written once, on the main actor, before the first handler exists to read it.
private nonisolated(unsafe) let signalPipe: UnsafeMutablePointer<(outlet: Int32, inlet: Int32)> = {
  let place = UnsafeMutablePointer<(outlet: Int32, inlet: Int32)>.allocate(capacity: 1)
  place.initialize(to: (-1, -1))
  return place
}()
