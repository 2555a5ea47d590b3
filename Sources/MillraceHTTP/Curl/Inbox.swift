/// The part of an answer that was received and not yet read: a transfer's decisions, without a lock or a
/// thread.
///
/// It has a fixed capacity in bytes. When it is full, receiving is paused, which in the end holds back the
/// server; a read makes room and resumes receiving.
struct Inbox {
  /// The content that one read returns.
  struct Piece: Equatable, Sendable {
    /// The number of bytes of the request's body that were sent; nil when unchanged.
    var sent: Int?
    /// The head, in the first piece of the answer.
    var head: AnswerHead?
    /// The new bytes of the body.
    var bytes: [UInt8] = []
    /// True when the answer ends with these bytes.
    var isLast = false
  }

  enum Fetched: Equatable {
    /// New content; `resumes` is true when receiving was paused and may go on.
    case piece(Piece, resumes: Bool)
    /// Nothing new yet.
    case nothing
    /// The answer ended incomplete.
    case failure(HTTPTransportFailure)
    /// The reader has cancelled the transfer.
    case cancelled
  }

  private enum End { case whole, failure(HTTPTransportFailure), cancelled }

  private let capacity: Int
  private var sent: Int?
  private var head: AnswerHead?
  private var bytes: [UInt8] = []
  private var end: End?
  private var isHeldBack = false

  /// Creates an inbox of a capacity in bytes; a single piece from the network may be larger.
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Sets the number of bytes of the request's body that were sent.
  mutating func send(_ count: Int) {
    sent = count
  }

  mutating func receive(_ head: AnswerHead) {
    self.head = head
  }

  /// Stores bytes of the body; returns false when there is no room, and they must be offered again later.
  mutating func receive(_ more: some Collection<UInt8>) -> Bool {
    guard bytes.isEmpty || bytes.count + more.count <= capacity else {
      isHeldBack = true
      return false
    }
    bytes.append(contentsOf: more)
    return true
  }

  mutating func finish(_ failure: HTTPTransportFailure?) {
    if end == nil { end = failure.map { .failure($0) } ?? .whole }
  }

  /// Cancels the transfer; returns false when it was over before.
  mutating func cancel() -> Bool {
    defer { end = .cancelled }
    return end == nil
  }

  /// Reads the content; content that arrived before a failure is returned first.
  mutating func fetch() -> Fetched {
    if case .cancelled = end { return .cancelled }
    if sent == nil && head == nil && bytes.isEmpty {
      switch end {
      case nil: return .nothing
      case .failure(let failure): return .failure(failure)
      case .whole, .cancelled: return .piece(Piece(isLast: true), resumes: false)
      }
    }
    var piece = Piece(sent: sent, head: head, bytes: bytes)
    if case .whole = end { piece.isLast = true }
    sent = nil
    head = nil
    bytes = []
    defer { isHeldBack = false }
    return .piece(piece, resumes: isHeldBack)
  }
}
