public import Foundation

/// The address of a server: `http://localhost:8080`, or `https://example.org/notes`.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address, without a trailing slash.
  public let url: URL

  /// Parses an address.
  public init(_ text: String) throws(ServerAddressError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { throw .empty }
    guard let colon = text.range(of: "://") else { throw .noScheme(text) }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { throw .unknownScheme(text, scheme: scheme) }
    guard var parts = URLComponents(string: text) else { throw .unreadable(text) }
    guard let host = parts.host, !host.isEmpty else { throw .noHost(text) }
    // A port without a value overflows every number.
    if parts.rangeOfPort != nil, !(1...65535).contains(parts.port ?? 0) { throw .badPort(text) }
    guard parts.user == nil, parts.password == nil else { throw .credentials(host: host) }
    guard parts.query == nil, parts.fragment == nil else { throw .query(text) }
    parts.scheme = scheme
    while parts.percentEncodedPath.hasSuffix("/") { parts.percentEncodedPath.removeLast() }
    guard let url = parts.url else { throw .unreadable(text) }
    self.url = url
  }

  /// Parses the addresses of servers with the same data; each text may have several, separated by commas.
  public static func list(_ texts: [String]) throws(ServerAddressError) -> [ServerAddress] {
    var list: [ServerAddress] = []
    for text in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      list.append(try ServerAddress(String(text)))
    }
    return list
  }

  public var description: String { url.absoluteString }

  /// Returns the URL of a path below the address.
  func appending(_ path: String) -> URL { url.appending(path: path) }
}

/// The reason why a text is not the address of a server.
public enum ServerAddressError: Error, Hashable, Sendable {
  case empty
  /// The text has no scheme, such as `localhost:8080`.
  case noScheme(String)
  case unknownScheme(String, scheme: String)
  case noHost(String)
  case badPort(String)
  /// The address has a user or a password; they are not repeated here.
  case credentials(host: String)
  case query(String)
  case unreadable(String)
}

extension ServerAddressError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty:
      "The address of the server is empty; write one such as `http://localhost:8080`."
    case .noScheme(let text):
      "`\(text)` has no scheme; write `http://\(text)`."
    case .unknownScheme(let text, let scheme):
      "`\(text)` has the scheme `\(scheme)`, which a server of notes does not support; write `http` or `https`."
    case .noHost(let text):
      "`\(text)` has no host; write an address such as `http://localhost:8080`."
    case .badPort(let text):
      "`\(text)` has an invalid port; ports are numbers from 1 to 65535."
    case .credentials(let host):
      "The address of `\(host)` has a user or a password, which would be visible; use a token instead."
    case .query(let text):
      "`\(text)` has a `?` or a `#`; write only the address of the server."
    case .unreadable(let text):
      "`\(text)` is not an address; write one such as `http://localhost:8080`."
    }
  }
}
