import LoginMachine

/// What one line asks for.
enum Line: Hashable {
  /// An input for the machine, by its name.
  case input(LoginInput)
  /// Whether the server lets nobody in from now on.
  case refusing(Bool)
  /// Lets so many seconds pass; for sessions from a file.
  case wait(Int)
  /// Prints the state.
  case state
  /// Lists what can be written.
  case help
  /// Leaves.
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

  /// Reads a line; nil for an empty one.
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

/// Why a line cannot be followed.
enum LineError: Error, Hashable, CustomStringConvertible {
  /// Nothing begins with this word.
  case unknown(String)
  /// A number of seconds was expected.
  case notSeconds(String)
  /// The word stands alone, and something follows it.
  case tooMuch(String, after: String)

  /// What is wrong, and what to write.
  var description: String {
    switch self {
    case .unknown(let word): "There is nothing called '\(word)'; 'help' lists what there is."
    case .notSeconds(""): "'wait' needs a number of seconds, such as 'wait 30'."
    case .notSeconds(let text):
      "'\(text)' is not a number of seconds from 1 to 86400; write it in digits, such as 'wait 30'."
    case .tooMuch(let text, let word): "'\(word)' stands alone; leave out '\(text)'."
    }
  }
}

/// The text without what would move the cursor or change colours when it is printed again.
private func printable(_ text: Substring) -> String {
  String(
    String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
}
