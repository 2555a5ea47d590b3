import MillraceJournal

extension Command {
  /// Parses the arguments, without the program's own name.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var isHelp = false
    while let word = rest.first, ["help", "--help", "-h"].contains(word) {
      isHelp = true
      rest.removeFirst()
    }
    guard let group = rest.popFirst() else {
      if !isHelp { throw UsageError("A command is missing.") }
      self = .help
      return
    }
    if group == "inspect" {
      self = isHelp || Self.asksForHelp(rest) ? .helpOfInspect : .inspect(Array(rest))
      return
    }
    guard group == "journal" else { throw Self.unknown(group) }
    if let word = rest.first, ["help", "--help", "-h"].contains(word) {
      isHelp = true
      rest.removeFirst()
    }
    guard let word = rest.popFirst() else {
      if !isHelp {
        throw UsageError(
          "The command on journals is missing; there are \(Self.list(Verb.allCases.map(\.rawValue))).")
      }
      self = .help
      return
    }
    guard let verb = Verb(rawValue: word) else { throw Self.unknownVerb(word) }
    if isHelp || Self.asksForHelp(rest) {
      self = .helpOf(verb)
      return
    }
    let words = try ArgumentList(rest, of: verb)
    self = .journal(
      try Task(verb, words), JournalOptions(isJSON: words.has("--json"), isUTC: words.has("--utc")))
  }

  /// Returns whether the arguments request help, which takes precedence over mistakes in them.
  private static func asksForHelp(_ words: ArraySlice<String>) -> Bool {
    words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  private static func unknown(_ word: String) -> UsageError {
    if word.hasPrefix("-") {
      return UsageError("`\(word)` is not an option of `millrace`; options follow the command.")
    }
    if let verb = Verb(rawValue: word) {
      return UsageError("`\(word)` is a command on journals: `millrace journal \(word)`.", in: verb)
    }
    let sentence = "`\(word)` is not a command of `millrace`"
    if let meant = NameSuggestion.nearest(to: word, among: ["journal", "inspect"]) {
      return UsageError("\(sentence); did you mean `\(meant)`?")
    }
    return UsageError("\(sentence); there are `journal` and `inspect`.")
  }

  private static func unknownVerb(_ word: String) -> UsageError {
    if word.hasPrefix("-") {
      return UsageError("`\(word)` precedes the command; options follow it.")
    }
    let verbs = Verb.allCases.map(\.rawValue)
    if let meant = NameSuggestion.nearest(to: word, among: verbs) {
      return UsageError("`\(word)` is not a command on journals; did you mean `\(meant)`?")
    }
    return UsageError("`\(word)` is not a command on journals; there are \(list(verbs)).")
  }

  private static func list(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
  }
}

extension Command.Task {
  init(_ verb: Verb, _ words: ArgumentList) throws(UsageError) {
    let places = try words.checkedPlaces()
    switch verb {
    case .info:
      self = .info(path: places[0])
    case .log:
      self = .log(try LogRequest(path: places[0], words))
    case .show:
      self = .show(
        path: places[0], what: try words.subject(places.dropFirst().first), state: words["--state"])
    case .tasks:
      self = .tasks(path: places[0], isAll: words.has("--all"))
    case .verify:
      self = .verify(path: places[0])
    case .export:
      let file = places.count > 1 && places[1] != "-" ? places[1] : nil
      let options = ExportOptions(
        snapshots: words.has("--all-snapshots") ? .all : .needed, salvage: words.has("--salvage"))
      self = .export(path: places[0], file: file, options: options, permissions: try words.permissions())
    case .import:
      guard places[0] != "-" else {
        throw UsageError(
          "`import` reads its input twice, so it needs a file instead of standard input.", in: verb)
      }
      let permissions = try words.permissions()
      self =
        words.has("--check")
        ? .check(file: places[0])
        : .import(file: places[0], path: places[1], permissions: permissions)
    case .compact:
      self = .compact(
        CompactRequest(
          path: places[0], keepFrom: try words.turn("--keep-from"), snapshots: try words.retention(),
          isDryRun: words.has("--dry-run")))
    case .diff:
      self = .diff(left: places[0], right: places[1], times: words.has("--times"))
    case .branch:
      self = .branch(
        BranchRequest(
          path: places[0], turn: try words.turn(places[1], "TURN"), new: places[2],
          tasks: try words.tasks(), permissions: try words.permissions()))
    }
  }
}

extension LogRequest {
  fileprivate init(path: String, _ words: ArgumentList) throws(UsageError) {
    self.init(path: path, limit: try words.limit())
    from = try words.turn("--from") ?? 0
    to = try words.turn("--to") ?? .max
    store = words["--store"]
    kind = words["--kind"]
    isFollowing = words.has("--follow")
    if isFollowing, to != .max {
      throw UsageError("`--follow` never ends, but `--to` does; omit one of them.", in: .log)
    }
    if from > to {
      throw UsageError("`--from \(from)` is greater than `--to \(to)`; exchange them.", in: .log)
    }
  }
}
