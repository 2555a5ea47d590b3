import Millrace
import MillraceSupport

struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence that says what is wrong, with a suggestion if there is one.
  let sentence: String
  /// The command whose help explains more; nil for the general help.
  var verb: Verb?

  init(_ sentence: String, in verb: Verb? = nil) {
    self.sentence = sentence
    self.verb = verb
  }

  var description: String {
    "\(sentence) Try `millrace \(verb.map { "journal \($0.rawValue) " } ?? "")--help`."
  }
}

/// Suggestions for misspelt words.
enum NameSuggestion {
  /// Returns the word most similar to `word`, if one is similar enough.
  static func nearest(to word: String, among words: some Sequence<String>) -> String? {
    let word = word.lowercased()
    guard !word.isEmpty, word.count <= 40 else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in words {
      let isBeginning = word.count >= 3 && candidate.hasPrefix(word)
      let distance = isBeginning ? 1 : EditDistance.between(Array(word), Array(candidate))
      // Up to a third of the letters may be wrong.
      guard distance <= max(1, min(word.count, candidate.count) / 3) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }
}
