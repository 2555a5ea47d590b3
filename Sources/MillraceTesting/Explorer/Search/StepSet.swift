/// A set of the numbers of steps in one run.
struct StepSet: Hashable, Sendable {
  private var words: [UInt64] = []

  func contains(_ step: Int) -> Bool {
    let word = step >> 6
    return word < words.count && words[word] & (1 << UInt64(step & 63)) != 0
  }

  mutating func insert(_ step: Int) {
    let word = step >> 6
    while words.count <= word { words.append(0) }
    words[word] |= 1 << UInt64(step & 63)
  }

  mutating func formUnion(_ other: StepSet) {
    while words.count < other.words.count { words.append(0) }
    for (word, bits) in other.words.enumerated() { words[word] |= bits }
  }
}
