/// What has come of an answer and was not fetched yet: what a transfer decides, without a lock or a thread.
///
/// It holds so many bytes and no more. When it is full, reading is held back, which in the end holds back the
/// server; fetching makes room, and says that reading may go on.
struct Inbox {
  /// What is there when somebody fetches.
  struct Piece: Equatable, Sendable {
    /// The number of bytes of the request's body that have left; nil when it is the same as before.
    var sent: Int?
    /// The head, in the first piece that there is of the answer.
    var head: AnswerHead?
    /// The bytes of the body since the piece before.
    var bytes: [UInt8] = []
    /// Whether the answer ends with them.
    var isLast = false
  }

  /// What fetching has led to.
  enum Fetched: Equatable {
    /// There is something; `resumes` when reading was held back and may go on.
    case piece(Piece, resumes: Bool)
    /// There is nothing yet.
    case nothing
    /// Nothing more comes, and the answer is not whole.
    case failure(HTTPTransportFailure)
    /// Nobody wants it any more.
    case cancelled
  }

  private enum End { case whole, failure(HTTPTransportFailure), cancelled }

  private let capacity: Int
  private var sent: Int?
  private var head: AnswerHead?
  private var bytes: [UInt8] = []
  private var end: End?
  private var isHeldBack = false

  /// An inbox for so many bytes; a single piece from the network may be larger.
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// So many bytes of the request's body have left.
  mutating func send(_ count: Int) {
    sent = count
  }

  /// The head has come.
  mutating func receive(_ head: AnswerHead) {
    self.head = head
  }

  /// Bytes of the body have come; false when there is no room, and they must come again later.
  mutating func receive(_ more: some Collection<UInt8>) -> Bool {
    guard bytes.isEmpty || bytes.count + more.count <= capacity else {
      isHeldBack = true
      return false
    }
    bytes.append(contentsOf: more)
    return true
  }

  /// The answer is over: whole, or with a failure.
  mutating func finish(_ failure: HTTPTransportFailure?) {
    if end == nil { end = failure.map { .failure($0) } ?? .whole }
  }

  /// Nobody wants it any more; false when it was over before.
  mutating func cancel() -> Bool {
    defer { end = .cancelled }
    return end == nil
  }

  /// What is there; what had come before a failure is given before it.
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
