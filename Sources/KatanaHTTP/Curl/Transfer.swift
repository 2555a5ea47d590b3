#if canImport(CCurl)
import Millrace

/// An answer that is coming, between the thread that reads it and the task that wants it.
///
/// There is one reader. What comes is put into the inbox by the thread; the reader is woken when the thread
/// has emptied the socket, so that it finds all there was and not one packet.
final class Transfer: Sendable {
  /// How many bytes wait for the reader at most.
  static let capacity = 1 << 18

  private struct State {
    var inbox = Inbox(capacity: Transfer.capacity)
    var reader: CheckedContinuation<Inbox.Piece, any Error>?
  }

  private let state = Locked(State())
  private let loop: CurlLoop

  /// A transfer that the loop will be asked for.
  init(loop: CurlLoop) {
    self.loop = loop
  }

  /// What has come since the last call, for which it waits.
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

  /// Ends it at once; whoever waits for it goes on with a `CancellationError`.
  func cancel() {
    if state.withLock({ $0.inbox.cancel() }) { loop.post(.end(self)) }
    deliver()
  }

  /// Gives the reader what is there, if there is both.
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

  // MARK: What the thread tells

  /// So many bytes of the request's body have left.
  func send(_ count: Int) {
    state.withLock { $0.inbox.send(count) }
  }

  /// The head has come.
  func receive(_ head: AnswerHead) {
    state.withLock { $0.inbox.receive(head) }
  }

  /// Bytes of the body have come; false when there is no room, and they must come again after `resume`.
  func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    state.withLock { $0.inbox.receive(bytes) }
  }

  /// The answer is over.
  func finish(_ failure: HTTPTransportFailure?) {
    state.withLock { $0.inbox.finish(failure) }
    deliver()
  }
}
#endif
