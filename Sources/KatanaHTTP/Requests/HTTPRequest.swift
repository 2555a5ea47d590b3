public import Foundation

/// The method of a request.
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
  /// Asks for what is there.
  case get = "GET"
  /// Asks for the status and the header fields of what is there, without its body.
  case head = "HEAD"
  /// Asks what can be done with it.
  case options = "OPTIONS"
  /// Adds, or has something done.
  case post = "POST"
  /// Replaces what is there.
  case put = "PUT"
  /// Changes what is there.
  case patch = "PATCH"
  /// Removes what is there.
  case delete = "DELETE"
}

/// A request to a server: a value that can be made, signed, changed and sent again.
///
/// ```swift
/// var request = HTTPRequest(.get, url)
/// request.setHeader("Authorization", to: "Bearer \(token)")
/// ```
public struct HTTPRequest: Sendable, Equatable {
  /// The method.
  public var method: HTTPMethod
  /// The address, of the scheme `http` or `https`.
  public var url: URL
  /// The header fields; no name may be there twice, whatever its case.
  public var headers: [String: String]
  /// The body; nil for none.
  public var body: Data?

  /// A request; whether it can be sent is looked at when it is.
  public init(_ method: HTTPMethod, _ url: URL, headers: [String: String] = [:], body: Data? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// A request with a body that says its own type (`Content-Type`), unless the headers do.
  ///
  /// - Throws: ``HTTPError/encoding(reason:)`` when the body could not be encoded.
  public init(
    _ method: HTTPMethod, _ url: URL, headers: [String: String] = [:], body: HTTPBody
  ) throws(HTTPError) {
    self.init(method, url, headers: headers, body: try body.bytes())
    if let type = body.contentType, header("Content-Type") == nil { self.headers["Content-Type"] = type }
  }

  /// The value of a header field, whose name is the same in upper and lower case; O(fields).
  public func header(_ name: String) -> String? { headers.field(name)?.value }

  /// Puts a value into a header field, in place of one whose name differs in case only; nil removes it.
  public mutating func setHeader(_ name: String, to value: String?) {
    headers[headers.field(name)?.key ?? name] = value
  }
}

extension HTTPRequest: CustomStringConvertible {
  /// The method and the address.
  public var description: String { "\(method.rawValue) \(url)" }
}

// MARK: What may be sent

extension HTTPRequest {
  /// Throws if this cannot be sent as it is.
  ///
  /// A line break in a value would begin another field, so that a value from outside could change the request.
  func check() throws(HTTPError) {
    guard url.isHTTP else {
      throw .transport(
        HTTPTransportFailure(.unsupportedURL, url: url, text: "it needs `http` or `https`, and a host"))
    }
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
    if method == .head, body?.isEmpty == false {
      throw .encoding(reason: "a request of the method HEAD has no body")
    }
  }
}

extension URL {
  /// Whether HTTP can ask it.
  var isHTTP: Bool {
    let scheme = scheme?.lowercased()
    return (scheme == "http" || scheme == "https") && host()?.isEmpty == false
  }
}

extension [String: String] {
  /// A header field, whose name is the same in upper and lower case.
  func field(_ name: String) -> Element? {
    let name = name.lowercased()
    return first { $0.key.lowercased() == name }
  }
}
