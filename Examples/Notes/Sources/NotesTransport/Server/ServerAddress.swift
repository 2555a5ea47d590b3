public import Foundation

/// Where a server is: `http://localhost:8080`, or `https://example.org/notes`.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address, without a slash at its end.
  public let url: URL

  /// The address that a text names.
  public init(_ text: String) throws(ServerAddressError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { throw .empty }
    guard let colon = text.range(of: "://") else { throw .noScheme(text) }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { throw .unknownScheme(text, scheme: scheme) }
    guard var parts = URLComponents(string: text) else { throw .unreadable(text) }
    guard let host = parts.host, !host.isEmpty else { throw .noHost(text) }
    // A port that is there and has no value is too large for any number.
    if parts.rangeOfPort != nil, !(1...65535).contains(parts.port ?? 0) { throw .badPort(text) }
    guard parts.user == nil, parts.password == nil else { throw .credentials(host: host) }
    guard parts.query == nil, parts.fragment == nil else { throw .query(text) }
    parts.scheme = scheme
    while parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath.removeLast() }
    guard let url = parts.url else { throw .unreadable(text) }
    self.url = url
  }

  /// The address as text.
  public var description: String { url.absoluteString }

  /// What lies below it.
  func appending(_ path: String, query: [URLQueryItem] = []) -> URL {
    let url = url.appending(path: path)
    return query.isEmpty ? url : url.appending(queryItems: query)
  }
}

/// Why a text is not the address of a server.
public enum ServerAddressError: Error, Hashable, Sendable {
  /// There is no text.
  case empty
  /// It does not say by which protocol, such as `localhost:8080`.
  case noScheme(String)
  /// It names another protocol than HTTP.
  case unknownScheme(String, scheme: String)
  /// It names no host.
  case noHost(String)
  /// Its port is none.
  case badPort(String)
  /// It has a user or a password; they are not repeated here.
  case credentials(host: String)
  /// It has a query or a fragment.
  case query(String)
  /// It is no address at all.
  case unreadable(String)
}

extension ServerAddressError: CustomStringConvertible {
  /// What is wrong, and what to write.
  public var description: String {
    switch self {
    case .empty:
      "The address of the server is empty; write one such as `http://localhost:8080`."
    case .noScheme(let text):
      "`\(text)` does not say how to reach the server; write `http://\(text)`."
    case .unknownScheme(let text, let scheme):
      "`\(text)` is reached by `\(scheme)`, which a server of notes does not speak; write `http` or `https`."
    case .noHost(let text):
      "`\(text)` names no host; write an address such as `http://localhost:8080`."
    case .badPort(let text):
      "`\(text)` has a port that there is not; ports are numbers from 1 to 65535."
    case .credentials(let host):
      "The address of `\(host)` has a user or a password, which would be shown; give the token by itself."
    case .query(let text):
      "`\(text)` has a `?` or a `#`; write the address of the server alone."
    case .unreadable(let text):
      "`\(text)` is not an address; write one such as `http://localhost:8080`."
    }
  }
}
