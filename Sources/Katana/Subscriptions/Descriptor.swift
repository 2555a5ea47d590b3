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

/// Reading from a file descriptor that belongs to somebody else, without holding a thread of Swift's meanwhile.
enum Descriptor {
  /// What came of one read.
  enum Outcome: Hashable, Sendable {
    /// At least one byte.
    case bytes([UInt8])
    /// There will be no more.
    case end
    /// The system's own error number.
    case failed(code: Int32)
    /// The task was cancelled, and nothing has been read.
    case cancelled
  }

  /// Reads once, as soon as there is something to read; what has been read is given even to a cancelled task.
  ///
  /// When it returns, nothing of it has to do with the descriptor any more, which may be closed. The read itself
  /// is made in a thread of its own: should somebody else have taken what was there, it is not a thread of Swift's
  /// that is held up.
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
    let result = Result()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        source.begin {
          guard let outcome = readNow(descriptor, limit) else { return }
          result.outcome.withLock { $0 = outcome }
          source.cancel()
        } onEnd: {
          continuation.resume(returning: result.outcome.withLock { $0 })
        }
      }
    } onCancel: {
      source.cancel()
    }
  }

  private final class Result: Sendable {
    let outcome = Locked(Outcome.cancelled)
  }

  /// Whether a read never waits, as for a file or `/dev/null`, for which some systems have no sources either.
  private static func isAlwaysReady(_ descriptor: Int32) -> Bool {
    var status = stat()
    if fstat(descriptor, &status) != 0 { return true }
    if status.st_mode & S_IFMT == S_IFREG { return true }
    var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&question, 1, 0) == 1 && question.revents & Int16(POLLNVAL) == 0
  }

  /// One read; nil when there was nothing to read after all.
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

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
