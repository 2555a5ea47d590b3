import Foundation

enum Address {
  /// Returns the address of a resource, or of the model with this id; nil when no address can contain the id.
  ///
  /// An id is one component of the path, whatever its characters.
  static func of(_ resource: String, id: String? = nil, at server: URL) -> URL? {
    guard var parts = URLComponents(url: server, resolvingAgainstBaseURL: true) else { return nil }
    var path = parts.percentEncodedPath
    while path.hasSuffix("/") { path.removeLast() }
    for name in resource.split(separator: "/") { path += "/" + encoded(String(name)) }
    if let id {
      // In a path these mean the folder itself and the one above it.
      if ["", ".", ".."].contains(id) { return nil }
      path += "/" + encoded(id)
    }
    parts.percentEncodedPath = path
    return parts.url
  }

  /// Encodes a name: ASCII letters, digits and `-._~` unchanged, each other byte as `%` and two digits.
  private static func encoded(_ name: String) -> String {
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    var text = String.UnicodeScalarView()
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        text.append(Unicode.Scalar(byte))
      default:
        text += ["%", digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(text)
  }
}
