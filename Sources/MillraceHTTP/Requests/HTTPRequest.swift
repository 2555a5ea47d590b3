public import Foundation

/// The method of a request.
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
  /// Requests the resource.
  case get = "GET"
  /// Requests the status and the header fields of the resource, without its body.
  case head = "HEAD"
  /// Requests the options of the resource.
  case options = "OPTIONS"
  /// Adds something, or starts an action.
  case post = "POST"
  /// Replaces the resource.
  case put = "PUT"
  /// Changes the resource.
  case patch = "PATCH"
  /// Removes the resource.
  case delete = "DELETE"
}

/// A request to a server: a value that can be created, signed, changed and sent again.
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
  /// The header fields; names must differ in more than case.
  ///
  /// The client says how long the body is: another `Content-Length` and `Transfer-Encoding` are errors.
  public var headers: [String: String]
  /// The body; nil for none.
  public var body: Data?

  /// Creates a request; it is validated when it is sent.
  public init(_ method: HTTPMethod, _ url: URL, headers: [String: String] = [:], body: Data? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// Creates a request with a body, whose type is used (`Content-Type`) unless the headers name one.
  ///
  /// - Throws: ``HTTPError/encoding(reason:)`` when the body could not be encoded.
  public init(
    _ method: HTTPMethod, _ url: URL, headers: [String: String] = [:], body: HTTPBody
  ) throws(HTTPError) {
    self.init(method, url, headers: headers, body: try body.bytes.get())
    if let type = body.contentType, header("Content-Type") == nil { self.headers["Content-Type"] = type }
  }

  /// Returns the value of a header field, whatever the case of its name; O(fields).
  public func header(_ name: String) -> String? { headers.field(name)?.value }

  /// Sets a header field, replacing one whose name differs only in case; nil removes it.
  public mutating func setHeader(_ name: String, to value: String?) {
    headers[headers.field(name)?.key ?? name] = value
  }
}

extension HTTPRequest: CustomStringConvertible {
  /// The method and the address.
  public var description: String { "\(method.rawValue) \(url)" }
}

// MARK: Validation

extension HTTPRequest {
  /// Throws when the request cannot be sent.
  ///
  /// A line break in a value would begin another field, so that a value from outside could change the
  /// request.
  package func check() throws(HTTPError) {
    guard url.isHTTP else {
      throw .transport(
        HTTPTransportFailure(.unsupportedURL, url: url, text: "it needs `http` or `https`, and a host"))
    }
    var names: Set<String> = []
    // Sorted, so that of several errors the same one is reported each time.
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      if name.isEmpty || !name.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: ":") }) {
        throw .encoding(
          reason: "the header name \(name.debugDescription) is empty, or has characters that are not allowed")
      }
      if value.utf8.contains(where: { $0 == 13 || $0 == 10 || $0 == 0 }) {
        throw .encoding(reason: "the value of the header `\(name)` contains a line break or a zero byte")
      }
      if !names.insert(name.lowercased()).inserted {
        throw .encoding(reason: "the header `\(name)` is given twice")
      }
    }
    // A length that is not the body's lets two servers on the way see the request's end at different places.
    if header("Transfer-Encoding") != nil {
      throw .encoding(reason: "the header `Transfer-Encoding` is set by the client, which sends a body whole")
    }
    if let length = header("Content-Length"), length != String(body?.count ?? 0) {
      throw .encoding(
        reason: "the header `Content-Length` says \(length), and the body has \(body?.count ?? 0) bytes")
    }
    if method == .head, body?.isEmpty == false {
      throw .encoding(reason: "a HEAD request must not have a body")
    }
  }
}

extension URL {
  /// True when the URL is one of HTTP.
  var isHTTP: Bool {
    let scheme = scheme?.lowercased()
    return (scheme == "http" || scheme == "https") && host()?.isEmpty == false
  }
}

extension [String: String] {
  /// Returns a header field, whatever the case of its name.
  func field(_ name: String) -> Element? {
    let name = name.lowercased()
    return first { $0.key.lowercased() == name }
  }
}
