import AftermathRouting

/// A generator that gives the same numbers for the same seed.
struct RoutingRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

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

/// What cannot be found in bytes is not the same: Swift compares texts by their meaning.
func routingBytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }
