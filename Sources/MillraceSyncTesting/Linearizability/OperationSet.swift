/// A set of operations by number, in a form that is short when nearly all before a number are in it.
struct OperationSet: Hashable, Sendable {
  private var words: [UInt64]
  /// The words before this one are full.
  private var full = 0

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  mutating func insert(_ number: Int) {
    words[number / 64] |= 1 << UInt64(number % 64)
    while full < words.count, words[full] == .max { full += 1 }
  }

  mutating func remove(_ number: Int) {
    words[number / 64] &= ~(1 << UInt64(number % 64))
    full = min(full, number / 64)
  }

  func contains(_ number: Int) -> Bool { words[number / 64] & 1 << UInt64(number % 64) != 0 }

  /// The set as a key: the number of full words, and those behind them up to the last that is not empty.
  var key: Key {
    let last = words.lastIndex { $0 != 0 } ?? -1
    return Key(full: full, rest: last < full ? [] : Array(words[full...last]))
  }

  struct Key: Hashable, Sendable {
    let full: Int
    let rest: [UInt64]
  }
}
