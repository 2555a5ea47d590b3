/// A command of the reader.
public enum Command: Equatable, Sendable {
  /// Searches the catalogue.
  case find(String)
  /// Shows the book with this number on the list.
  case open(Int)
  /// Goes back to the list.
  case back
  /// Lists the loans.
  case loans
  /// Borrows the book with this number, or the open one.
  case lend(Int?)
  /// Returns the book with this number, or the open one.
  case giveBack(Int?)
  /// Undoes the last loan or return.
  case undo
  /// Unplugs the line to the library, or plugs it in.
  case plug(in: Bool)
  /// Lets this many seconds pass; for sessions from a file.
  case wait(Int)
  case help
  case quit
}

/// The reason why a line is not a command.
public enum CommandError: Error, Equatable, CustomStringConvertible {
  /// No command begins with this word.
  case unknown(String)
  /// The command needs an argument.
  case incomplete(String, example: String)
  case notANumber(String, example: String)
  /// The command takes no argument, and something follows it.
  case tooMuch(String, after: String)

  public var description: String {
    switch self {
    case .unknown(let word): "There is no command '\(word)'; 'help' lists those there are."
    case .incomplete(let name, let example): "'\(name)' needs something after it, such as '\(example)'."
    case .notANumber(let text, let example):
      "'\(text)' is not a number from 1 on; write it in digits, such as '\(example)'."
    case .tooMuch(let text, let name): "'\(name)' takes no argument; omit '\(text)'."
    }
  }
}

extension Command {
  /// Parses the commands of one line, separated by `;`; none for an empty line.
  public static func parse(line: String) -> [Result<Command, CommandError>] {
    line.split(separator: ";").compactMap { part in
      let words = part.split(whereSeparator: \.isWhitespace).map { printable($0) }
      guard let name = words.first else { return nil }
      return Result { () throws(CommandError) in
        try Command(name, words.dropFirst().joined(separator: " "))
      }
    }
  }

  private init(_ word: String, _ rest: String) throws(CommandError) {
    let name = word.lowercased()
    switch name {
    case "find":
      if rest.isEmpty { throw .incomplete(name, example: "find mill") }
      self = .find(rest)
    case "open": self = .open(try Self.number(rest, name))
    case "lend": self = .lend(rest.isEmpty ? nil : try Self.number(rest, name))
    case "return": self = .giveBack(rest.isEmpty ? nil : try Self.number(rest, name))
    case "wait": self = .wait(try Self.number(rest, name))
    default:
      guard let command = Self.standingAlone[name] else { throw .unknown(word) }
      if !rest.isEmpty { throw .tooMuch(rest, after: name) }
      self = command
    }
  }

  private static let standingAlone: [String: Command] = [
    "back": .back, "loans": .loans, "undo": .undo, "offline": .plug(in: false), "online": .plug(in: true),
    "help": .help, "quit": .quit,
  ]

  private static func number(_ text: String, _ name: String) throws(CommandError) -> Int {
    if text.isEmpty { throw .incomplete(name, example: "\(name) 2") }
    guard let number = Int(text), number > 0 else { throw .notANumber(text, example: "\(name) 2") }
    return number
  }

  /// Removes characters that would move the cursor or change colours when the text is printed.
  private static func printable(_ text: Substring) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
  }
}
