/// The address of a running inspector, with the key that both sides have to know.
///
/// Its text is `tcp://127.0.0.1:4711#KEY` or `unix:///run/user/1000/inspector.sock#KEY`, where KEY is 32
/// hexadecimal digits. An application finds it in the variable `MILLRACE_INSPECTOR` of its environment.
///
/// ```swift
/// let address = try InspectorAddress("tcp://[::1]:4711#000102030405060708090a0b0c0d0e0f")
/// ```
public struct InspectorAddress: Hashable, Sendable {
  /// The name of the environment's variable that holds the address: `MILLRACE_INSPECTOR`.
  public static let variable = "MILLRACE_INSPECTOR"

  /// The place where the inspector listens.
  public enum Endpoint: Hashable, Sendable {
    /// A port of a host, which is a name or a numeric address without brackets.
    case tcp(host: String, port: UInt16)
    /// A Unix socket at an absolute path.
    case unix(path: String)
  }

  /// The place where the inspector listens.
  public let endpoint: Endpoint
  /// The key of the handshake.
  public let key: HexBlock

  /// Creates an address.
  public init(endpoint: Endpoint, key: HexBlock) {
    self.endpoint = endpoint
    self.key = key
  }

  /// Reads an address.
  ///
  /// - Throws: ``InspectorAddressError``.
  public init(_ text: String) throws(InspectorAddressError) {
    guard let mark = text.lastIndex(of: "#") else { throw .noKey }
    guard let key = HexBlock(text[text.index(after: mark)...]) else { throw .key }
    let place = text[..<mark]
    if place.hasPrefix("tcp://") {
      self.init(endpoint: try Self.tcp(place.dropFirst(6)), key: key)
    } else if place.hasPrefix("unix://") {
      let path = place.dropFirst(7)
      guard path.hasPrefix("/"), path.utf8.count <= Self.pathLimit, !path.utf8.contains(0) else {
        throw .path(String(path))
      }
      self.init(endpoint: .unix(path: String(path)), key: key)
    } else {
      throw .scheme(String(place))
    }
  }

  /// The maximum number of bytes of a socket's path: 103, which all systems accept.
  static let pathLimit = 103

  /// The address with its key, as it stands in the variable.
  public var text: String { "\(self)#\(key.digits)" }

  private static func tcp(_ text: Substring) throws(InspectorAddressError) -> Endpoint {
    guard let colon = text.lastIndex(of: ":") else { throw .port(String(text)) }
    let digits = text[text.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits), port > 0 else {
      throw .port(String(text))
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw .host(String(host))
    }
    guard !host.isEmpty, host.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F }) else {
      throw .host(String(host))
    }
    return .tcp(host: String(host), port: port)
  }
}

extension InspectorAddress: CustomStringConvertible {
  /// The address without its key, so that it can be printed.
  public var description: String {
    switch endpoint {
    case .tcp(let host, let port): host.contains(":") ? "tcp://[\(host)]:\(port)" : "tcp://\(host):\(port)"
    case .unix(let path): "unix://\(path)"
    }
  }
}

/// An error in the text of an inspector's address.
///
/// Each description is a sentence that says what is wrong and what to write; it never contains the key.
public enum InspectorAddressError: Error, Hashable, Sendable {
  /// There is no `#` with a key behind it.
  case noKey
  /// The key is not 32 hexadecimal digits.
  case key
  /// The address begins neither with `tcp://` nor with `unix://`.
  case scheme(String)
  /// There is no port, or it is not a number from 1 to 65535.
  case port(String)
  /// The host is empty, contains a space, or is an IPv6 address without brackets.
  case host(String)
  /// The path of a Unix socket is not absolute, or too long.
  case path(String)
}

extension InspectorAddressError: CustomStringConvertible {
  /// A sentence that says what is wrong and what to write.
  public var description: String {
    switch self {
    case .noKey:
      "The inspector's address has no key; write `#` and the key's 32 hexadecimal digits at its end."
    case .key:
      """
      The key of the inspector's address is not 32 hexadecimal digits; copy the whole address that the inspector has \
      printed.
      """
    case .scheme(let text):
      """
      The inspector's address `\(printable(text))` begins neither with `tcp://` nor with `unix://`; copy the whole \
      address that the inspector has printed.
      """
    case .port(let text):
      """
      The inspector's address `tcp://\(printable(text))` does not end with a port from 1 to 65535; write it behind \
      the host, as in `tcp://127.0.0.1:4711`.
      """
    case .host(let text):
      """
      `\(printable(text))` is not a host that the inspector's address can have; write a name or a numeric address, \
      an IPv6 address in brackets, as in `tcp://[::1]:4711`.
      """
    case .path(let text):
      """
      `\(printable(text))` is not a path that the inspector's address can have; write the absolute path of a socket, \
      of at most \(InspectorAddress.pathLimit) bytes.
      """
    }
  }
}
