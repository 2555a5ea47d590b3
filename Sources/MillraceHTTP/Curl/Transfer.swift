#if canImport(CCurl)
import Millrace

/// An answer that is being received, between the thread that receives it and the task that reads it.
///
/// There is one reader. The thread puts data into the inbox and wakes the reader after it has emptied the
/// socket, so that one read returns everything and not one packet.
final class Transfer: Sendable {
  /// The capacity of the inbox, in bytes.
  static let capacity = 1 << 18

  private struct State {
    var inbox = Inbox(capacity: Transfer.capacity)
    var reader: CheckedContinuation<Inbox.Piece, any Error>?
  }

  private let state = Locked(State())
  private let loop: CurlLoop

  /// Creates a transfer that is not yet posted to the loop.
  init(loop: CurlLoop) {
    self.loop = loop
  }

  /// Waits for the next content.
  ///
  /// - Throws: `HTTPTransportFailure`, or `CancellationError` when the transfer, or the task, was cancelled.
  func next() async throws -> Inbox.Piece {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let earlier = state.withLock { state in
          defer { state.reader = continuation }
          return state.reader
        }
        earlier?.resume(throwing: CancellationError())
        deliver()
      }
    } onCancel: {
      cancel()
    }
  }

  /// Ends the transfer at once; its reader receives a `CancellationError`.
  func cancel() {
    if state.withLock({ $0.inbox.cancel() }) { loop.post(.end(self)) }
    deliver()
  }

  /// Resumes the reader if there is one and the inbox has content.
  func deliver() {
    let (reader, fetched) = state.withLock {
      state -> (CheckedContinuation<Inbox.Piece, any Error>?, Inbox.Fetched) in
      guard let reader = state.reader else { return (nil, .nothing) }
      let fetched = state.inbox.fetch()
      if fetched != .nothing { state.reader = nil }
      return (reader, fetched)
    }
    switch fetched {
    case .nothing: break
    case .piece(let piece, let resumes):
      if resumes { loop.post(.resume(self)) }
      reader?.resume(returning: piece)
    case .failure(let failure): reader?.resume(throwing: failure)
    case .cancelled: reader?.resume(throwing: CancellationError())
    }
  }

  // MARK: Calls of the thread

  func send(_ count: Int) {
    state.withLock { $0.inbox.send(count) }
  }

  func receive(_ head: AnswerHead) {
    state.withLock { $0.inbox.receive(head) }
  }

  /// Stores bytes of the body; returns false when there is no room, and they must be offered again after
  /// `resume`.
  func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    state.withLock { $0.inbox.receive(bytes) }
  }

  func finish(_ failure: HTTPTransportFailure?) {
    state.withLock { $0.inbox.finish(failure) }
    deliver()
  }
}
#endif
