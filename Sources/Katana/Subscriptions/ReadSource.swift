import Foundation
import Millrace

#if canImport(Darwin)
/// A dispatch source that reports when a descriptor is readable, on its own queue.
struct ReadSource: @unchecked Sendable {
  // Sound: the system's sources may be used from every thread, but Swift's declaration does not say so.
  private let source: any DispatchSourceRead

  init(_ descriptor: Int32, on queue: DispatchQueue) {
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
  }

  /// Calls `onReadable` repeatedly while data is available, and `onEnd` once after ``cancel()``, when the
  /// system has released the descriptor.
  ///
  /// Call it once; a source that was already cancelled may begin, too.
  func begin(onReadable: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void) {
    source.setEventHandler(handler: onReadable)
    source.setCancelHandler(handler: onEnd)
    source.activate()
  }

  func cancel() { source.cancel() }
}
#else
/// A source that reports when a descriptor is readable, from its own thread, which waits in `poll`.
///
/// It is not a dispatch source: with many sources that come and go at once, libdispatch's event loop was seen
/// to use freed memory.
final class ReadSource: Sendable {
  private struct State {
    var isCancelled = false
    /// The two ends of the pipe that wakes the thread; nil while there is no thread.
    var wake: (outlet: Int32, inlet: Int32)?
  }

  private let descriptor: Int32
  private let state = Locked(State())

  init(_ descriptor: Int32, on queue: DispatchQueue) {
    self.descriptor = descriptor
  }

  /// Calls `onReadable` repeatedly while data is available, and `onEnd` once after ``cancel()``, when the
  /// thread no longer uses the descriptor.
  func begin(onReadable: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void) {
    let wake = openPipe()
    state.withLock { $0.wake = wake }
    let outlet = wake?.outlet ?? -1
    Thread.detachNewThread { [self] in
      while !isCancelled {
        var questions = [
          pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
          pollfd(fd: outlet, events: Int16(POLLIN), revents: 0),
        ]
        // Without a pipe to wake it, the thread polls every 50 ms.
        _ = poll(&questions, 2, outlet < 0 ? 50 : -1)
        if !isCancelled, questions[0].revents != 0 { onReadable() }
      }
      state.withLock { state in
        if let wake = state.wake {
          close(wake.outlet)
          close(wake.inlet)
        }
        state.wake = nil
      }
      onEnd()
    }
  }

  /// Ends the source; may be called from any thread, also before it has begun.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      if let wake = state.wake {
        var byte: UInt8 = 0
        _ = write(wake.inlet, &byte, 1)
      }
    }
  }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }
}
#endif

/// Opens a pipe that does not block, and that no other program inherits; nil when the system has none.
func openPipe() -> (outlet: Int32, inlet: Int32)? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  for end in ends {
    _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    _ = fcntl(end, F_SETFL, O_NONBLOCK)
  }
  return (ends[0], ends[1])
}
