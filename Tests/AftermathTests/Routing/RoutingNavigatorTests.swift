import Aftermath
import AftermathRouting
import Foundation
import Millrace
import Testing

final class RoutingErrors: ErrorHandler {
  private let texts = Locked<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func handle(error: any Error) { texts.withLock { $0.append("\(error)") } }
}

/// A route that belongs to the main actor, as those of user interfaces do.
@MainActor
struct RoutingMainRoute: Routable {
  func navigate(to location: Location, from screen: RoutingScreen) throws {
    screen.lines.append("main \(try location.payload(as: Int.self))")
  }
}

@Suite("A navigator on an engine")
@MainActor
struct RoutingNavigatorTests {
  let engine = Engine(name: "routes")
  let errors = RoutingErrors()
  let screen = RoutingScreen()
  let scheme: RouteScheme

  init() throws {
    scheme = try routingScheme()
    engine.errorHandler = errors
  }

  private func navigator(
    _ router: Router<RoutingScreen>, commands: CommandRouter? = nil
  ) -> Navigator<RoutingScreen> {
    Navigator(
      engine: engine, scheme: scheme, commandRouter: { commands }, context: { screen }, router: { router })
  }

  @Test("a route command has led to its place when it has been executed")
  func navigates() throws {
    let navigator = navigator(
      try Router(scheme, routes: ["profile:{username}": RoutingShow(), "logout": RoutingMainRoute()]))
    engine.execute(command: RouteCommand(urn: "profile:ada?tab=posts"))
    engine.execute(command: RouteCommand(url: "aftermath://profile:bob"))
    engine.execute(command: RouteCommand(url: try #require(URL(string: "aftermath:logout")), payload: 7))
    engine.execute(
      command: RouteCommand(
        to: try scheme.location(to: "profile:{username}", arguments: ["username": "a:b"])))
    engine.execute(command: RouteCommand(to: try scheme.location(to: "logout", payload: 8)))
    #expect(
      screen.lines == [
        "show profile:ada?tab=posts", "show profile:bob", "main 7", "show profile:a%3Ab", "main 8",
      ])
    #expect(errors.all == [])
    withExtendedLifetime(navigator) {}
  }

  @Test("a caller of a route command can wait for its location")
  func result() async throws {
    let navigator = navigator(try Router(scheme, routes: ["logout": RoutingShow()]))
    #expect(try await engine.result(of: RouteCommand(urn: "logout#x")).fragment == "x")
    await #expect(throws: LocationError.emptySegment(position: 1, route: "")) {
      try await engine.result(of: RouteCommand(urn: ""))
    }
    withExtendedLifetime(navigator) {}
  }

  @Test("a location of the command router becomes a command, which has its turn at once, and nothing more")
  func commands() throws {
    let navigator = navigator(
      try Router(scheme, routes: ["logout": RoutingShow()]),
      commands: try CommandRouter(scheme, routes: ["logout": RoutingLogoutRoute()]))
    let lines = screen
    engine.use(RoutingLogout.self) { command in
      lines.lines.append("log out \(command.user)")
      return .progress
    }
    engine.execute(command: RouteCommand(urn: "logout?user=ada"))
    #expect(screen.lines == ["log out ada"])
    #expect(errors.all == [])
    withExtendedLifetime(navigator) {}
  }

  @Test("which routes are commands follows the application's state")
  func commandsOfTheState() throws {
    let commands = try CommandRouter(scheme, routes: ["logout": RoutingLogoutRoute()])
    let router = try Router(scheme, routes: ["logout": RoutingMainRoute()])
    var isLoggedIn = true
    let navigator = Navigator(
      engine: engine, scheme: scheme, commandRouter: { isLoggedIn ? commands : nil },
      context: { [screen] in screen },
      router: { router })
    var logouts = 0
    engine.use(RoutingLogout.self) { _ in
      logouts += 1
      return .progress
    }
    engine.execute(command: RouteCommand(urn: "logout", payload: 1))
    isLoggedIn = false
    engine.execute(command: RouteCommand(urn: "logout", payload: 2))
    #expect(logouts == 1)
    #expect(screen.lines == ["main 2"])
    withExtendedLifetime(navigator) {}
  }

  @Test("the router is the one of the moment: before and after login")
  func routerOfTheMoment() throws {
    let before = try Router(
      scheme, name: "before login", routes: ["login:{username}": RoutingShow(name: "login")],
      errorRoute: RoutingAlert())
    let after = try Router(scheme, name: "after login", routes: ["profile:{username}": RoutingShow()])
    var isLoggedIn = false
    let navigator = Navigator(
      engine: engine, scheme: scheme, context: { screen }, router: { isLoggedIn ? after : before })
    engine.execute(command: RouteCommand(urn: "profile:ada"))
    engine.execute(command: RouteCommand(urn: "login:ada"))
    isLoggedIn = true
    engine.execute(command: RouteCommand(urn: "profile:ada"))
    engine.execute(command: RouteCommand(urn: "login:ada"))
    let refused = RouterError.noRoute(
      path: "profile:{username}", router: "before login", routes: ["login:{username}"])
    #expect(screen.lines == ["alert \(refused)", "login login:ada", "show profile:ada"])
    #expect(errors.all.count == 1)
    #expect(
      errors.all.first?.hasPrefix("The router `after login` has no route for `login:{username}`") == true)
    withExtendedLifetime(navigator) {}
  }

  @Test(
    "an error goes to the error route alone, and where there is none to the engine's error handler alone",
    arguments: ["profile:%", "nowhere", "login:x", "note:1", "logout?user"])
  func errors(_ urn: String) throws {
    var router = try Router(scheme, routes: ["note:{id}": RoutingBroken()])
    let commands = try CommandRouter(scheme, routes: ["logout": RoutingLogoutRoute()])
    router.errorRoute = RoutingAlert()
    var first: Navigator<RoutingScreen>? = navigator(router, commands: commands)
    engine.execute(command: RouteCommand(urn: urn))
    #expect(screen.lines.count == 1)
    #expect(screen.lines.first?.hasPrefix("alert ") == true)
    #expect(errors.all == [])
    withExtendedLifetime(first) {}
    first = nil

    router.errorRoute = nil
    let second = navigator(router, commands: commands)
    engine.execute(command: RouteCommand(urn: urn))
    #expect(screen.lines.count == 1)
    #expect(errors.all.map { "alert " + $0 } == screen.lines)
    withExtendedLifetime(second) {}
  }

  @Test("when the error route fails, the engine's error handler hears of both errors")
  func errorRouteFails() throws {
    let navigator = navigator(
      try Router(
        scheme, routes: ["logout": RoutingBroken()],
        errorRoute: RoutingAlert(failure: RoutingProblem(text: "no window"))))
    engine.execute(command: RouteCommand(urn: "logout"))
    #expect(errors.all == [#"RoutingProblem(text: "broken")"#, #"RoutingProblem(text: "no window")"#])
    withExtendedLifetime(navigator) {}
  }

  @Test("a route that executes another route command is followed by it, not interrupted")
  func nested() async throws {
    struct Redirect: Routable {
      let engine: Engine

      func navigate(to location: Location, from screen: RoutingScreen) {
        screen.lines.append("begin")
        engine.execute(command: RouteCommand(urn: "logout"))
        screen.lines.append("end")
      }
    }
    let navigator = navigator(
      try Router(scheme, routes: ["note:{id}": Redirect(engine: engine), "logout": RoutingShow()]))
    engine.execute(command: RouteCommand(urn: "note:1"))
    await engine.run()
    #expect(screen.lines == ["begin", "end", "show logout"])
    withExtendedLifetime(navigator) {}
  }

  @Test("a navigator ends with its last reference, and another may take its place without a warning")
  func ends() throws {
    let router = try Router(scheme, routes: ["logout": RoutingShow()])
    weak var gone: Navigator<RoutingScreen>?
    do {
      let first = navigator(router)
      gone = first
      engine.execute(command: RouteCommand(urn: "logout"))
      withExtendedLifetime(first) {}
    }
    #expect(gone == nil)
    engine.execute(command: RouteCommand(urn: "logout"))
    #expect(screen.lines.count == 1)
    #expect(errors.all.count == 1)
    #expect(errors.all.first?.hasPrefix("No handler is registered for `RouteCommand`") == true)
    let second = navigator(router)
    engine.execute(command: RouteCommand(urn: "logout"))
    #expect(screen.lines.count == 2)
    #expect(errors.all.count == 1)
    withExtendedLifetime(second) {}
  }

  @Test("a second navigator on one engine is warned of")
  func two() throws {
    let router = try Router(scheme, routes: ["logout": RoutingShow()])
    let both = [navigator(router), navigator(router)]
    #expect(errors.all.count == 1)
    #expect(errors.all.first?.hasPrefix("`RouteCommandHandler` has replaced") == true)
    withExtendedLifetime(both) {}
  }
}
