/// What is answered.
public struct Response {
  /// What is sent after the headers.
  public enum Body {
    /// These bytes.
    case bytes([UInt8])
    /// What a stream gives, for as long as it does.
    case stream(BodyStream)
  }

  /// The status code.
  public var status: Int
  /// The headers by name; those about the length, the date and the connection are added by the daemon.
  public var headers: [(name: String, value: String)]
  /// What is sent after the headers.
  public var body: Body

  /// An answer of bytes.
  public init(_ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = .bytes(body)
  }

  /// An answer that goes on for as long as a stream does.
  public init(_ status: Int, headers: [(name: String, value: String)], stream: BodyStream) {
    self.status = status
    self.headers = headers
    body = .stream(stream)
  }
}

/// When a request is answered.
public enum Answer {
  /// Now.
  case now(Response)
  /// When the responder is told to; it is handed over at once. Others are served meanwhile.
  case later((Responder) -> Void)
}

/// What refuses a request before anybody was asked, for being too large or too much.
public enum Refusal: Hashable, Sendable {
  /// The body has more bytes than this.
  case bodyTooLong(limit: Int)
  /// The line and headers have more bytes than this.
  case headTooLong(limit: Int)
  /// The target has more bytes than this.
  case targetTooLong(limit: Int)
  /// A length and chunks are announced at once, which different readers take differently.
  case ambiguousLength
  /// A header has a name that is none, and that different readers take differently.
  case malformedHeader
  /// The body is encoded in a way that is not known.
  case unknownEncoding
  /// More are connected than are served.
  case crowded(limit: Int)
  /// The server ends.
  case ending

  /// The status code for it.
  public var status: Int {
    switch self {
    case .bodyTooLong: 413
    case .headTooLong: 431
    case .targetTooLong: 414
    case .ambiguousLength, .malformedHeader: 400
    case .unknownEncoding: 501
    case .crowded, .ending: 503
    }
  }

  /// What happened, why, and what to do.
  public var sentence: String {
    switch self {
    case .bodyTooLong(let limit):
      "The body has more than the \(limit) bytes that are taken; send less at once."
    case .headTooLong(let limit):
      "The request's line and headers have more than the \(limit) bytes that are taken; send fewer."
    case .targetTooLong(let limit):
      "The request's target has more than the \(limit) bytes that are taken; ask for less at once."
    case .ambiguousLength:
      "The request has both `Content-Length` and `Transfer-Encoding`, which contradict each other; send one."
    case .malformedHeader:
      "The request has a header without a name, or with a space in it; send names of visible ASCII characters."
    case .unknownEncoding:
      "The request has another `Transfer-Encoding` than `chunked`; send the body in chunks, or with its length."
    case .crowded(let limit):
      "\(limit) connections are open, which is as many as are served; close some, or come back in a while."
    case .ending: "The server is being ended; come back when it runs again."
    }
  }
}
