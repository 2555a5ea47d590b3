extension HTTPFixture {
  /// The request of a client.
  public struct Request: Sendable, Equatable {
    /// A header field.
    public struct Field: Sendable, Equatable {
      /// The name as the client wrote it.
      public let name: String
      /// The value without the spaces around it.
      public let value: String

      /// A field.
      public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
      }
    }

    /// The method, such as `GET`.
    public let method: String
    /// The path and the query asked for.
    public let target: String
    /// The header fields in their order.
    public let headers: [Field]
    /// The body.
    public let body: [UInt8]
    /// True if the connection is meant to stay open.
    public let keepsAlive: Bool

    /// A request.
    public init(
      method: String, target: String, headers: [Field] = [], body: [UInt8] = [], keepsAlive: Bool = true
    ) {
      self.method = method
      self.target = target
      self.headers = headers
      self.body = body
      self.keepsAlive = keepsAlive
    }

    /// The target without the query.
    public var path: String { String(target.prefix { $0 != "?" }) }
    /// The text behind the question mark; nil without one.
    public var query: String? {
      target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }
    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of a field, whose name is the same in upper and lower case.
    public func header(_ name: String) -> String? {
      let name = name.lowercased()
      return headers.first { $0.name.lowercased() == name }?.value
    }

    /// True if the client wants the connection to become a WebSocket.
    public var isWebSocket: Bool {
      header("Upgrade")?.lowercased() == "websocket" && header("Sec-WebSocket-Key") != nil
    }
  }
}
