import Millrace

/// A text compared by its bytes, as SQLite does: texts that only look alike are two.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
  }
}

/// A version of a kind, the name compared by its bytes.
struct ExactKind: Hashable, Sendable {
  let name: ExactText
  let version: Int

  init(_ kind: SchemaKind) {
    name = ExactText(kind.name)
    version = kind.version
  }
}

/// A set of texts that keeps sixteen bytes of each.
struct MetTexts {
  private struct Print: Hashable {
    let left, right: Int
  }

  private var prints: Set<Print> = []

  /// Takes a text; false when it has been met.
  ///
  /// Two texts are taken for one with a chance of one in 2^128. No input can better it: each process has a seed of its
  /// own.
  mutating func insert(_ text: String) -> Bool {
    var left = Hasher()
    var right = Hasher()
    right.combine(0 as UInt8)
    ExactText(text).hash(into: &left)
    ExactText(text).hash(into: &right)
    return prints.insert(Print(left: left.finalize(), right: right.finalize())).inserted
  }
}
