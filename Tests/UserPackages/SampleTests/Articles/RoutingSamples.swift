import Aftermath
import AftermathRouting
import Foundation
import Testing

/// The samples of AftermathRouting's article.
@MainActor
enum RoutingArticle {
  /// A stand-in for a window, which keeps what it has shown.
  @MainActor
  final class Window {
    private(set) var pages: [String] = []

    func show(_ page: String) { pages.append(page) }
  }

  @MainActor
  final class Session {
    var isLoggedIn = false
  }

  struct Note: Sendable {
    var id: Int
    var title: String
  }

  struct LogOut: Command {
    typealias Output = Void
  }

  enum Tab: String, RouteValue { case posts, likes }

  @MainActor
  struct ProfileRoute: @MainActor Routable {
    func navigate(to location: Location, from window: Window) throws {
      let name = try location.argument("username", as: String.self)
      let tab = try location.queryValueIfPresent("tab", as: Tab.self) ?? .posts
      window.show("\(name), \(tab)")
    }
  }

  @MainActor
  struct NoteRoute: @MainActor Routable {
    func navigate(to location: Location, from window: Window) throws {
      let id = try location.argument("id", as: Int.self)
      let note = location.payload == nil ? nil : try location.payload(as: Note.self)
      window.show(note?.title ?? "Note \(id)")
    }
  }

  @MainActor
  struct LoginRoute: @MainActor Routable {
    func navigate(to location: Location, from window: Window) { window.show("Login") }
  }

  @MainActor
  struct AlertRoute: @MainActor ErrorRoutable {
    func handle(routeError: any Error, from window: Window) {
      window.show("Alert: \(routeError)")
    }
  }

  struct LogOutRoute: CommandRoute {
    func buildCommand(from location: Location) -> any AnyCommand { LogOut() }
  }

  static func makeScheme() throws -> RouteScheme {
    let scheme = try RouteScheme(
      "notes", routes: ["login", "logout", "note:{id}", "note:new", "profile:{username}"])
    return scheme
  }

  static func makeNavigator(
    engine: Engine, scheme: RouteScheme, window: Window, session: Session
  ) throws -> Navigator<Window> {
    let beforeLogin = try Router(
      scheme, name: "before login", routes: ["login": LoginRoute()], errorRoute: AlertRoute())
    let afterLogin = try Router(
      scheme, name: "after login",
      routes: ["note:{id}": NoteRoute(), "profile:{username}": ProfileRoute()],
      errorRoute: AlertRoute())
    let commands = try CommandRouter(scheme, routes: ["logout": LogOutRoute()])
    let navigator = Navigator(
      engine: engine, scheme: scheme, commandRouter: { commands },
      context: { window },
      router: { session.isLoggedIn ? afterLogin : beforeLogin })
    return navigator
  }
}

@MainActor
struct RoutingSampleTests {
  typealias Window = RoutingArticle.Window
  typealias Session = RoutingArticle.Session
  typealias ProfileRoute = RoutingArticle.ProfileRoute
  typealias Tab = RoutingArticle.Tab
  typealias Note = RoutingArticle.Note
  typealias LogOut = RoutingArticle.LogOut

  let scheme: RouteScheme

  init() throws {
    scheme = try RoutingArticle.makeScheme()
  }

  private func makeNavigator(
    _ engine: Engine, _ window: Window, _ session: Session
  ) throws -> Navigator<Window> {
    try RoutingArticle.makeNavigator(engine: engine, scheme: scheme, window: window, session: session)
  }

  @Test("A link is parsed to a place, and a place prints its link")
  func link() throws {
    do {
      let location = try scheme.parse(url: "notes:profile:ada?tab=likes#top")
      #expect(location.path == "profile:{username}")
      #expect(location.arguments == ["username": "ada"])
      #expect(location.fragment == "top")
    }
    do {
      let location = try scheme.location(
        to: "profile:{username}", arguments: ["username": "a:b"], query: [.init("tab", "likes")])
      #expect(location.url == "notes:profile:a%3Ab?tab=likes")
      #expect(try scheme.parse(url: location.url).arguments == ["username": "a:b"])
    }
  }

  @Test("Links of other parties are read where that is asked for")
  func links() throws {
    let links = try RouteScheme(
      "notes", routes: ["callback", "note/{id}"], delimiter: "/",
      reading: [.trailingSlash, .fragmentArguments])
    let answer = try links.parse(url: "notes://callback/#access_token=4f&expires_in=3600")
    #expect(answer.arguments == ["access_token": "4f", "expires_in": "3600"])
    #expect(try answer.argument("expires_in", as: Int.self) == 3600)
  }

  @Test("A router is a route of another")
  func nested() throws {
    typealias NoteRoute = RoutingArticle.NoteRoute
    typealias AlertRoute = RoutingArticle.AlertRoute
    let notes = try Router(
      scheme, name: "notes", routes: ["note:{id}": NoteRoute()], errorRoute: AlertRoute())
    let whole = try Router(scheme, routes: ["note:{id}": notes, "profile:{username}": ProfileRoute()])
    let window = Window()
    try whole.navigate(to: scheme.parse(urn: "note:7"), from: window)
    try whole.navigate(to: scheme.parse(urn: "note:x"), from: window)
    #expect(window.pages.first == "Note 7" && window.pages.last?.hasPrefix("Alert: ") == true)
  }

  @Test("The literal farthest to the left decides")
  func specificity() throws {
    #expect(try scheme.parse(urn: "note:new").path == "note:new")
    #expect(try scheme.parse(urn: "note:7").path == "note:{id}")
    #expect(throws: LocationError.self) {
      try scheme.location(to: "note:{id}", arguments: ["id": "new"])
    }
  }

  @Test("A route is called like any function")
  func route() throws {
    let window = Window()
    let location = try scheme.parse(urn: "profile:ada?tab=likes")
    try ProfileRoute().navigate(to: location, from: window)
    #expect(window.pages == ["ada, likes"])
    let bob = Location(path: "profile:{username}", arguments: ["username": "bob"])
    try ProfileRoute().navigate(to: bob, from: window)
    #expect(window.pages.last == "bob, posts")
    #expect(throws: LocationValueError.self) {
      try ProfileRoute().navigate(to: scheme.parse(urn: "profile:ada?tab=x"), from: window)
    }
  }

  @Test("A route command leads to its place, by whichever router there is at the moment")
  func navigator() throws {
    let session = Session()
    let engine = Engine(name: "test")
    let window = Window()
    let navigator = try makeNavigator(engine, window, session)
    engine.execute(command: RouteCommand(urn: "login"))
    session.isLoggedIn = true
    engine.execute(command: RouteCommand(urn: "note:7"))
    #expect(window.pages == ["Login", "Note 7"])
    engine.execute(command: RouteCommand(urn: "note:seven"))
    #expect(window.pages.last?.hasPrefix("Alert: The argument `id` of the route `note:{id}`") == true)
    withExtendedLifetime(navigator) {}
  }

  @Test("A route command is written in three ways, and a command location becomes its command")
  func commands() throws {
    let session = Session()
    session.isLoggedIn = true
    let engine = Engine(name: "test")
    let window = Window()
    let navigator = try makeNavigator(engine, window, session)
    var isLoggedOut = false
    engine.use(LogOut.self) { _ in
      isLoggedOut = true
      return .data(())
    }
    let location = try scheme.location(to: "profile:{username}", arguments: ["username": "bob"])
    let note = Note(id: 7, title: "Mills")
    engine.execute(command: RouteCommand(url: "notes:profile:ada?tab=likes"))
    engine.execute(command: RouteCommand(urn: "note:7", payload: note))
    engine.execute(command: RouteCommand(to: location))
    #expect(window.pages == ["ada, likes", "Mills", "bob, posts"])
    engine.execute(command: RouteCommand(urn: "logout"))
    #expect(isLoggedOut)
    #expect(window.pages.count == 3)
    withExtendedLifetime(navigator) {}
  }

  @Test("A caller that waits for a route command gets its location, also when the route has failed")
  func result() async throws {
    let session = Session()
    let engine = Engine(name: "test")
    let window = Window()
    let navigator = try makeNavigator(engine, window, session)
    #expect(try await engine.result(of: RouteCommand(urn: "note:7")).path == "note:{id}")
    #expect(window.pages.first?.hasPrefix("Alert: The router `before login`") == true)
    withExtendedLifetime(navigator) {}
  }

  @Test("Foundation has no URL with a name where a port belongs")
  func slashes() throws {
    #expect(URL(string: "notes://profile:ada") == nil)
    #expect(URL(string: "notes:profile:ada") != nil)
    #expect(try scheme.parse(url: "notes://profile:ada").url == "notes:profile:ada")
  }
}
