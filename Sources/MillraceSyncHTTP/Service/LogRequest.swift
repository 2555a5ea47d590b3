/// A request to a ``LogService``, from any HTTP server.
public struct LogRequest: Sendable {
  /// The names of the headers that a service reads; an HTTP server need not pass others.
  public static let headerNames = ["Authorization"]

  /// The method, such as `GET`.
  public var method: String
  /// The path as received, without the query.
  public var path: String
  /// The query as received, without the question mark; nil for none.
  public var query: String?
  /// The headers.
  public var headers: [(name: String, value: String)]
  /// The body; empty for none.
  public var body: [UInt8]

  /// Creates a request of its parts.
  public init(
    method: String, path: String, query: String? = nil, headers: [(name: String, value: String)] = [],
    body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }

  /// Creates a request of the bytes of its target, path and query as received.
  public init(
    method: String, target: some Collection<UInt8>, headers: [(name: String, value: String)] = [],
    body: [UInt8] = []
  ) {
    let mark = target.firstIndex(of: UInt8(ascii: "?"))
    self.init(
      method: method, path: String(decoding: target[..<(mark ?? target.endIndex)], as: UTF8.self),
      query: mark.map { String(decoding: target[target.index(after: $0)...], as: UTF8.self) },
      headers: headers,
      body: body)
  }

  /// The token of the header `Authorization: Bearer`; nil unless there is exactly one.
  var token: String? {
    let values = headers.filter { $0.name.lowercased() == "authorization" }.map(\.value)
    guard values.count == 1, let value = values.first else { return nil }
    let words = value.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    return String(words[1])
  }
}

/// The answer of a ``LogService``.
public struct LogResponse: Sendable {
  /// The status.
  public var status: Int
  /// The headers; the HTTP server adds those about the length, the date and the connection.
  public var headers: [(name: String, value: String)]
  /// The body; empty for none.
  public var body: [UInt8]

  /// Creates an answer.
  public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
