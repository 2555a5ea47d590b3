public import Foundation

/// The method of a request.
public enum HTTPMethod: String, Sendable, Hashable {
  /// Asks for what is there.
  case get = "GET"
  /// Adds, or has something done.
  case post = "POST"
  /// Replaces what is there.
  case put = "PUT"
  /// Changes what is there.
  case patch = "PATCH"
  /// Removes what is there.
  case delete = "DELETE"
}

/// What is sent to a server: a value, made by a pure function of what a command asks for.
public struct HTTPRequest: Sendable, Equatable {
  /// The method.
  public let method: HTTPMethod
  /// The address.
  public let url: URL
  /// The header fields, with that of the body's type.
  public let headers: [String: String]
  /// The body; nil for none.
  public let body: Data?

  /// The request of a command, or what is wrong with it.
  init(_ exchange: HTTPExchange) throws(HTTPError) {
    method = exchange.method
    url = exchange.url
    try Self.check(url)
    var headers = exchange.headers
    try Self.check(headers)
    switch exchange.body.content {
    case .nothing: body = nil
    case .data(let data): body = data
    case .failure(let reason): throw .encoding(reason: reason)
    }
    if let type = exchange.body.contentType,
      !headers.keys.contains(where: { $0.lowercased() == "content-type" })
    {
      headers["Content-Type"] = type
    }
    self.headers = headers
  }

  private static func check(_ url: URL) throws(HTTPError) {
    let scheme = url.scheme?.lowercased()
    guard scheme == "http" || scheme == "https", url.host()?.isEmpty == false else {
      throw .transport(
        HTTPTransportFailure(
          .unsupportedURL, url: url, text: "it needs `http` or `https`, and a host"))
    }
  }

  private static func check(_ headers: [String: String]) throws(HTTPError) {
    var names: Set<String> = []
    // Sorted, so that of several mistakes the same one is told each time.
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      if name.isEmpty || !name.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: ":") }) {
        throw .encoding(reason: "the header name \(name.debugDescription) is not one word of ASCII")
      }
      if value.utf8.contains(where: { $0 == 13 || $0 == 10 || $0 == 0 }) {
        throw .encoding(reason: "the value of the header `\(name)` contains a line break or a zero")
      }
      if !names.insert(name.lowercased()).inserted {
        throw .encoding(reason: "the header `\(name)` is there twice")
      }
    }
  }
}
