import Dispatch
import Millrace

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A registry that catches the process's signals for all listeners, and restores a signal after its last
/// listener.
///
/// A handler writes the signal's number into a pipe, which a separate thread reads. So the earlier
/// disposition, a default action or another handler, can be restored exactly; a program started meanwhile
/// inherits no blocked or ignored signal; and all systems behave alike. (A dispatch source of the signal
/// leaves it blocked, on Linux, in the thread that received it.)
///
/// Once open, the pipe is never closed: a handler may be running on another thread at any time.
final class SignalReader: Sendable {
  private struct Listener {
    let id: UInt64
    let signal: Int32
    let tell: @Sendable (Int32) -> Void
  }

  private struct State {
    var count = SignalCount()
    var listeners: [Listener] = []
    /// The disposition of each signal before its first listener.
    var earlier: [Int32: sigaction] = [:]
    var lastID: UInt64 = 0
    var source: ReadSource?
  }

  static let shared = SignalReader()

  private let state = Locked(State())

  /// Calls `tell`, on the signal thread, each time that the signal arrives; returns the id for ``leave(_:)``.
  func listen(to signal: Int32, _ tell: @escaping @Sendable (Int32) -> Void) throws(SignalError) -> UInt64 {
    guard SignalError.isCatchable(signal) else { throw .uncatchable(signal) }
    let result: Result<UInt64, SignalError> = state.withLock { state in
      var action = sigaction()
      guard sigaction(signal, nil, &action) == 0 else { return .failure(.unknown(signal)) }
      if state.source == nil {
        guard let source = openPipe() else { return .failure(.noPipe(code: errno)) }
        state.source = source
      }
      state.lastID += 1
      state.listeners.append(Listener(id: state.lastID, signal: signal, tell: tell))
      if state.count.add(signal) {
        state.earlier[signal] = action
        catchSignal(signal)
      }
      return .success(state.lastID)
    }
    return try result.get()
  }

  /// Ends what ``listen(to:_:)`` began.
  func leave(_ id: UInt64) {
    // Released outside of the lock, because captured values may be released with it.
    let left: Listener? = state.withLock { state in
      guard let index = state.listeners.firstIndex(where: { $0.id == id }) else { return nil }
      let listener = state.listeners.remove(at: index)
      if state.count.remove(listener.signal), var action = state.earlier.removeValue(forKey: listener.signal)
      {
        sigaction(listener.signal, &action, nil)
      }
      return listener
    }
    withExtendedLifetime(left) {}
  }

  private func openPipe() -> ReadSource? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    signalInlet.pointee = ends[1]
    let outlet = ends[0]
    let source = ReadSource(outlet, on: DispatchQueue(label: "Katana.Signals"))
    source.begin { [self] in
      var signals = [UInt8](repeating: 0, count: 256)
      let count = read(outlet, &signals, signals.count)
      if count > 0 { for signal in signals[..<count] { tell(Int32(signal)) } }
    } onEnd: {
    }
    return source
  }

  private func tell(_ signal: Int32) {
    let listeners = state.withLock { state in state.listeners.filter { $0.signal == signal } }
    for listener in listeners { listener.tell(signal) }
  }
}

/// The end of the pipe that the handler writes to.
///
/// Sound: it is written once, under the lock, before the first handler exists to read it.
private nonisolated(unsafe) let signalInlet: UnsafeMutablePointer<Int32> = {
  let place = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  place.initialize(to: -1)
  return place
}()

private func catchSignal(_ number: Int32) {
  // Only what POSIX allows in a handler: no lock, no allocation. A full pipe holds more than sixty thousand
  // signals; one more is merged with them as the system merges signals.
  _ = signal(number) { number in
    let earlierError = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(signalInlet.pointee, &byte, 1)
    errno = earlierError
  }
}
