extension HTTPFixture {
  /// The answer of a server.
  public struct Response: Sendable {
    enum Body: Sendable {
      case bytes([UInt8])
      case pieces(length: Int?, @Sendable (BodyWriter) throws -> Void)
      case cut([UInt8], length: Int)
      case raw([UInt8])
      case never
      case webSocket(@Sendable (WebSocketPeer) throws -> Void)
    }

    let status: Int
    let headers: [String: String]
    let body: Body

    /// An answer in one piece.
    public init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
      self.init(status: status, headers: headers, of: .bytes(body))
    }

    /// An answer of text.
    public init(status: Int = 200, headers: [String: String] = [:], body: String) {
      self.init(status: status, headers: headers, body: Array(body.utf8))
    }

    private init(status: Int, headers: [String: String], of body: Body) {
      self.status = status
      self.headers = headers
      self.body = body
    }

    /// An answer that is written piece by piece; each leaves at once.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The header fields.
    ///   - length: How many bytes there will be; nil says nothing, and sends chunks.
    ///   - write: Writes the body; may wait between the pieces, for instance for a ``Gate``.
    public static func pieces(
      status: Int = 200, headers: [String: String] = [:], length: Int? = nil,
      _ write: @escaping @Sendable (BodyWriter) throws -> Void
    ) -> Response {
      Response(status: status, headers: headers, of: .pieces(length: length, write))
    }

    /// An answer that promises `length` bytes, sends fewer, and cuts the connection.
    public static func cut(after body: String, of length: Int) -> Response {
      Response(status: 200, headers: [:], of: .cut(Array(body.utf8), length: length))
    }

    /// No answer at all: the connection is cut.
    public static var nothing: Response { raw([]) }

    /// Bytes as they are, whatever they mean, and then a cut connection.
    public static func raw(_ bytes: [UInt8]) -> Response {
      Response(status: 0, headers: [:], of: .raw(bytes))
    }

    /// An answer that does not come before the client goes away or the server stops.
    public static var never: Response { Response(status: 0, headers: [:], of: .never) }

    /// The connection becomes a WebSocket, which is closed when `talk` returns.
    ///
    /// A request that does not ask for that gets the status 426.
    ///
    /// - Parameters:
    ///   - headers: Further header fields, such as `Sec-WebSocket-Protocol`.
    ///   - talk: Receives and sends; may block.
    public static func webSocket(
      headers: [String: String] = [:], _ talk: @escaping @Sendable (WebSocketPeer) throws -> Void
    ) -> Response {
      Response(status: 101, headers: headers, of: .webSocket(talk))
    }

    /// The head as it is sent, with more fields, and the empty line.
    func head(adding fields: [String: String]) -> [UInt8] {
      var lines = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
      let all = headers.merging(fields) { given, _ in given }
      for (name, value) in all.sorted(by: { $0.key < $1.key }) { lines += "\(name): \(value)\r\n" }
      return Array((lines + "\r\n").utf8)
    }

    private static func reason(_ status: Int) -> String {
      switch status {
      case 101: "Switching Protocols"
      case 200: "OK"
      case 201: "Created"
      case 204: "No Content"
      case 302: "Found"
      case 400: "Bad Request"
      case 401: "Unauthorized"
      case 404: "Not Found"
      case 413: "Content Too Large"
      case 426: "Upgrade Required"
      case 431: "Request Header Fields Too Large"
      case 500: "Internal Server Error"
      default: "Status"
      }
    }
  }
}

/// Writes the body of an answer piece by piece.
public struct BodyWriter: Sendable {
  let socket: Socket
  let isChunked: Bool

  /// Sends a piece; returns when the system has it.
  ///
  /// - Throws: ``SocketError`` when the client has gone.
  public func write(_ bytes: [UInt8]) throws {
    // An empty chunk would be the end.
    guard !bytes.isEmpty else { return }
    if isChunked {
      try socket.send(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10])
    } else {
      try socket.send(bytes)
    }
  }

  /// Sends a piece of text.
  public func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Returns when the client has gone away, or the server stops.
  public func waitForEnd() { socket.waitForEnd() }
}
