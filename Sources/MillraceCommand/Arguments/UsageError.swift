/// Why arguments were not understood.
struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what was probably meant: a sentence.
  let sentence: String
  /// The command whose help says more; nil for that of all.
  var verb: Verb?

  init(_ sentence: String, in verb: Verb? = nil) {
    self.sentence = sentence
    self.verb = verb
  }

  var description: String {
    "\(sentence) Try `millrace \(verb.map { "journal \($0.rawValue) " } ?? "")--help`."
  }
}
