import Aftermath
import AftermathRouting
import Testing

/// An application that lives on an actor of its own.
private actor RoutingApplication {
  private let engine: Engine
  private var navigator: Navigator<RoutingScreen>?
  private let screen = RoutingScreen()

  init(_ errors: RoutingErrors) {
    engine = Engine(name: "actor")
    engine.errorHandler = errors
  }

  func start() throws {
    let scheme = try routingScheme()
    let router = try Router(scheme, routes: ["note:{id}": RoutingShow()])
    let commands = try CommandRouter(scheme, routes: ["logout": RoutingLogoutRoute()])
    let screen = screen
    navigator = Navigator(
      engine: engine, scheme: scheme,
      commandRouter: { commands },
      context: { screen }, router: { router })
    engine.use(RoutingLogout.self) { command in
      screen.lines.append("log out \(command.user)")
      return .progress
    }
  }

  func go(_ urns: String...) -> [String] {
    for urn in urns { engine.execute(command: RouteCommand(urn: urn)) }
    return screen.lines
  }
}

@Suite("A navigator on an actor")
struct RoutingActorTests {
  @Test("works there, at once")
  func actor() async throws {
    let errors = RoutingErrors()
    let application = RoutingApplication(errors)
    try await application.start()
    #expect(await application.go("note:1", "logout", "note:%") == ["show note:1", "log out nobody"])
    #expect(errors.all.count == 1)
    #expect(errors.all.first?.hasPrefix("The route `note:%` has a `%`") == true)
  }

  @MainActor
  @Test("may live elsewhere than its engine")
  func elsewhere() async throws {
    let errors = RoutingErrors()
    let home = RoutingApplication(errors)
    let engine = Engine(name: "elsewhere", home: home)
    engine.errorHandler = errors
    let scheme = try routingScheme()
    let router = try Router(scheme, routes: ["logout": RoutingMainRoute(), "note:{id}": RoutingBroken()])
    let screen = RoutingScreen()
    let navigator = Navigator(engine: engine, scheme: scheme, context: { screen }, router: { router })
    engine.execute(command: RouteCommand(urn: "logout", payload: 1))
    engine.execute(command: RouteCommand(urn: "note:1"))
    await engine.run()
    #expect(screen.lines == ["main 1"])
    #expect(errors.all == [#"RoutingProblem(text: "broken")"#])
    withExtendedLifetime((navigator, home)) {}
  }
}
