#if canImport(Darwin)
import Dispatch

/// A dispatch source that reports when a descriptor is readable, on its own queue.
struct ReadSource: @unchecked Sendable {
  // Sound: the system's sources may be used from every thread, but Swift's declaration does not say so.
  private let source: any DispatchSourceRead

  /// Creates a source that has not begun.
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
#endif
