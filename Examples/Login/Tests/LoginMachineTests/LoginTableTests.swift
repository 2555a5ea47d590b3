import Harvest
import LoginMachine
import Testing

@Suite("The table of the login machine")
struct LoginTableTests {
  @Test("The checks find nothing")
  func report() {
    let report = Login.report
    #expect(report.isClean, "\(report)")
    #expect(report.notes.isEmpty, "\(report)")
  }

  @Test("It takes these inputs in these states, and no others")
  func transitions() {
    let arrows = Login.graph.edges.map { "\($0.from) \($0.input) \($0.to)" }
    #expect(
      Set(arrows) == [
        "loggedOut login loggingIn", "loggingIn loginOK loggedIn", "loggingIn loginFailed loggedOut",
        "loggedIn logout loggingOut", "loggingIn forceLogout loggingOut", "loggedIn forceLogout loggingOut",
        "loggingOut logoutOK loggedOut",
      ])
    #expect(arrows.count == 7)
  }

  @Test("Without a way out of one state, the checks say so")
  func broken() {
    typealias Table = Harvester<LoginInput, LoginState>.Mapping
    let trap: Table = .logout | .loggedOut => .loggingOut
    #expect(!trap.graph(initial: .loggedOut).report(mustReach: [.loggedOut]).isClean)
  }
}
