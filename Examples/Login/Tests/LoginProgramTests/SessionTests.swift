import MillraceTesting
import Testing

@testable import LoginProgram

@MainActor
@Suite("A session from a file")
struct SessionTests {
  private func play(_ lines: String...) async -> [String] {
    let paper = Paper()
    let session = Session(manual: ManualClock()) { paper.lines.append($0) }
    for line in lines { await session.answer(line) }
    return paper.lines
  }

  private final class Paper {
    var lines: [String] = []
  }

  @Test("Time stands still but for `wait`")
  func time() async {
    #expect(
      await play("login", "wait 1", "state", "wait 1", "state") == [
        "accepted: login, loggedOut => loggingIn", "state: loggingIn",
        "accepted: loginOK, loggingIn => loggedIn", "state: loggedIn",
      ])
  }

  @Test("The server decides by what it was told last")
  func refusing() async {
    #expect(
      await play("login", "refuse", "wait 2", "login", "accept", "wait 2") == [
        "accepted: login, loggedOut => loggingIn", "The server lets nobody in.",
        "accepted: loginFailed, loggingIn => loggedOut", "accepted: login, loggedOut => loggingIn",
        "The server lets everybody in.", "accepted: loginOK, loggingIn => loggedIn",
      ])
  }

  @Test("A long wait sees the session to its end, and the server's word")
  func long() async {
    #expect(
      await play("login", "wait 1000").suffix(2) == [
        "accepted: forceLogout, loggedIn => loggingOut", "accepted: logoutOK, loggingOut => loggedOut",
      ])
  }

  @Test("An answer given by hand takes its turn, and the server's own is rejected")
  func byHand() async {
    #expect(
      await play("login", "loginOK", "wait 2") == [
        "accepted: login, loggedOut => loggingIn", "accepted: loginOK, loggingIn => loggedIn",
        "rejected: loginOK, still loggedIn",
      ])
  }
}
