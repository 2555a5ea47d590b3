import Harvest
import Synchronization

/// A state machine as a table that can be played, drawn and checked.
final class LoginProgram: Program {
  static let name = "login"
  static let idea = "a state machine as a table, its diagram, and what the checks say about it"
  static let help = """
    login          ask the server, which is two seconds away, to let you in
    cancel         do not wait for its answer
    logout         leave
    refuse         let the server refuse everybody; 'accept' lets it go back to normal
    state          say where you are
    diagram        draw the table, for Mermaid
    report         check the table
    """

  private let harvester: Harvester<LoginInput, LoginState>
  private let server: Server
  private let write: (String) -> Void
  private let token: ObservationToken
  var flow: Flow { harvester.store.flow }

  init(environment: StoreEnvironment, write: @escaping (String) -> Void) {
    let server = Server(clock: environment.clock)
    harvester = Harvester(
      state: .loggedOut, mapping: Login.mapping, world: LoginWorld(ask: server.ask), name: "login",
      environment: environment)
    token = harvester.onReply { write("\($0)") }
    self.server = server
    self.write = write
  }

  private enum Word: String { case login, cancel, logout, refuse, accept, state, diagram, report }

  func follow(_ line: Line) throws {
    switch try line.alone(as: Word.self) {
    case .login: harvester.send(.login)
    case .cancel: harvester.send(.cancel)
    case .logout: harvester.send(.logout)
    case .refuse: server.refuses.store(true, ordering: .relaxed)
    case .accept: server.refuses.store(false, ordering: .relaxed)
    case .state: write("\(harvester.state)")
    case .diagram: Login.graph.mermaid().split(separator: "\n").forEach { write(String($0)) }
    case .report: write("\(Login.report)")
    }
  }

  /// A simulated server that answers after two seconds.
  private final class Server: Sendable {
    let refuses = Atomic(false)
    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration>) {
      self.clock = clock
    }

    @Sendable func ask() async throws -> Bool {
      try await clock.sleep(for: .seconds(2))
      return !refuses.load(ordering: .relaxed)
    }
  }
}
