import Millrace

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
