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
  ///
  /// An answer that is made already, and kept until then, is named, so that its bytes are counted.
  case later(holding: Response? = nil, (Responder) -> Void)
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
  /// The line and headers do not have the form that HTTP/1.1 gives them.
  case malformedHead
  /// There is none, or more than one, line for `Host`.
  case hostLines(Int)
  /// `Host` is no host.
  case malformedHost
  /// `Host` is none of the names of this server.
  case foreignHost
  /// The page that asks is one of another site.
  case foreignOrigin
  /// Chunks are announced under HTTP/1.0, which has none.
  case encodingOfOld
  /// The body is encoded in a way that is not known.
  case unknownEncoding
  /// More are connected than are served.
  case crowded(limit: Int)
  /// More are connected from one address than are served.
  case crowdedAddress(limit: Int)
  /// Bodies and answers of others use all the memory there is for them.
  case noMemory
  /// The server ends.
  case ending

  /// The status code for it.
  public var status: Int {
    switch self {
    case .bodyTooLong: 413
    case .headTooLong: 431
    case .targetTooLong: 414
    case .ambiguousLength, .malformedHead, .hostLines, .malformedHost, .encodingOfOld: 400
    case .foreignOrigin: 403
    case .foreignHost: 421
    case .unknownEncoding: 501
    case .crowded, .crowdedAddress, .noMemory, .ending: 503
    }
  }

  /// A sentence that says what happened, why, and what to do.
  public var sentence: String {
    switch self {
    case .bodyTooLong(let limit):
      "The body has more than the \(limit) bytes that are taken; send less at once."
    case .headTooLong(let limit):
      "The request's line and headers have more than the \(limit) bytes that are taken; send fewer."
    case .targetTooLong(let limit):
      "The request's target has more than the \(limit) bytes that are taken; ask for less at once."
    case .ambiguousLength:
      "The request has two lengths, or `Transfer-Encoding` beside `Content-Length`, which may contradict each other; send one."
    case .malformedHead:
      """
      The request's line and headers are not as HTTP/1.1 has them: lines end with CR and LF, none is folded, names are \
      visible ASCII characters without a space, and no byte is a control character; send them so.
      """
    case .hostLines(0): "The request has no `Host`, which HTTP/1.1 asks for; send one."
    case .hostLines: "The request has `Host` more than once, and it is not known which counts; send one."
    case .malformedHost: "The request's `Host` is no host; send the server's name or address, and its port."
    case .foreignHost:
      """
      The request's `Host` is none of this server's names; ask it by the address it listens on, or start it with \
      `--name` and the name that clients use.
      """
    case .foreignOrigin:
      "The request comes from a page of another site, by its `Origin`; pages of other sites may not use this server."
    case .encodingOfOld:
      "The request has `Transfer-Encoding` under HTTP/1.0, which does not know it; send `Content-Length`, or HTTP/1.1."
    case .unknownEncoding:
      "The request has another `Transfer-Encoding` than `chunked`; send the body in chunks, or with its length."
    case .crowded(let limit):
      "\(limit) connections are open, which is as many as are served; close some, or come back in a while."
    case .crowdedAddress(let limit):
      "\(limit) connections of one address are open, which is as many as are served; close some, or come back in a while."
    case .noMemory:
      "The server is busy with as much as it has memory for; come back in a while, or ask for less at once."
    case .ending: "The server is being ended; come back when it runs again."
    }
  }
}
