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
