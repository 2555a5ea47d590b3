/// The decoded parts of a link behind its prefix: the segments of its path, and its query items.
struct LinkText: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    var name: String
    var value: String
  }

  var path: [String] = []
  var query: [Item] = []

  init() {}

  /// The query items by name, in the order of their first ones.
  var items: [(name: String, items: [Item])] {
    var found: [(name: String, items: [Item])] = []
    for item in query {
      if let place = found.firstIndex(where: { $0.name == item.name }) {
        found[place].items.append(item)
      } else {
        found.append((item.name, [item]))
      }
    }
    return found
  }

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
      let text = try Self.decoded(segment, of: link)
      // They have no written form as values, and a path of files that is made of them would leave its folder.
      if Self.isDots(text) { throw .dotSegment(position: path.count + 1, link: shortened(link)) }
      path.append(text)
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

  /// The number of bytes of the written form.
  var writtenLength: Int {
    let front = path.reduce(0) { $0 + 1 + Self.encodedLength($1) }
    return query.reduce(front) { $0 + 2 + Self.encodedLength($1.name) + Self.encodedLength($1.value) }
  }

  /// Returns true for the two segments that URLs do not have as they are.
  static func isDots(_ segment: String) -> Bool { segment == "." || segment == ".." }

  // MARK: Percent-encoding, RFC 3986

  private static func encodedLength(_ text: String) -> Int {
    text.utf8.reduce(0) { $0 + (isPlain($1) ? 1 : 3) }
  }

  /// Returns true for a byte that has no meaning in links.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

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
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
