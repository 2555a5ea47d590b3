import Harvest
import MillraceTesting
import Testing

@testable import GalleryPrograms

@Suite("Login")
struct LoginTests {
  @Test("The checks find nothing, and have nothing to remark")
  func report() {
    #expect(Login.report.isClean, "\(Login.report)")
    #expect(Login.report.notes.isEmpty, "\(Login.report)")
  }

  @Test("It takes these inputs in these states, and no others")
  func transitions() {
    let arrows = Login.graph.edges.map { "\($0.from) \($0.input) \($0.to)" }
    #expect(
      arrows.sorted() == [
        "asking accepted loggedIn", "asking cancel loggedOut", "asking refused loggedOut",
        "loggedIn logout loggedOut", "loggedOut login asking",
      ])
  }

  @Test("A server that cannot be asked refuses")
  @MainActor func unreachable() async {
    struct Unreachable: Error {}
    let world = LoginWorld(ask: { throw Unreachable() })
    let harvester = Harvester(state: LoginState.loggedOut, mapping: Login.mapping, world: world)
    var replies: [String] = []
    let token = harvester.onReply { replies.append("\($0)") }
    harvester.send(.login)
    await harvester.run()
    token.cancel()
    #expect(replies == ["login: loggedOut => asking", "refused: asking => loggedOut"])
  }

  /// Logs in, cancels and logs in again; the server accepts the first attempt and refuses the second.
  private func askingTwice(
    _ mapping: @escaping @Sendable () -> Login.Mapping
  ) -> @Sendable (isolated World) throws -> Void {
    { world in
      let server = world.outside("server")
      let questions = world.shared(0, as: "questions")
      let harvester = Harvester(
        state: LoginState.loggedOut, mapping: mapping(),
        world: LoginWorld(ask: {
          let number = questions.withValue { count in
            count += 1
            return count
          }
          return try await server.call("question \(number)", answers: [.success(number == 1)])
        }), flow: world.flow)
      world.user("Ada", does: [LoginInput.login, .cancel, .login].map { input in { harvester.send(input) } })
      world.finally("the answer to the last question decides") {
        harvester.state == (questions.value == 1 ? .loggedIn : .loggedOut)
      }
    }
  }

  @Test("In whatever order things happen, the answer to the last question decides")
  func everyOrder() async {
    let exploration = await Explorer().explore(askingTwice { Login.mapping })
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("Without the queue, an old answer is taken for the new one, and the explorer finds it")
  func withoutQueue() async {
    let exploration = await Explorer().explore(
      askingTwice { Login.mapping.mapQueue { _ in .everything } })
    let rule = "the answer to the last question decides"
    #expect("\(exploration)".contains("The rule \"\(rule)\" does not hold"), "\(exploration)")
  }
}
