/// Arguments separated into positional ones and options.
struct ArgumentList: Hashable, Sendable {
  let verb: Verb
  private(set) var places: [String] = []
  private var values: [String: String] = [:]

  /// The value of an option, empty for a flag; nil when the option is not given.
  subscript(option: String) -> String? { values[option] }

  func has(_ option: String) -> Bool { values[option] != nil }

  /// Separates the arguments of a command.
  ///
  /// Options may stand anywhere, as `--name value` or `--name=value`; no options follow `--`.
  init(_ arguments: some Sequence<String>, of verb: Verb) throws(UsageError) {
    self.verb = verb
    let options = verb.manual.allOptions
    var rest = Array(arguments)[...]
    while let word = rest.popFirst() {
      if word == "--" {
        places += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        places.append(word)
        continue
      }
      let name = word.prefix { $0 != "=" }
      guard let option = options.first(where: { $0.name == name || $0.short.map { $0 == name } ?? false })
      else { throw Self.unknown(String(name), verb, options) }
      guard values[option.name] == nil else {
        throw UsageError("`\(option.name)` is given twice.", in: verb)
      }
      let given = name.count < word.count ? String(word.dropFirst(name.count + 1)) : nil
      values[option.name] = try Self.value(of: option, given: given, &rest, verb)
    }
  }

  private static func value(
    of option: Manual.Option, given: String?, _ rest: inout ArraySlice<String>, _ verb: Verb
  ) throws(UsageError) -> String {
    guard let value = option.value else {
      if given == nil { return "" }
      throw UsageError("`\(option.name)` takes no value.", in: verb)
    }
    if let given {
      if !given.isEmpty { return given }
    } else if let next = rest.first, !next.isEmpty, !next.hasPrefix("-") {
      rest.removeFirst()
      return next
    }
    throw UsageError("`\(option.name)` needs a value: `\(option.name) \(value)`.", in: verb)
  }

  private static func unknown(_ name: String, _ verb: Verb, _ options: [Manual.Option]) -> UsageError {
    let sentence = "`\(name)` is not an option of `millrace journal \(verb.rawValue)`"
    if let meant = NameSuggestion.nearest(to: name, among: options.map(\.name)) {
      return UsageError("\(sentence); did you mean `\(meant)`?", in: verb)
    }
    for other in Verb.allCases where other.manual.options.contains(where: { $0.name == name }) {
      return UsageError("\(sentence), but of `\(other.rawValue)`.", in: verb)
    }
    return UsageError("\(sentence).", in: verb)
  }
}
