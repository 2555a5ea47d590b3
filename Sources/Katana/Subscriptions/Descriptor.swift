import Foundation
import Millrace

/// Functions that read from a descriptor of other code, without blocking a thread of Swift's pool.
enum Descriptor {
  enum Outcome: Hashable, Sendable {
    /// At least one byte.
    case bytes([UInt8])
    /// The end of the input.
    case end
    /// An error, with the system's error number.
    case failed(code: Int32)
    /// Nothing was read, because the task was cancelled.
    case cancelled
  }

  /// Reads once, as soon as data is available; returns data that was read even when the task is cancelled.
  ///
  /// When it returns, no reference to the descriptor is left, so the descriptor may be closed. The read runs
  /// on its own thread: if another reader has already taken the data, it does not block a thread of Swift's
  /// pool.
  static func read(from descriptor: Int32, atMost limit: Int) async -> Outcome {
    let queue = DispatchQueue(label: "Katana.Descriptor")
    if isAlwaysReady(descriptor) {
      if Task.isCancelled { return .cancelled }
      let outcome = await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: readNow(descriptor, limit)) }
      }
      if let outcome { return outcome }
    }
    return await readWhenReady(descriptor, limit, queue)
  }

  private static func readWhenReady(
    _ descriptor: Int32, _ limit: Int, _ queue: DispatchQueue
  ) async -> Outcome {
    let source = ReadSource(descriptor, on: queue)
    let result = Locked(Outcome.cancelled)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        source.begin {
          guard let outcome = readNow(descriptor, limit) else { return }
          result.withLock { $0 = outcome }
          source.cancel()
        } onEnd: {
          continuation.resume(returning: result.withLock { $0 })
        }
      }
    } onCancel: {
      source.cancel()
    }
  }

  /// Returns whether a read never blocks, as for a file or `/dev/null`, for which some systems have no
  /// sources either.
  private static func isAlwaysReady(_ descriptor: Int32) -> Bool {
    var status = stat()
    if fstat(descriptor, &status) != 0 { return true }
    if status.st_mode & S_IFMT == S_IFREG { return true }
    var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&question, 1, 0) == 1 && question.revents & Int16(POLLNVAL) == 0
  }

  /// Reads once; nil when no data was available after all.
  private static func readNow(_ descriptor: Int32, _ limit: Int) -> Outcome? {
    var bytes = [UInt8](repeating: 0, count: limit)
    while true {
      let count = systemRead(descriptor, &bytes, limit)
      if count > 0 { return .bytes(Array(bytes[..<count])) }
      if count == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN: return nil
      case let code: return .failed(code: code)
      }
    }
  }
}

/// Calls the system's `read`, whose name a method of the caller may hide.
func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
