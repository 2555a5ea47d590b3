import Foundation
import Millrace

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
    let notify: @Sendable (Int32) -> Void
  }

  private struct State {
    var listeners: [Listener] = []
    /// The disposition of each signal before its first listener.
    var earlier: [Int32: sigaction] = [:]
    var lastID: UInt64 = 0
    var source: ReadSource?

    func hasListener(of signal: Int32) -> Bool { listeners.contains { $0.signal == signal } }
  }

  static let shared = SignalReader()

  private let state = Locked(State())

  /// Calls `notify`, on the signal thread, each time that the signal arrives; returns the id for
  /// ``leave(_:)``.
  func listen(to signal: Int32, _ notify: @escaping @Sendable (Int32) -> Void) throws(SignalError) -> UInt64 {
    guard SignalError.isCatchable(signal) else { throw .uncatchable(signal) }
    let result: Result<UInt64, SignalError> = state.withLock { state in
      var action = sigaction()
      guard sigaction(signal, nil, &action) == 0 else { return .failure(.unknown(signal)) }
      if state.source == nil {
        guard let pipe = openPipe() else { return .failure(.noPipe(code: errno)) }
        state.source = read(pipe)
      }
      if !state.hasListener(of: signal) {
        state.earlier[signal] = action
        catchSignal(signal)
      }
      state.lastID += 1
      state.listeners.append(Listener(id: state.lastID, signal: signal, notify: notify))
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
      let signal = listener.signal
      if !state.hasListener(of: signal), var action = state.earlier.removeValue(forKey: signal) {
        sigaction(signal, &action, nil)
      }
      return listener
    }
    withExtendedLifetime(left) {}
  }

  private func read(_ pipe: (outlet: Int32, inlet: Int32)) -> ReadSource {
    signalInlet.pointee = pipe.inlet
    let source = ReadSource(pipe.outlet, on: DispatchQueue(label: "Katana.Signals"))
    source.begin { [self] in
      var signals = [UInt8](repeating: 0, count: 256)
      let count = systemRead(pipe.outlet, &signals, signals.count)
      if count > 0 { for signal in signals[..<count] { notify(Int32(signal)) } }
    } onEnd: {
    }
    return source
  }

  private func notify(_ signal: Int32) {
    let listeners = state.withLock { state in state.listeners.filter { $0.signal == signal } }
    for listener in listeners { listener.notify(signal) }
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
