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
