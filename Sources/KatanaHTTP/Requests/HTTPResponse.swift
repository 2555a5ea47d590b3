public import Foundation

/// What a server answered.
public struct HTTPResponse: Sendable, Equatable {
  /// The status, such as 200 or 404.
  public let status: Int
  /// The header fields as the server wrote them.
  public let headers: [String: String]
  /// The whole body.
  public let body: Data

  /// An answer.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of a header field, whose name is the same in upper and lower case; O(fields).
  public func header(_ name: String) -> String? { headers.field(name)?.value }

  /// The body as text, with U+FFFD for what is not UTF-8.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

/// The payload of a request of which only the success counts.
public struct NoPayload: Sendable, Hashable {
  /// Nothing.
  public init() {}
}
