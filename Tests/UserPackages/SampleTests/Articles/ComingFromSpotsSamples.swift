import Aftermath
import AftermathComponents
import AftermathRouting
import Testing

/// The samples about routing and components of *Coming from the original*.
@MainActor
enum FromSpots {
  struct User: Equatable {
    let id: Int
  }

  @MainActor
  final class Stack {
    private(set) var users: [User] = []
    private(set) var alerts = 0

    func show(_ user: User) { users.append(user) }
    func alert() { alerts += 1 }
  }

  struct LogOut: Command {
    typealias Output = Void
  }

  struct LogOutRoute: CommandRoute {
    func buildCommand(from location: Location) -> any AnyCommand { LogOut() }
  }

  @MainActor
  struct AlertRoute: @MainActor ErrorRoutable {
    func handle(routeError: any Error, from stack: Stack) { stack.alert() }
  }

  @MainActor
  struct UserRoute: @MainActor Routable {
    func navigate(to location: Location, from stack: Stack) throws {
      stack.show(User(id: try location.argument("id", as: Int.self)))
    }
  }

  @MainActor
  static func configure(_ engine: Engine, stack: Stack) throws -> Navigator<Stack> {
    let scheme = try RouteScheme("app", routes: ["users:{id}", "logout"])
    let router = try Router(scheme, routes: ["users:{id}": UserRoute()], errorRoute: AlertRoute())
    let commandRouter = try CommandRouter(scheme, routes: ["logout": LogOutRoute()])
    return Navigator(
      engine: engine, scheme: scheme, commandRouter: { commandRouter },
      context: { stack }, router: { router })
  }

  struct UserList: Command {
    typealias Output = [Item]
  }

  struct AddUser: Command {
    typealias Output = Insertion
  }

  struct MoreUsers: Command {
    typealias Output = [Item]
    var after: String?
  }

  static func makeUsers(
    _ engine: Engine, _ renderer: any Renderer, _ cache: MemoryCache
  ) -> ComponentController {
    let users = ComponentController(
      cacheKey: "users", cache: cache, components: [Component(identifier: "users")], itemCommand: UserList(),
      behaviors: [
        ItemInsertBehavior(commandType: AddUser.self),
        PagingBehavior { items in MoreUsers(after: items.last?.identifier) },
      ],
      renderer: renderer, engine: engine)
    users.refreshMode = .always
    users.errorHandler = { error in print(error) }
    users.appear()
    return users
  }
}

@MainActor
@Suite("Coming from AftermathCompass and AftermathSpots") struct FromSpotsSamples {
  @Test("A command leads to a route, to a command or to an alert")
  func routing() throws {
    let engine = Engine(name: "test")
    let stack = FromSpots.Stack()
    var isLoggedOut = false
    engine.use(FromSpots.LogOut.self) { _ in
      isLoggedOut = true
      return .data(())
    }
    let navigator = try FromSpots.configure(engine, stack: stack)
    engine.execute(command: RouteCommand(urn: "users:7"))
    engine.execute(command: RouteCommand(urn: "users:ada"))
    engine.execute(command: RouteCommand(urn: "logout"))
    #expect(stack.users == [FromSpots.User(id: 7)] && stack.alerts == 1 && isLoggedOut)
    withExtendedLifetime(navigator) {}
  }

  @Test("A list is loaded, extended and continued")
  func components() {
    let engine = Engine(name: "test")
    let renderer = PlainTextRenderer()
    engine.use(FromSpots.UserList.self) { _ in .data([Item(identifier: "1", title: "Ada")]) }
    engine.use(FromSpots.AddUser.self) { _ in .data(.prepend([Item(identifier: "0", title: "Bob")])) }
    engine.use(FromSpots.MoreUsers.self) { .data([Item(identifier: "2", title: "after \($0.after ?? "-")")]) }
    let users = FromSpots.makeUsers(engine, renderer, MemoryCache())
    engine.execute(command: FromSpots.AddUser())
    users.reachEnd()
    #expect(renderer.text == "# users\n- Bob\n- Ada\n- after 1\n")
  }
}
