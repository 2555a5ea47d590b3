import MillraceCore

/// Assigns letters to values, so that equal values share one and different values do not.
struct TimelineLetters<Value: Equatable> {
  /// The assigned letters, in the order of their values' arrival.
  private(set) var legend: [(letter: Character, value: Value)]
  private var taken: Set<Character>
  private var supply = timelineLetters[...]

  /// Creates an assignment that prefers the letters of a table.
  init(_ values: [Character: Value] = [:]) {
    legend = values.sorted { $0.key < $1.key }.map { (letter: $0.key, value: $0.value) }
    taken = Set(values.keys)
  }

  /// Assigns `letter` to `value`, unless one of them is in use.
  mutating func learn(_ letter: Character, for value: Value) {
    if !taken.contains(letter), !isKnown(value) { add(letter, for: value) }
  }

  /// Returns the letter of `value`: its own, else the one character it prints as, else the next free one.
  ///
  /// O(n) for n different values, because they can only be compared. Nil when no letter is left.
  mutating func letter(for value: Value) -> Character? {
    if let known = legend.first(where: { isWhollyUnchanged(value, from: $0.value) }) { return known.letter }
    if let own = Self.ownLetter(of: value), !taken.contains(own) { return add(own, for: value) }
    while let next = supply.popFirst() {
      if !taken.contains(next) { return add(next, for: value) }
    }
    return nil
  }

  /// Returns the single character that `value` prints as, if it can be a letter.
  static func ownLetter(of value: Value) -> Character? {
    let text = String(describing: value)
    guard text.count == 1, let letter = text.first, TimelineMark.isLetter(letter) else { return nil }
    return letter
  }

  /// One line that explains the letters, or none when all of them print as themselves.
  var legendLine: [String] {
    let entries = legend.filter { Self.ownLetter(of: $0.value) != $0.letter }
    if entries.isEmpty { return [] }
    return ["where " + entries.map { "\($0.letter) = \($0.value)" }.joined(separator: ", ")]
  }

  private func isKnown(_ value: Value) -> Bool {
    legend.contains { isWhollyUnchanged(value, from: $0.value) }
  }

  @discardableResult
  private mutating func add(_ letter: Character, for value: Value) -> Character {
    legend.append((letter: letter, value: value))
    taken.insert(letter)
    return letter
  }
}

/// The letters for values that have none of their own: the plain ones first, then those with accents.
let timelineLetters: [Character] =
  Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
  + (0xC0...0x24F).compactMap(Unicode.Scalar.init).filter(\.properties.isAlphabetic).map(Character.init)
