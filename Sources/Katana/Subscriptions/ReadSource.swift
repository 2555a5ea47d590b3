#if canImport(Darwin)
import Dispatch

/// A dispatch source that says when a descriptor can be read from, on a queue of its own.
struct ReadSource: @unchecked Sendable {
  // Sound: the system's sources are made to be used from every thread, but Swift's declaration does not say so.
  private let source: any DispatchSourceRead

  /// A source that has yet to begin.
  init(_ descriptor: Int32, on queue: DispatchQueue) {
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
  }

  /// Calls `onReadable` again and again while there is something to read, and `onEnd` once, after ``cancel()``,
  /// when the system has let go of the descriptor.
  ///
  /// It is called once, also for a source that has been cancelled.
  func begin(onReadable: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void) {
    source.setEventHandler(handler: onReadable)
    source.setCancelHandler(handler: onEnd)
    source.activate()
  }

  func cancel() { source.cancel() }
}
#endif
