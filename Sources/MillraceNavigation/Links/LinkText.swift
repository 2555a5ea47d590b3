/// The decoded parts of a link behind its prefix: the segments of its path, and its query items.
struct LinkText: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    var name: String
    var value: String
  }

  var path: [String] = []
  var query: [Item] = []

  init() {}

  /// Parses the text behind the prefix; `link` is the whole, for errors.
  init(parsing rest: Substring.UTF8View, of link: String) throws(LinkError) {
    let front = rest.prefix { $0 != UInt8(ascii: "#") }
    let parts = front.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    let slash = UInt8(ascii: "/")
    var text = parts[0]
    if text.first == slash { text = text.dropFirst() }
    if text.last == slash { text = text.dropLast() }
    for segment in text.isEmpty ? [] : text.split(separator: slash, omittingEmptySubsequences: false) {
      if segment.isEmpty { throw .emptySegment(position: path.count + 1, link: shortened(link)) }
      path.append(try Self.decoded(segment, of: link))
    }
    for item in parts.count > 1 ? parts[1].split(separator: UInt8(ascii: "&")) : [] {
      let sides = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      query.append(
        Item(
          name: try Self.decoded(sides[0], of: link),
          value: sides.count > 1 ? try Self.decoded(sides[1], of: link) : ""))
    }
  }

  /// The written form, with each character encoded that has a meaning in links.
  var written: String {
    let front = path.map(Self.encoded).joined(separator: "/")
    let items = query.map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }
    return items.isEmpty ? front : "\(front)?\(items.joined(separator: "&"))"
  }

  // MARK: Percent-encoding, RFC 3986

  private static func decoded(_ text: Substring.UTF8View, of link: String) throws(LinkError) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
        throw .badEncoding(part: shortened(String(Substring(text))), link: shortened(link))
      }
      bytes.append(high << 4 | low)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw .invalidUTF8(part: shortened(String(Substring(text))), link: shortened(link))
    }
    return decoded
  }

  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
