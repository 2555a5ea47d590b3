import Aftermath
import AftermathRouting
import Testing

final class RoutingScreen {
  var lines: [String] = []
}

struct RoutingProblem: Error, Equatable { var text = "broken" }

struct RoutingShow: Routable {
  var name = "show"

  func navigate(to location: Location, from screen: RoutingScreen) throws {
    screen.lines.append("\(name) \(location.urn)")
  }
}

struct RoutingBroken: Routable {
  func navigate(to location: Location, from screen: RoutingScreen) throws { throw RoutingProblem() }
}

struct RoutingAlert: ErrorRoutable {
  var failure: RoutingProblem?

  func handle(routeError: any Error, from screen: RoutingScreen) throws {
    screen.lines.append("alert \(routeError)")
    if let failure { throw failure }
  }
}

struct RoutingLogout: Command {
  typealias Output = String
  var user = ""
}

struct RoutingLogoutRoute: CommandRoute {
  func buildCommand(from location: Location) throws -> any AnyCommand {
    RoutingLogout(user: try location.queryValueIfPresent("user") ?? "nobody")
  }
}

@Suite("Routers")
struct RoutingRouterTests {
  let scheme: RouteScheme
  let screen = RoutingScreen()

  init() throws {
    scheme = try routingScheme()
  }

  @Test("a location goes to the route of its pattern")
  func navigates() throws {
    let router = try Router(
      scheme, routes: ["logout": RoutingShow(name: "out"), "profile:{username}": RoutingShow(name: "in")])
    try router.navigate(to: scheme.parse(urn: "profile:ada"), from: screen)
    try router.navigate(to: scheme.parse(urn: "logout"), from: screen)
    #expect(screen.lines == ["in profile:ada", "out logout"])
    #expect(router.routes == ["logout", "profile:{username}"])
  }

  @Test("a location that the router has no route for is an error that says which router and which routes")
  func noRoute() throws {
    let router = try Router(scheme, name: "before login", routes: ["login:{username}": RoutingShow()])
    let error = try #require(throws: RouterError.self) {
      try router.navigate(to: scheme.parse(urn: "logout"), from: screen)
    }
    #expect(error == .noRoute(path: "logout", router: "before login", routes: ["login:{username}"]))
    #expect(
      "\(error)"
        == "The router `before login` has no route for `logout`; it has routes for `login:{username}`, so add one, or "
        + "go there when another router is active.")
    let empty = RouterError.noRoute(path: "a", router: "r", routes: [])
    #expect("\(empty)" == "The router `r` has no route for `a`; it has no routes, so add some.")
  }

  @Test("a route for a pattern that the scheme does not have is refused")
  func unknownPattern() throws {
    var router = try Router<RoutingScreen>(scheme, name: "main")
    let error = RouterError.unknownPattern(
      "profile:{name}", router: "main", scheme: "aftermath", known: scheme.routes)
    #expect(throws: error) { try router.add(RoutingShow(), for: "profile:{name}") }
    #expect(router.routes == [])
    #expect(
      "\(error)".hasPrefix(
        "The router `main` cannot have a route for `profile:{name}`, which is not a pattern"))
    #expect(throws: RouterError.self) { try CommandRouter(scheme, routes: ["x": RoutingLogoutRoute()]) }
  }

  @Test("a second route for a pattern is refused, and the first stays")
  func duplicate() throws {
    let error = RouterError.duplicate(pattern: "logout", router: "main")
    #expect(throws: error) {
      try Router(scheme, name: "main", routes: ["logout": RoutingShow(), "logout": RoutingBroken()])
    }
    var router = try Router(scheme, name: "main", routes: ["logout": RoutingShow()])
    #expect(throws: error) { try router.add(RoutingBroken(), for: "logout") }
    try router.navigate(to: scheme.parse(urn: "logout"), from: screen)
    #expect(screen.lines == ["show logout"])
    var commands = try CommandRouter(scheme, routes: ["logout": RoutingLogoutRoute()])
    #expect(throws: RouterError.duplicate(pattern: "logout", router: "command router")) {
      try commands.add(RoutingLogoutRoute(), for: "logout")
    }
  }

  @Test("an error goes to the error route, or is thrown where there is none")
  func errors() throws {
    var router = try Router(scheme, routes: ["logout": RoutingBroken()])
    #expect(throws: RoutingProblem()) { try router.navigate(to: scheme.parse(urn: "logout"), from: screen) }
    #expect(throws: RoutingProblem()) { try router.handle(routeError: RoutingProblem(), from: screen) }
    router.errorRoute = RoutingAlert()
    try router.handle(routeError: RoutingProblem(text: "x"), from: screen)
    #expect(screen.lines == [#"alert RoutingProblem(text: "x")"#])
  }

  @Test("a command router makes the command of a location, and none of others")
  func commands() throws {
    let commands = try CommandRouter(scheme, routes: ["logout": RoutingLogoutRoute()])
    #expect(commands.routes == ["logout"])
    let command = try commands.command(for: scheme.parse(urn: "logout?user=ada"))
    #expect((command as? RoutingLogout)?.user == "ada")
    #expect(try commands.command(for: scheme.parse(urn: "profile:ada")) == nil)
    #expect(throws: LocationValueError.self) { try commands.command(for: scheme.parse(urn: "logout?user")) }
  }

  @Test("a router is a route, whose errors go to its own error route, or to the outer router")
  func nested() throws {
    var inner = try Router(scheme, name: "inner", routes: ["logout": RoutingBroken()])
    var outer = try Router(scheme, name: "outer", routes: ["logout": inner, "note:{id}": inner])
    #expect(throws: RoutingProblem()) { try outer.navigate(to: scheme.parse(urn: "logout"), from: screen) }
    let error = RouterError.noRoute(path: "note:{id}", router: "inner", routes: ["logout"])
    #expect(throws: error) { try outer.navigate(to: scheme.parse(urn: "note:1"), from: screen) }
    inner.errorRoute = RoutingAlert()
    outer = try Router(scheme, name: "outer", routes: ["logout": inner, "note:{id}": inner])
    let outermost = try Router(scheme, name: "outermost", routes: ["logout": outer, "note:{id}": outer])
    try outermost.navigate(to: scheme.parse(urn: "logout"), from: screen)
    try outermost.navigate(to: scheme.parse(urn: "note:1"), from: screen)
    #expect(screen.lines == [#"alert RoutingProblem(text: "broken")"#, "alert \(error)"])
    inner.errorRoute = RoutingAlert(failure: RoutingProblem(text: "second"))
    outer = try Router(scheme, name: "outer", routes: ["logout": inner])
    #expect(throws: RoutingProblem(text: "second")) {
      try outer.navigate(to: scheme.parse(urn: "logout"), from: screen)
    }
  }
}

@Suite("Command routers") @MainActor
struct RoutingCommandRouterTests {
  @Test("a command router executes the command of a location, and says whether it has a route")
  func executes() throws {
    let scheme = try routingScheme()
    let errors = EngineErrors()
    let engine = Engine(name: "routing")
    engine.errorHandler = errors
    var users: [String] = []
    engine.use(RoutingLogout.self) {
      users.append($0.user)
      return .progress
    }
    let commands = try CommandRouter(scheme, routes: ["logout": RoutingLogoutRoute()])
    #expect(commands.execute(try scheme.parse(urn: "logout?user=ada"), on: engine))
    #expect(!commands.execute(try scheme.parse(urn: "profile:ada"), on: engine))
    #expect(users == ["ada"] && errors.all.isEmpty)
    #expect(commands.execute(try scheme.parse(urn: "logout?user"), on: engine))
    #expect(errors.all.count == 1 && errors.all[0] is LocationValueError)
  }
}
