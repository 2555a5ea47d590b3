import LoginMachine

/// A line of input.
enum Line: Hashable {
  /// An input for the machine, by its name.
  case input(LoginInput)
  /// Makes the server refuse logins from now on, or accept them.
  case refusing(Bool)
  /// Lets this many seconds pass; for sessions from a file.
  case wait(Int)
  case state
  case help
  case quit

  static let listing = """
    login          ask the server to let you in
    logout         leave
    forceLogout    be thrown out, also while the server is still asked
    loginOK        an answer of the server, given by hand; so are loginFailed and logoutOK
    refuse         let the server refuse everybody; 'accept' lets it go back to normal
    state          say where you are
    wait 30        let half a minute pass, when the lines come from a file
    quit           leave the program
    """

  /// Parses a line; nil for an empty one.
  init?(_ text: String) throws(LineError) {
    let words = text.split(whereSeparator: \.isWhitespace).map(printable)
    guard let name = words.first else { return nil }
    let rest = words.dropFirst().joined(separator: " ")
    if name.lowercased() == "wait" {
      guard let seconds = Int(rest), 1...86_400 ~= seconds else { throw .notSeconds(rest) }
      self = .wait(seconds)
      return
    }
    guard let line = Line(word: name.lowercased()) else { throw .unknown(name) }
    guard rest.isEmpty else { throw .tooMuch(rest, after: name) }
    self = line
  }

  private init?(word: String) {
    if let input = LoginInput.allCases.first(where: { $0.rawValue.lowercased() == word }) {
      self = .input(input)
      return
    }
    switch word {
    case "refuse": self = .refusing(true)
    case "accept": self = .refusing(false)
    case "state": self = .state
    case "help": self = .help
    case "quit": self = .quit
    default: return nil
    }
  }
}

/// The reason why a line cannot be carried out.
enum LineError: Error, Hashable, CustomStringConvertible {
  /// No command begins with this word.
  case unknown(String)
  case notSeconds(String)
  /// The word takes no argument, and something follows it.
  case tooMuch(String, after: String)

  var description: String {
    switch self {
    case .unknown(let word): "There is nothing called '\(word)'; 'help' lists what there is."
    case .notSeconds(""): "'wait' needs a number of seconds, such as 'wait 30'."
    case .notSeconds(let text):
      "'\(text)' is not a number of seconds from 1 to 86400; write it in digits, such as 'wait 30'."
    case .tooMuch(let text, let word): "'\(word)' takes no argument; omit '\(text)'."
    }
  }
}

/// Removes characters that would move the cursor or change colours when the text is printed.
private func printable(_ text: Substring) -> String {
  String(
    String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
}
