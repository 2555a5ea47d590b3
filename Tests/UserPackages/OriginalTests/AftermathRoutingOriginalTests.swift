import Aftermath
import AftermathRouting
import Foundation
import Testing

/// The words of AftermathCompass and Compass, in the order of the table of the article.
@Suite("The words of the originals AftermathCompass and Compass")
@MainActor
struct AftermathRoutingOriginalTests {
  @MainActor final class Controller {
    var pages: [String] = []
  }

  @MainActor struct UserRoute: @MainActor Routable {
    func navigate(to location: Location, from controller: Controller) throws {
      controller.pages.append("user \(try location.argument("id", as: Int.self))")
    }
  }

  @MainActor struct LoginRoute: @MainActor Routable {
    typealias Context = Controller

    func navigate(to location: Location, from controller: Controller) {
      controller.pages.append(location.path)
    }
  }

  @MainActor struct ErrorRoute: @MainActor ErrorRoutable {
    func handle(routeError: any Error, from controller: Controller) { controller.pages.append("error") }
  }

  struct UpdateUser: Command {
    typealias Output = Void
    let user: String
  }

  struct UpdateUserRoute: CommandRoute {
    func buildCommand(from location: Location) throws -> any AnyCommand {
      UpdateUser(user: try location.payload(as: String.self))
    }
  }

  let engine = Engine(name: "compass")
  let controller = Controller()

  /// The routes of Compass's own tests.
  private func scheme() throws -> RouteScheme {
    try RouteScheme(
      "compassTests",
      routes: [
        "profile:{user}", "profile:admin", "login", "callback", "organization:{name}:{type}",
        "user:list:{userId}:{kind}", "user:list", "{appId}:user:list:{userId}:{kind}",
      ],
      reading: [.trailingSlash, .queryArguments, .fragmentArguments])
  }

  // MARK: Schemes and locations

  @Test("the scheme, its routes and its delimiter are those of a value")
  func schemes() throws {
    let scheme = try scheme()
    #expect(scheme.name == "compassTests" && scheme.routes.count == 8 && scheme.delimiter == ":")
  }

  // row: of several patterns, the one with the most literals
  @Test(
    "a URL is parsed to a location with its arguments, and the most concrete route is chosen",
    arguments: [
      ("profile:testUser", "profile:{user}", ["user": "testUser"]),
      ("profile:admin", "profile:admin", [:]),
      ("user:list", "user:list", [:]),
      ("user:list:1:admin", "user:list:{userId}:{kind}", ["userId": "1", "kind": "admin"]),
      (
        "12:user:list:1:admin", "{appId}:user:list:{userId}:{kind}",
        ["appId": "12", "userId": "1", "kind": "admin"]
      ),
      ("login", "login", [:]),
    ])
  func parsing(_ urn: String, _ path: String, _ arguments: [String: String]) throws {
    let location = try scheme().parse(url: "compassTests://" + urn)
    #expect(location.path == path && location.arguments == arguments)
  }

  @Test("a payload goes with a location")
  func payload() throws {
    let location = try scheme().parse(urn: "profile:testUser", payload: (first: "foo", last: "bar"))
    #expect((location.payload as? (first: String, last: String))?.first == "foo")
    #expect(try location.payload(as: (first: String, last: String).self).last == "bar")
  }

  @Test("a route that no pattern matches throws the reason")
  func unknown() throws {
    #expect(throws: LocationError.self) { try scheme().parse(urn: "unknown") }
    #expect(throws: LocationError.self) { try scheme().parse(url: "other:login") }
    #expect((try? scheme().parse(urn: "unknown")) == nil)
  }

  // row: the query's items were the arguments, or those of the fragment instead
  // row: with a query or a fragment, a slash before it was left out
  @Test(
    "tokens in a query or a fragment, after a slash or not, are arguments",
    arguments: [
      "callback/#access_token=ya29.Ci8n-sX_oo=&token_type=Bearer&expires_in=3600",
      "callback/?access_token=ya29.Ci8n-sX_oo=&token_type=Bearer&expires_in=3600",
      "callback?access_token=ya29.Ci8n-sX_oo=&token_type=Bearer&expires_in=3600",
      "callback#access_token=ya29.Ci8n-sX_oo=;token_type=Bearer;expires_in=3600",
    ])
  func tokens(_ urn: String) throws {
    let link = try #require(URL(string: "compassTests://" + urn))
    let location = try scheme().parse(url: link)
    #expect(location.path == "callback" && location.arguments.count == 3)
    #expect(location.arguments["access_token"] == "ya29.Ci8n-sX_oo=")
    #expect(try location.argument("expires_in", as: Int.self) == 3600)
    #expect(location.arguments["token_type"] == "Bearer")
  }

  // row: with a query or a fragment, the URL's host was the path, registered or not
  @Test("what is not asked for is not read: the query and the fragment stay apart from the arguments")
  func strict() throws {
    let scheme = try RouteScheme("app", routes: ["callback"])
    let location = try scheme.parse(url: "app:callback?code=1#a=2")
    #expect(location.arguments.isEmpty && location.fragment == "a=2")
    #expect(try location.queryValue("code", as: Int.self) == 1)
    #expect(throws: LocationError.self) { try scheme.parse(url: "app://callback/") }
  }

  @Test("the delimiter is of one's choice")
  func delimiter() throws {
    let scheme = try RouteScheme("app", routes: ["users/{id}/posts"], delimiter: "/")
    #expect(try scheme.parse(url: "app://users/7/posts").arguments == ["id": "7"])
    #expect(throws: RouteSchemeError.invalidDelimiter("?")) { try RouteScheme("app", delimiter: "?") }
  }

  // row: a URN with spaces was percent-encoded
  @Test("a URN may have spaces, and values are encoded")
  func encoded() throws {
    let location = try scheme().parse(urn: "organization:hyper oslo:simply awesome")
    #expect(location.arguments == ["name": "hyper oslo", "type": "simply awesome"])
    #expect(location.urn == "organization:hyper%20oslo:simply%20awesome")
  }

  // row: `Location(path:arguments:payload:)`
  @Test("a location is made by hand in a test")
  func byHand() throws {
    let location = Location(path: "users:{id}", arguments: ["id": "7"], payload: "Ada")
    #expect(location.path == "users:{id}" && location.arguments == ["id": "7"])
    try UserRoute().navigate(to: location, from: controller)
    #expect(controller.pages == ["user 7"])
  }

  // MARK: Routers

  // row: `Router.navigate(to:from:)` passed errors to the error route, or dropped them
  // row: `CurrentController`, `Controller`
  @Test("a router leads a location to its route, and an error to the error route")
  func router() throws {
    let scheme = try RouteScheme("app", routes: ["users:{id}", "login"])
    var router = try Router(scheme, routes: ["users:{id}": UserRoute()])
    router.errorRoute = ErrorRoute()
    try router.navigate(to: Location(path: "users:{id}", arguments: ["id": "7"]), from: controller)
    for location in [Location(path: "login"), Location(path: "users:{id}", arguments: ["id": "x"])] {
      do {
        try router.navigate(to: location, from: controller)
      } catch {
        try router.handle(routeError: error, from: controller)
      }
    }
    #expect(controller.pages == ["user 7", "error", "error"])
  }

  // row: `Router()`, `router.routes["login"] = LoginRoute()`
  @Test("routes are added to a router")
  func addedRoutes() throws {
    let scheme = try RouteScheme("app", routes: ["login"])
    var router = try Router<Controller>(scheme)
    try router.add(LoginRoute(), for: "login")
    #expect(router.routes == ["login"])
    #expect(throws: RouterError.self) { try router.add(LoginRoute(), for: "logon") }
  }

  @Test("a router is a route")
  func nestedRouter() throws {
    let scheme = try RouteScheme("app", routes: ["users:{id}", "login"])
    let users = try Router(
      scheme, name: "users", routes: ["users:{id}": UserRoute()], errorRoute: ErrorRoute())
    let all = try Router(scheme, routes: ["users:{id}": users, "login": LoginRoute()])
    let route: any Routable<Controller> = all
    try route.navigate(to: scheme.parse(urn: "users:7"), from: controller)
    try route.navigate(to: scheme.parse(urn: "users:x"), from: controller)
    #expect(controller.pages == ["user 7", "error"])
  }

  // row: `CommandRouter()`, `commandRouter.routes`
  @Test("a command router executes the command of a location")
  func commandRouter() throws {
    var updated: [String] = []
    engine.use(UpdateUser.self) {
      updated.append($0.user)
      return .data(())
    }
    let scheme = try RouteScheme("app", routes: ["users:update:{id}", "login"])
    let commands = try CommandRouter(scheme, routes: ["users:update:{id}": UpdateUserRoute()])
    let location = Location(path: "users:update:{id}", arguments: ["id": "7"], payload: "Ada")
    #expect(commands.execute(location, on: engine))
    #expect(!commands.execute(Location(path: "login"), on: engine))
    #expect(updated == ["Ada"])
  }

  // MARK: Commands

  // row: errors of a command route went to the engine
  // row: `URLString` of a command
  @Test("a command leads to a route, to a command, or to the error route")
  func navigator() throws {
    let scheme = try RouteScheme("aftermath", routes: ["users:{id}", "users:update:{id}", "login"])
    let router = try Router(scheme, routes: ["users:{id}": UserRoute()], errorRoute: ErrorRoute())
    let commands = try CommandRouter(scheme, routes: ["users:update:{id}": UpdateUserRoute()])
    var updated: [String] = []
    engine.use(UpdateUser.self) {
      updated.append($0.user)
      return .data(())
    }
    let (engine, controller) = (engine, controller)
    let navigator = Navigator(
      engine: engine, scheme: scheme, commandRouter: { commands }, context: { controller }, router: { router }
    )
    let command = RouteCommand(urn: "users:7")
    #expect(command.address == .urn("users:7"))
    engine.execute(command: command)
    engine.execute(command: RouteCommand(urn: "users:update:7", payload: "Ada"))
    engine.execute(command: RouteCommand(url: try #require(URL(string: "aftermath:users:8"))))
    engine.execute(command: RouteCommand(urn: "users:update:7"))
    engine.execute(command: RouteCommand(urn: "login"))
    engine.execute(command: RouteCommand(urn: "unknown"))
    #expect(controller.pages == ["user 7", "user 8", "error", "error", "error"])
    #expect(updated == ["Ada"])
    withExtendedLifetime(navigator) {}
  }

  @Test("without routers, a reaction receives the locations")
  func handle() throws {
    final class Listener: ReactionProducer {
      let engine: Engine
      var paths: [String] = []
      init(_ engine: Engine) { self.engine = engine }
    }
    engine.use(handler: RouteCommandHandler(try scheme()))
    let listener = Listener(engine)
    listener.react(to: RouteCommand.self) { [weak listener] location in listener?.paths.append(location.path)
    }
    engine.execute(command: RouteCommand(urn: "login"))
    engine.execute(command: RouteCommand(to: Location(path: "profile:{user}", arguments: ["user": "ada"])))
    #expect(listener.paths == ["login", "profile:{user}"])
  }

  // MARK: Deprecated names

  @Test("the deprecated names do what they did")
  func deprecated() throws { try (self as any DeprecatedNames).check() }
}

/// Has the deprecated names of the originals checked, where no warning appears.
@MainActor
private protocol DeprecatedNames {
  func check() throws
}

extension AftermathRoutingOriginalTests: DeprecatedNames {
  @available(*, deprecated)
  func check() throws {
    struct Picky: Routable {
      func navigate(to location: Location, from controller: Int) throws {
        if location.arguments.isEmpty { throw RouteError.invalidArguments(location) }
        throw location.payload == nil ? RouteError.invalidPayload(location) : RouteError.notFound
      }
    }
    #expect(throws: RouteError.self) { try Picky().navigate(to: Location(path: "a"), from: 1) }
    let scheme = try RouteScheme("aftermath", routes: ["users:{id}"])
    engine.use(handler: CompassCommandHandler(scheme))
    let recorder = engine.record()
    engine.execute(command: CompassCommand(URN: "users:7", payload: "Ada"))
    engine.execute(command: CompassCommand(URL: try #require(URL(string: "aftermath:users:8"))))
    let locations = recorder.history.only(CompassCommand.self).compactMap { $0.result as? Location }
    #expect(locations.map(\.urn) == ["users:7", "users:8"])
    #expect(throws: CompassError.self) { try scheme.parse(urn: "nothing") }
    let router = try Router(scheme, routes: ["users:{id}": UserRoute()])
    let commandRouter = try CommandRouter(scheme)
    let manager = CompassManager(
      router: { router }, commandRouter: { commandRouter }, currentController: { [controller] in controller })
    Engine.shared.execute(command: CompassCommand(URN: "users:9"))
    #expect(controller.pages == ["user 9"])
    withExtendedLifetime(manager) {}
  }
}
