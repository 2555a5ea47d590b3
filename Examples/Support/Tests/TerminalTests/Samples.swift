/// Random numbers that are the same for the same seed.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Texts that are hard to lay out.
enum Samples {
  /// Letters, spaces, marks, wide characters, emoji of several scalars, control characters.
  static let parts = [
    "a", "b", "Z", " ", " ", "  ", "-", "é", "e\u{301}", "\u{301}", "漢", "字", "각", "क्षि", "ى", "🍎", "🇫🇷", "🇫",
    "👨‍👩‍👧", "👍🏽", "❤️", "1️⃣", "\t", "\r\n", "\u{1B}[31m", "\u{7F}", "\u{9B}", "\u{200B}", "\u{202E}", "\u{AD}",
    "\u{FFFF}",
  ]

  static func text(_ random: inout Seeded, parts: [String] = parts, upTo limit: Int = 24) -> String {
    (0..<Int.random(in: 0...limit, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
      .joined()
  }
}
