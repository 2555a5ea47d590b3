import Feed
import Katana
import Session

/// What a line of input means.
enum Line {
  /// Nothing: the line is empty.
  case nothing
  /// Something happens.
  case message(any Message)
  /// So many seconds pass; for sessions from a file.
  case wait(Int)

  init(_ text: String) throws(LineError) {
    let words = text.split(whereSeparator: \.isWhitespace).map { printable($0) }
    guard let first = words.first else {
      self = .nothing
      return
    }
    let (name, rest) = (first.lowercased(), words.dropFirst())
    switch (name, rest.count) {
    case ("login", 2): self = .message(SessionMessage.logIn(name: rest[1], password: Password(rest[2])))
    case ("login", _): throw .incomplete("'login' needs a name and a password, such as 'login ada lovelace'.")
    case ("wait", 1):
      guard let seconds = Int(rest[1]), (1...Self.longestWait).contains(seconds) else {
        throw .notSeconds(rest[1])
      }
      self = .wait(seconds)
    case ("wait", _): throw .incomplete("'wait' needs a number of seconds, such as 'wait 60'.")
    case (_, 0):
      guard let message = Self.messages[name] else { throw .unknown(first) }
      self = .message(message)
    default:
      guard Self.messages[name] != nil else { throw .unknown(first) }
      throw .tooMuch(rest.joined(separator: " "), after: name)
    }
  }

  /// The most seconds that a line can let pass: an hour.
  static let longestWait = 3600

  static let help = """
    login ada lovelace   log in; 'login grace hopper' works too, and nothing else does
    feed                 read what is there for those who are logged in
    status               say who is logged in, and for how long
    logout               leave
    offline              let the server not answer any more; 'online' lets it answer again
    quit                 end the program
    """

  private static let messages: [String: any Message] = [
    "feed": FeedMessage.read, "logout": SessionMessage.logOut, "status": AppMessage.status,
    "offline": AppMessage.plug(in: false), "online": AppMessage.plug(in: true),
    "help": AppMessage.notice(help), "quit": AppMessage.quit,
  ]
}

/// Why a line means nothing.
enum LineError: Error, Equatable, CustomStringConvertible {
  /// No command begins with this word.
  case unknown(String)
  /// The command needs something else after it, with the sentence that says what.
  case incomplete(String)
  /// A number of seconds was expected.
  case notSeconds(String)
  /// The command stands alone, and something follows it.
  case tooMuch(String, after: String)

  /// What is wrong with the line, and what to write.
  var description: String {
    switch self {
    case .unknown(let word): "There is no command '\(word)'; 'help' lists those there are."
    case .incomplete(let sentence): sentence
    case .notSeconds(let text): "'\(text)' is not a number of seconds from 1 to \(Line.longestWait)."
    case .tooMuch(let text, let name): "'\(name)' stands alone; leave out '\(text)'."
    }
  }
}

/// The text without what would move the cursor or change colours when it is printed again.
private func printable(_ text: Substring) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
}
