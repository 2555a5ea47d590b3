import Terminal
import TerminalFixture
import Testing

@Suite("The errors of the terminal")
struct ErrorTests {
  @Test("They say what happened and what to do")
  func sentences() {
    #expect(
      "\(TerminalError.notATerminal)"
        == "Input and output are not a terminal; start the program in a terminal, without redirection.")
    #expect(
      "\(TerminalError.unknownTerminal(name: "x"))"
        == "The terminal is of a kind that this machine does not know (TERM is \"x\"); "
        + "set TERM to one that it knows, for example xterm-256color.")
    #expect(
      "\(TerminalError.cannotPlaceText(name: "dumb"))".contains("(TERM is \"dumb\"); use another terminal"))
    #expect("\(TerminalError.isOpen)".hasSuffix("close the other CursesTerminal first."))
    #expect("\(TerminalError.noPipe(code: 24))".contains("error 24"))
    #expect(
      "\(TerminalSessionError.timedOut(waitingFor: "tea", screen: ["a", ""]))"
        == "Waited without success for tea. The screen shows:\n  | a\n  | ")
    #expect(
      "\(TerminalSessionError.ended(waitingFor: "tea", status: 2, screen: ["a"]))"
        == "The program ended with status 2, before tea was seen. This is on the screen:\n  | a")
    #expect("\(TerminalSessionError.notStarted(program: "tmux", code: 2))".contains("apt-get install tmux"))
    #expect(
      "\(TerminalSessionError.refused(command: "x", answer: "no"))".hasPrefix("tmux refused \"x\": no."))
    #expect("\(TerminalSessionError.noFolder(path: "/x", code: 13))".contains("at /x (error 13)"))
  }
}
