public import Foundation

/// The answer of a server.
public struct HTTPResponse: Sendable, Equatable {
  /// The status, such as 200 or 404.
  public let status: Int
  /// The header fields as the server wrote them.
  public let headers: [String: String]
  /// The whole body.
  public let body: Data

  /// Creates an answer.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Returns the value of a header field, whatever the case of its name; O(fields).
  public func header(_ name: String) -> String? { headers.field(name)?.value }

  /// The body as text, with U+FFFD for invalid UTF-8.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

/// The payload of a request whose success alone counts.
public struct NoPayload: Sendable, Hashable {
  /// Creates a payload.
  public init() {}
}
