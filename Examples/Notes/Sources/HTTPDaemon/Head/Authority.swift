import Foundation

/// A host and perhaps a port, as they stand in `Host` and behind `http://`.
struct Authority: Hashable {
  /// A host: a name in lower case, or an address by its bytes.
  enum Host: Hashable {
    case name(String)
    /// Four bytes, or sixteen.
    case address([UInt8])
  }

  /// The host.
  let host: Host
  /// The port; nil where none is written.
  let port: Int?

  /// Reads `name`, `name:8080`, `127.0.0.1:8080` or `[::1]:8080`; nil for what is none of them.
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

  /// A host without a port, as an operator writes it: also an address of IPv6 without brackets.
  static func host(named text: String) -> Host? {
    if let address = address(text[...], AF_INET6) { return address }
    guard let authority = Authority(Array(text.utf8)), !text.hasSuffix(":"), authority.port == nil else {
      return nil
    }
    return authority.host
  }

  private static func host(_ text: Substring) -> Host? {
    if let address = address(text, AF_INET) { return address }
    // The dot at the end says that the name is whole, and names the same.
    let name = text.hasSuffix(".") ? text.dropLast() : text
    guard !name.isEmpty, name.utf8.count <= 253, name.utf8.allSatisfy(isNameByte) else { return nil }
    return .name(name.lowercased())
  }

  /// A letter, a digit, a dot, a hyphen or an underscore.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  private static func address(_ text: Substring, _ family: Int32) -> Host? {
    var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
    guard inet_pton(family, String(text), &bytes) == 1 else { return nil }
    // An address of IPv4 in the clothes of IPv6 is the same address.
    let prefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    return .address(bytes.starts(with: prefix) ? Array(bytes.dropFirst(12)) : bytes)
  }
}

extension Authority.Host {
  /// A Boolean value that indicates whether it names this machine on every machine.
  var isLoopback: Bool {
    switch self {
    case .name(let name): name == "localhost"
    case .address(let bytes) where bytes.count == 4: bytes[0] == 127
    case .address(let bytes): bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }
  }

  /// A Boolean value that indicates whether it stands for all addresses of the machine.
  var isWildcard: Bool {
    if case .address(let bytes) = self { bytes.allSatisfy { $0 == 0 } } else { false }
  }
}
