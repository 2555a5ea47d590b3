import Features

/// A line of input.
enum Line: Equatable {
  case list(Kind)
  case open(Kind, Int)
  case addBook(title: String, author: String)
  case addTodo(title: String)
  case rename(Kind, Int, String)
  case finish(Int, isDone: Bool)
  case delete(Kind, Int)
  case overview
  /// Another client adds a book at the server.
  case somebody(title: String, author: String)
  case plug(in: Bool)
  case help
  case quit

  enum Kind: String {
    case book
    case todo
  }

  /// Parses a line; nil for an empty one.
  init?(_ text: String) throws(LineError) {
    var words = text.split(whereSeparator: \.isWhitespace).map { printable($0) }[...]
    guard let first = words.popFirst() else { return nil }
    let name = first.lowercased()
    switch name {
    case "book", "todo":
      guard let kind = Kind(rawValue: name) else { throw .unknown(first) }
      self = .open(kind, try Self.number(&words, after: name))
      try Self.end(words, after: "\(name) 2")
    case "add": self = try Self.add(words)
    case "rename":
      let kind = try Self.kind(&words, after: name)
      let id = try Self.number(&words, after: "\(name) \(kind)")
      if words.isEmpty { throw .incomplete("'rename \(kind) \(id)' needs a title after it.") }
      self = .rename(kind, id, words.joined(separator: " "))
    case "done", "undone":
      self = .finish(try Self.number(&words, after: name), isDone: name == "done")
      try Self.end(words, after: "\(name) 2")
    case "delete":
      let kind = try Self.kind(&words, after: name)
      self = .delete(kind, try Self.number(&words, after: "\(name) \(kind)"))
      try Self.end(words, after: "\(name) \(kind) 2")
    case "somebody":
      let (title, author) = try Self.book(words, after: name)
      self = .somebody(title: title, author: author)
    default:
      guard let line = Self.single[name] else { throw .unknown(first) }
      try Self.end(words, after: name)
      self = line
    }
  }

  static let listing = """
    books                      list the books; 'todos' lists what is to be done
    book 2                     fetch one of them; so does 'todo 2'
    add book Emma by Jane Austen
    add todo Water the plants
    rename book 2 Emma         change a title; also of a todo
    done 2                     tick a todo; 'undone 2' takes that back
    delete book 2              also of a todo
    overview                   count everything
    somebody Emma by Jane Austen
                               let somebody else add a book, so that the list you know is old
    offline                    let the server not answer any more; 'online' lets it answer again
    quit                       end the program
    """

  private static let single: [String: Line] = [
    "books": .list(.book), "todos": .list(.todo), "overview": .overview, "offline": .plug(in: false),
    "online": .plug(in: true), "help": .help, "quit": .quit,
  ]

  private static func add(_ words: ArraySlice<String>) throws(LineError) -> Line {
    var words = words
    switch try kind(&words, after: "add") {
    case .book:
      let (title, author) = try book(words, after: "add book")
      return .addBook(title: title, author: author)
    case .todo:
      if words.isEmpty { throw .incomplete("'add todo' needs the name of the todo.") }
      return .addTodo(title: words.joined(separator: " "))
    }
  }

  /// Parses a title and an author, with the last `by` between them.
  private static func book(
    _ words: ArraySlice<String>, after name: String
  ) throws(LineError) -> (title: String, author: String) {
    guard let by = words.lastIndex(where: { $0.lowercased() == "by" }), by > words.startIndex,
      by < words.endIndex - 1
    else { throw .incomplete("'\(name)' needs a title and an author, such as 'Emma by Jane Austen'.") }
    return (words[..<by].joined(separator: " "), words[(by + 1)...].joined(separator: " "))
  }

  private static func kind(_ words: inout ArraySlice<String>, after name: String) throws(LineError) -> Kind {
    guard let kind = words.popFirst().flatMap({ Kind(rawValue: $0.lowercased()) }) else {
      throw .incomplete("'\(name)' needs 'book' or 'todo' after it.")
    }
    return kind
  }

  private static func number(_ words: inout ArraySlice<String>, after name: String) throws(LineError) -> Int {
    guard let word = words.popFirst() else {
      throw .incomplete("'\(name)' needs a number after it, such as '\(name) 2'.")
    }
    guard let number = Int(word) else { throw .notNumber(word) }
    return number
  }

  private static func end(_ words: ArraySlice<String>, after name: String) throws(LineError) {
    if !words.isEmpty { throw .tooMuch(words.joined(separator: " "), after: name) }
  }
}

/// The reason why a line is not understood.
enum LineError: Error, Equatable, CustomStringConvertible {
  /// No command begins with this word.
  case unknown(String)
  /// The command needs an argument, which the sentence describes.
  case incomplete(String)
  /// The number of a book or a todo was expected.
  case notNumber(String)
  /// The command has too many arguments.
  case tooMuch(String, after: String)

  var description: String {
    switch self {
    case .unknown(let word): "There is no command '\(word)'; 'help' lists those there are."
    case .incomplete(let sentence): sentence
    case .notNumber(let text): "'\(text)' is not a number; books and todos are called by theirs."
    case .tooMuch(let text, let name): "A line such as '\(name)' ends there; leave out '\(text)'."
    }
  }
}

/// Removes characters that would move the cursor or change colours when the text is printed.
private func printable(_ text: Substring) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
}
