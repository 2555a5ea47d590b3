/// The reason why a program in a terminal could not be tested.
public enum TerminalSessionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A required program could not be started.
  case notStarted(program: String, code: Int32)
  case refused(command: String, answer: String)
  /// The private folder could not be created.
  case noFolder(path: String, code: Int32)
  /// The condition did not become true in time.
  case timedOut(waitingFor: String, screen: [String])
  /// The program ended before the condition became true.
  case ended(waitingFor: String, status: Int32, screen: [String])

  /// A sentence that says what happened, and what to do; with the screen, where there is one.
  public var description: String {
    switch self {
    case .notStarted(let program, let code):
      "\(program) could not be started (error \(code)); install it "
        + "(Debian: apt-get install tmux; Homebrew: brew install tmux), and see that it is in the PATH."
    case .refused(let command, let answer):
      "tmux refused \"\(command)\": \(answer.isEmpty ? "it gave no reason" : answer). "
        + "The session has ended already, or the tmux that is installed is older than 3.2."
    case .noFolder(let path, let code):
      "No private folder could be made at \(path) (error \(code)); see that the folder for temporary files can be "
        + "written."
    case .timedOut(let what, let screen):
      "Waited without success for \(what). The screen shows:\n\(Self.framed(screen))"
    case .ended(let what, let status, let screen):
      "The program ended with status \(status), before \(what) was seen. This is on the screen:\n"
        + Self.framed(screen)
    }
  }

  private static func framed(_ screen: [String]) -> String {
    screen.map { "  | \($0)" }.joined(separator: "\n")
  }
}
