import Millrace

/// A set of texts that stores sixteen bytes for each.
struct MetTexts {
  private struct Print: Hashable {
    let left, right: Int
  }

  private var prints: Set<Print> = []

  /// Inserts a text; returns false when the set contains it already.
  ///
  /// Two different texts are taken for equal with a probability of 2^-128. No input can raise it: each
  /// process has a seed of its own.
  mutating func insert(_ text: String) -> Bool {
    var left = Hasher()
    var right = Hasher()
    right.combine(0 as UInt8)
    ExactText(text).hash(into: &left)
    ExactText(text).hash(into: &right)
    return prints.insert(Print(left: left.finalize(), right: right.finalize())).inserted
  }
}
