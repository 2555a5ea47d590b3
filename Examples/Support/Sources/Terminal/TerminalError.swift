/// The reason why a program could not take over the terminal.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  case notATerminal
  /// The system does not know the kind of terminal.
  case unknownTerminal(name: String)
  /// The terminal cannot move the cursor.
  case cannotPlaceText(name: String)
  /// The process has already opened its terminal.
  case isOpen
  /// No descriptor was left for the pipe of signals.
  case noPipe(code: Int32)

  public var description: String {
    switch self {
    case .notATerminal:
      "Input and output are not a terminal; start the program in a terminal, without redirection."
    case .unknownTerminal(let name):
      "The terminal is of a kind that this machine does not know (TERM is \"\(name)\"); "
        + "set TERM to one that it knows, for example xterm-256color."
    case .cannotPlaceText(let name):
      "The terminal cannot place text on its screen (TERM is \"\(name)\"); use another terminal, "
        + "or set TERM to what it really is, for example xterm-256color."
    case .isOpen:
      "The terminal is in use by this program already; close the other CursesTerminal first."
    case .noPipe(let code):
      "The system gave no pipe to hear of signals by (error \(code)); close some of the files that are open."
    }
  }
}
