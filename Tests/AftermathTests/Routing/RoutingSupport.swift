import AftermathRouting

extension SeededRandom {
  /// A text of the characters that matter most, and of some that are difficult.
  mutating func text(_ lengths: ClosedRange<Int>) -> String {
    let scalars: [Unicode.Scalar] = [
      ":", "%", "/", "?", "#", "&", "=", "+", " ", ".", "a", "Z", "5", "{", "}", "\u{0}", "\n", "\u{7F}",
      "é", "\u{301}", "😀", "\u{200D}", "漢", "\u{10FFFF}", "\u{FEFF}", "\u{202E}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: lengths, using: &self) { text.append(pick(scalars)) }
    return String(text)
  }
}

/// The scheme of most examples.
func routingScheme() throws -> RouteScheme {
  try RouteScheme(
    "aftermath",
    routes: ["profile:{username}", "profile:{username}:posts", "login:{username}", "logout", "note:{id}"])
}

/// Returns the bytes of a text: Swift compares texts by their meaning, and tests must not.
func routingBytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }

/// Returns true if two locations are the same, byte for byte.
func routingSame(_ left: Location, _ right: Location) -> Bool {
  left.path == right.path && left.scheme == right.scheme
    && left.arguments.keys == right.arguments.keys
    && left.arguments.allSatisfy { routingBytes($0.value) == routingBytes(right.arguments[$0.key]) }
    && left.query.count == right.query.count
    && zip(left.query, right.query).allSatisfy {
      routingBytes($0.name) == routingBytes($1.name) && routingBytes($0.value) == routingBytes($1.value)
    }
    && routingBytes(left.fragment) == routingBytes(right.fragment)
    && left.urn == right.urn && left.url == right.url
}
