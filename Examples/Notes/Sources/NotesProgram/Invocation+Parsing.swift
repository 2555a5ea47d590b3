import NotesLibrary
import NotesModel

extension Invocation {
  init(_ arguments: [String]) throws(InvocationError) {
    var words = try Words(arguments)
    options = words.options
    task = try words.task()
    if let option = words.flags.first { throw .unknownOption(option, task: words.name) }
    if let option = words.values.keys.sorted().first { throw .unknownOption(option, task: words.name) }
    if let argument = words.arguments.first { throw .tooMany(task: words.name, argument: argument) }
  }
}

/// The words of an invocation that were not parsed yet.
private struct Words {
  var options = Invocation.Options()
  /// The task's options without a value, and those with one.
  var flags: [String] = []
  var values: [String: String] = [:]
  /// The words that are not options: the task's name first.
  var arguments: [String] = []
  var name = ""

  /// The options without a value.
  private static let alone: Set = ["--todo", "--help", "-h", "--offline", "--json", "--open"]
  private static let withValue: Set = [
    "--server", "--data", "--token-file", "--record", "--search", "--sort", "--title", "--body",
  ]

  init(_ arguments: [String]) throws(InvocationError) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        self.arguments += rest
        break
      }
      guard word.hasPrefix("-"), word.count > 1, Int(word) == nil else {
        self.arguments.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if Self.withValue.contains(parts[0]) {
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
          throw .missingValue(option: parts[0])
        }
        if parts[0] == "--server" { options.servers.append(value) } else { values[parts[0]] = value }
      } else if Self.alone.contains(word) {
        flags.append(word)
      } else {
        throw .unknownOption(word, task: self.arguments.first ?? "")
      }
    }
    options.data = values.removeValue(forKey: "--data")
    options.tokenFile = values.removeValue(forKey: "--token-file")
    options.record = values.removeValue(forKey: "--record")
    options.isOffline = take("--offline")
    options.isJSON = take("--json")
  }

  mutating func take(_ flag: String) -> Bool {
    let count = flags.count
    flags.removeAll { $0 == flag }
    return flags.count < count
  }

  mutating func next(_ what: String) throws(InvocationError) -> String {
    guard !arguments.isEmpty else { throw .missingArgument(task: name, what: what) }
    return arguments.removeFirst()
  }

  mutating func task() throws(InvocationError) -> Invocation.Task {
    let asksForHelp = take("--help")
    if take("-h") || asksForHelp {
      arguments = []
      flags = []
      values = [:]
      return .help
    }
    name = arguments.isEmpty ? "" : arguments.removeFirst()
    switch name {
    case "": return .screen(link: nil)
    case "open": return .screen(link: try next("a link, such as notes:42, todos or search:milk"))
    case "list": return .list(try query(words: values.removeValue(forKey: "--search") ?? ""))
    case "search":
      let words = try next("the words to look for")
      let more = arguments
      arguments = []
      return .list(try query(words: ([words] + more).joined(separator: " ")))
    case "show": return .show(try id())
    case "add":
      let kind: Kind = take("--todo") ? .todos : .notes
      let title = try next("a title")
      let body = try text(arguments.isEmpty ? nil : arguments.removeFirst())
      if kind == .todos, body != nil { throw .tooMany(task: "add --todo", argument: "a body") }
      return .add(kind, title: title, body: body)
    case "edit":
      let id = try id(of: [.notes, .todos], "notes and todos")
      let title = values.removeValue(forKey: "--title")
      let body = try text(values.removeValue(forKey: "--body"))
      if title == nil, body == nil { throw .missingArgument(task: name, what: "--title or --body") }
      if id.kind == .todos, body != nil { throw .wrongKind(id, task: "edit --body", expected: "notes") }
      return .edit(id, title: title, body: body)
    case "done": return .complete(try id(of: [.todos], "todos"), !take("--open"))
    case "delete": return .delete(try id(of: [.notes, .todos], "notes and todos"))
    case "watch": return .watch
    case "sync": return .sync
    case "status": return .status
    case "conflicts": return .conflicts
    case "resolve":
      let id = try id()
      let side = try next("which to keep: mine or theirs")
      guard side == "mine" || side == "theirs" else {
        throw .wrongValue(option: "resolve", value: side, allowed: "mine or theirs")
      }
      return .resolve(id, keepingMine: side == "mine")
    case "user":
      guard !arguments.isEmpty else { return .user(nil) }
      let word = arguments.removeFirst()
      guard let number = Int(word), number > 0 else { throw .wrongNumber(word) }
      return .user(number)
    case "replay": return .replay(file: try next("the file of a recorded session"))
    case "reset": return .reset
    case "help": return .help
    default: throw .unknownTask(name)
    }
  }

  /// Returns a text; nil for none, and standard input for a dash.
  private func text(_ word: String?) throws(InvocationError) -> Invocation.Text? {
    word.map { $0 == "-" ? .standardInput : .given($0) }
  }

  private mutating func id(
    of kinds: [Kind] = Kind.allCases, _ expected: String = ""
  ) throws(InvocationError) -> ItemID {
    let word = try next("the name of an item, such as notes:42")
    guard let id = ItemID(word) else { throw .wrongID(word) }
    // Notes and todos without a number of the server have negative numbers; users come from the server.
    if id.kind == .users, !id.isShared { throw .localUser(id) }
    guard kinds.contains(id.kind) else { throw .wrongKind(id, task: name, expected: expected) }
    return id
  }

  private mutating func query(words: String) throws(InvocationError) -> Query {
    var query = Query(words: words)
    if name == "list", !arguments.isEmpty {
      let word = arguments.removeFirst()
      guard let kind = Kind(rawValue: word) else {
        throw .noList(word)
      }
      query.kind = kind
    }
    if take("--todo") { query.kind = .todos }
    if take("--open") { query.hidesCompleted = true }
    if let order = values.removeValue(forKey: "--sort") {
      switch order {
      case "new": query.order = .newestFirst
      case "old": query.order = .oldestFirst
      case "title": query.order = .title
      default: throw .wrongValue(option: "--sort", value: order, allowed: "new, old or title")
      }
    }
    return query
  }
}
