/// Why a program could not take over the terminal.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Input or output is not a terminal.
  case notATerminal
  /// The kind of terminal is not known on this machine.
  case unknownTerminal(name: String)
  /// The terminal cannot place text on its screen.
  case cannotPlaceText(name: String)
  /// There is one already: a process has one terminal.
  case isOpen
  /// There was no descriptor left to hear of signals by.
  case noPipe(code: Int32)

  /// What happened, and what to do.
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
