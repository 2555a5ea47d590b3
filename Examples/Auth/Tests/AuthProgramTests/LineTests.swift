import Feed
import Katana
import MillraceDifference
import Session
import Testing

@testable import AuthProgram

@Suite("A line of input")
struct LineTests {
  private func message(_ text: String) throws -> (any Message)? {
    if case .message(let message) = try Line(text) { message } else { nil }
  }

  @Test("is a message for the module that it concerns")
  func messages() throws {
    #expect(
      try message("login ada lovelace") as? SessionMessage
        == .logIn(name: "ada", password: Redacted("lovelace")))
    #expect(try message("  FEED ") as? FeedMessage == .read)
    #expect(try message("logout") as? SessionMessage == .logOut)
    #expect(try message("offline") as? AppMessage == .plug(in: false))
    #expect(try message("quit\r") as? AppMessage == .quit)
  }

  @Test("may be empty")
  func empty() throws {
    guard case .nothing = try Line(" \t") else {
      Issue.record("An empty line is not something.")
      return
    }
  }

  @Test(
    "is refused with a sentence that says what to write",
    arguments: [
      ("fed", "There is no command 'fed'; 'help' lists those there are."),
      ("login ada", "'login' needs a name and a password, such as 'login ada lovelace'."),
      ("login ada love lace", "'login' needs a name and a password, such as 'login ada lovelace'."),
      ("wait", "'wait' needs a number of seconds, such as 'wait 60'."),
      ("wait -1", "'-1' is not a number of seconds from 1 to 3600."),
      ("wait 99999999999999999999", "'99999999999999999999' is not a number of seconds from 1 to 3600."),
      ("feed now", "'feed' takes no argument; omit 'now'."),
      ("\u{1B}[2Jfed", "There is no command '[2Jfed'; 'help' lists those there are."),
    ])
  func refused(text: String, sentence: String) {
    #expect {
      try Line(text)
    } throws: {
      "\($0)" == sentence
    }
  }
}
