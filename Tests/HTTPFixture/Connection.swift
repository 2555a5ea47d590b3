/// One connection, served on its thread until it ends.
struct Connection {
  private let socket: Socket
  private let respond: @Sendable (HTTPFixture.Request) -> HTTPFixture.Response

  init(_ socket: Socket, _ respond: @escaping @Sendable (HTTPFixture.Request) -> HTTPFixture.Response) {
    self.socket = socket
    self.respond = respond
  }

  func serve() {
    var parser = HTTPFixture.RequestParser()
    while true {
      let bytes = socket.receive()
      if bytes.isEmpty { return }
      var events = parser.take(bytes)[...]
      while let event = events.popFirst() {
        guard (try? answer(event, rest: parser.rest)) == true else { return }
        // A request that could have become a WebSocket held back those behind it.
        if events.isEmpty { events = parser.resume()[...] }
      }
    }
  }

  /// Answers; false when the connection is over.
  private func answer(_ event: HTTPFixture.RequestParser.Event, rest: [UInt8]) throws -> Bool {
    switch event {
    case .expectsContinue:
      try socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
      return true
    case .failure(let status, let reason):
      try send(HTTPFixture.Response(status: status, body: reason), to: nil, keepsAlive: false)
      return false
    case .request(let request):
      let response = respond(request)
      switch response.body {
      case .raw(let bytes):
        try socket.send(bytes)
        return false
      case .never:
        socket.waitForEnd()
        return false
      case .webSocket(let talk):
        guard let key = request.header("Sec-WebSocket-Key"), request.isWebSocket else {
          try send(HTTPFixture.Response(status: 426), to: request, keepsAlive: false)
          return false
        }
        try socket.send(
          response.head(adding: [
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": webSocketAccept(key),
          ]))
        let peer = WebSocketPeer(socket, first: rest)
        try talk(peer)
        try peer.close()
        return false
      case .bytes, .pieces, .cut:
        return try send(response, to: request, keepsAlive: request.keepsAlive)
      }
    }
  }

  /// Sends an answer with a body; says whether the connection stays.
  @discardableResult
  private func send(
    _ response: HTTPFixture.Response, to request: HTTPFixture.Request?, keepsAlive: Bool
  ) throws -> Bool {
    var fields = ["Connection": keepsAlive ? "keep-alive" : "close"]
    let hasBody = request?.method != "HEAD" && response.status != 204 && response.status != 304
    switch response.body {
    case .bytes(let bytes):
      if hasBody || request?.method == "HEAD" { fields["Content-Length"] = "\(bytes.count)" }
      try socket.send(response.head(adding: fields) + (hasBody ? bytes : []))
      return keepsAlive
    case .pieces(let length, let write):
      fields[length == nil ? "Transfer-Encoding" : "Content-Length"] = length.map { "\($0)" } ?? "chunked"
      try socket.send(response.head(adding: fields))
      try write(BodyWriter(socket: socket, isChunked: length == nil))
      if length == nil { try socket.send(Array("0\r\n\r\n".utf8)) }
      return keepsAlive
    case .cut(let bytes, let length):
      fields["Content-Length"] = "\(length)"
      try socket.send(response.head(adding: fields) + bytes)
      return false
    case .raw, .never, .webSocket:
      return false
    }
  }
}
