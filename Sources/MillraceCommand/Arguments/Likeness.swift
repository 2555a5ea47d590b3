/// Suggestions for misspelt words.
enum Likeness {
  /// Returns the word most similar to `word`, if one is similar enough.
  static func nearest<Words: Sequence<String>>(to word: String, among words: Words) -> String? {
    let word = word.lowercased()
    guard !word.isEmpty, word.count <= 40 else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in words {
      let isBeginning = word.count >= 3 && candidate.hasPrefix(word)
      let distance = isBeginning ? 1 : distance(Array(word), Array(candidate))
      // Up to a third of the letters may be wrong.
      guard distance <= max(1, min(word.count, candidate.count) / 3) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// Returns the edit distance: insertions, deletions, replacements and exchanges of neighbours.
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var next = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var cost = min(last[column + 1] + 1, next[column] + 1, last[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, before[column - 1] + 1)
        }
        next.append(cost)
      }
      before = last
      last = next
    }
    return last[right.count]
  }
}
