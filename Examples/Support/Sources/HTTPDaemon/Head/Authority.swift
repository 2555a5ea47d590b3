import Foundation

/// A host with an optional port, as in `Host` and after `http://`.
struct Authority: Hashable {
  /// A host: a name in lower case, or the bytes of an address.
  enum Host: Hashable {
    case name(String)
    /// Four bytes, or sixteen.
    case address([UInt8])
  }

  let host: Host
  let port: Int?

  /// Parses `name`, `name:8080`, `127.0.0.1:8080` or `[::1]:8080`; nil for anything else.
  init?(_ bytes: some BidirectionalCollection<UInt8>) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let end: String.Index
    if text.hasPrefix("[") {
      guard let close = text.firstIndex(of: "]"),
        let host = Self.address(text[..<close].dropFirst(), AF_INET6)
      else { return nil }
      self.host = host
      end = text.index(after: close)
    } else {
      end = text.firstIndex(of: ":") ?? text.endIndex
      guard let host = Self.host(text[..<end]) else { return nil }
      self.host = host
    }
    let rest = text[end...]
    guard !rest.isEmpty else {
      port = nil
      return
    }
    let digits = rest.dropFirst()
    guard rest.first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), digits.utf8.count <= 5
    else { return nil }
    guard !digits.isEmpty else {
      port = nil
      return
    }
    guard let number = Int(digits), number <= 65_535 else { return nil }
    port = number
  }

  /// Parses a host without a port, as an operator writes it; an IPv6 address may lack its brackets.
  static func host(named text: String) -> Host? {
    if let address = address(text[...], AF_INET6) { return address }
    guard let authority = Authority(Array(text.utf8)), !text.hasSuffix(":"), authority.port == nil else {
      return nil
    }
    return authority.host
  }

  private static func host(_ text: Substring) -> Host? {
    if let address = address(text, AF_INET) { return address }
    // A trailing dot marks a fully qualified name, which is the same host.
    let name = text.hasSuffix(".") ? text.dropLast() : text
    guard !name.isEmpty, name.utf8.count <= 253, name.utf8.allSatisfy(isNameByte) else { return nil }
    return .name(name.lowercased())
  }

  /// Returns whether a byte is a letter, a digit, a dot, a hyphen or an underscore.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  private static func address(_ text: Substring, _ family: Int32) -> Host? {
    var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
    guard inet_pton(family, String(text), &bytes) == 1 else { return nil }
    // An IPv4 address mapped to IPv6 is the same address.
    let prefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    return .address(bytes.starts(with: prefix) ? Array(bytes.dropFirst(12)) : bytes)
  }
}

extension Authority.Host {
  /// True when it always means the local machine.
  var isLoopback: Bool {
    switch self {
    case .name(let name): name == "localhost"
    case .address(let bytes) where bytes.count == 4: bytes[0] == 127
    case .address(let bytes): bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }
  }

  /// True when it stands for all addresses of the machine.
  var isWildcard: Bool {
    if case .address(let bytes) = self { bytes.allSatisfy { $0 == 0 } } else { false }
  }
}
