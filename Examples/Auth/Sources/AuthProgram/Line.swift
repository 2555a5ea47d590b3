import Feed
import Katana
import MillraceDifference
import Session

/// The meaning of a line of input.
enum Line {
  /// An empty line.
  case nothing
  case message(any Message)
  /// A wait of this many seconds; for sessions from a file.
  case wait(Int)

  init(_ text: String) throws(LineError) {
    let words = text.split(whereSeparator: \.isWhitespace).map { printable($0) }
    guard let first = words.first else {
      self = .nothing
      return
    }
    let (name, rest) = (first.lowercased(), words.dropFirst())
    switch (name, rest.count) {
    case ("login", 2): self = .message(SessionMessage.logIn(name: rest[1], password: Redacted(rest[2])))
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

  /// The maximum wait of a line: an hour.
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

/// The reason why a line is not understood.
enum LineError: Error, Equatable, CustomStringConvertible {
  /// No command begins with this word.
  case unknown(String)
  /// The command needs an argument, which the sentence describes.
  case incomplete(String)
  case notSeconds(String)
  /// The command takes no argument, and something follows it.
  case tooMuch(String, after: String)

  var description: String {
    switch self {
    case .unknown(let word): "There is no command '\(word)'; 'help' lists those there are."
    case .incomplete(let sentence): sentence
    case .notSeconds(let text): "'\(text)' is not a number of seconds from 1 to \(Line.longestWait)."
    case .tooMuch(let text, let name): "'\(name)' takes no argument; omit '\(text)'."
    }
  }
}

/// Removes characters that would move the cursor or change colours when the text is printed.
private func printable(_ text: Substring) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
}
