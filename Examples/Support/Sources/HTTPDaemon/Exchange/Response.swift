public struct Response {
  public enum Body {
    case bytes([UInt8])
    case stream(BodyStream)
  }

  public var status: Int
  /// The headers by name; the daemon adds those about the length, the date and the connection.
  public var headers: [(name: String, value: String)]
  public var body: Body

  public init(_ status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = .bytes(body)
  }

  public init(_ status: Int, headers: [(name: String, value: String)], stream: BodyStream) {
    self.status = status
    self.headers = headers
    body = .stream(stream)
  }
}

/// The answer to a request, at once or later.
public enum Answer {
  case now(Response)
  /// An answer that the responder sends later; the closure receives it at once. Other requests are served
  /// meanwhile.
  ///
  /// A response that is already made, and kept until then, is passed as `holding`, so that its bytes are
  /// counted.
  case later(holding: Response? = nil, (Responder) -> Void)
}

/// The reason why the daemon refuses a request by itself.
public enum Refusal: Hashable, Sendable {
  /// The body is longer than this many bytes.
  case bodyTooLong(limit: Int)
  /// The line and headers are longer than this many bytes.
  case headTooLong(limit: Int)
  /// The target is longer than this many bytes.
  case targetTooLong(limit: Int)
  /// The request has a length and chunks, which readers interpret differently.
  case ambiguousLength
  /// The line and headers do not have the form of HTTP/1.1.
  case malformedHead
  /// The request does not have exactly one `Host` line.
  case hostLines(Int)
  /// `Host` is not a valid host.
  case malformedHost
  /// `Host` is not a name of this server.
  case foreignHost
  /// The request comes from a page of another site.
  case foreignOrigin
  /// The request has chunks under HTTP/1.0, which has none.
  case encodingOfOld
  /// The encoding of the body is unknown.
  case unknownEncoding
  /// The server has reached its maximum number of connections.
  case crowded(limit: Int)
  /// The address has reached its maximum number of connections.
  case crowdedAddress(limit: Int)
  /// Other bodies and answers use the whole memory budget.
  case noMemory
  /// The server is ending.
  case ending

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

  public var sentence: String {
    switch self {
    case .bodyTooLong(let limit):
      "The body has more than \(limit) bytes, which is the limit; send less at once."
    case .headTooLong(let limit):
      "The request's line and headers have more than \(limit) bytes, which is the limit; send fewer."
    case .targetTooLong(let limit):
      "The request's target has more than \(limit) bytes, which is the limit; request less at once."
    case .ambiguousLength:
      "The request has two lengths, or both `Transfer-Encoding` and `Content-Length`, which may contradict each other; send one."
    case .malformedHead:
      """
      The request's line and headers are not valid HTTP/1.1; end lines with CR and LF, do not fold them, use names of \
      visible ASCII characters without spaces, and send no control characters.
      """
    case .hostLines(0): "The request has no `Host`, which HTTP/1.1 requires; send one."
    case .hostLines: "The request has more than one `Host`, so it is ambiguous; send one."
    case .malformedHost: "The request's `Host` is invalid; send the server's name or address, and its port."
    case .foreignHost:
      """
      The request's `Host` is not a name of this server; use the address on which it listens, or start it with \
      `--name` and the name that clients use.
      """
    case .foreignOrigin:
      "The request comes from a page of another site, by its `Origin`; pages of other sites may not use this server."
    case .encodingOfOld:
      "The request has `Transfer-Encoding` under HTTP/1.0, which does not know it; send `Content-Length`, or HTTP/1.1."
    case .unknownEncoding:
      "The request has another `Transfer-Encoding` than `chunked`; send the body in chunks, or with its length."
    case .crowded(let limit):
      "\(limit) connections are open, which is the limit; close some, or try again later."
    case .crowdedAddress(let limit):
      "\(limit) connections of one address are open, which is the limit; close some, or try again later."
    case .noMemory:
      "The server has no memory left for the request; try again later, or request less at once."
    case .ending: "The server is shutting down; try again when it runs again."
    }
  }
}
