/// The routes of an application in one of its states, by the patterns of their scheme.
///
/// ```swift
/// let beforeLogin = try Router(
///   scheme, name: "before login", routes: ["login:{username}": LoginRoute()], errorRoute: AlertRoute())
/// let afterLogin = try Router(
///   scheme, name: "after login", routes: ["profile:{username}": ProfileRoute(), "logout": LogoutRoute()])
/// ```
///
/// A router has a route for those patterns it wants to; a location of another is an error that says so.
public struct Router<Context> {
  /// What the router is called in errors.
  public let name: String
  /// What is told of errors; without it, they are thrown.
  public var errorRoute: (any ErrorRoutable<Context>)?
  private var table: RouteTable<any Routable<Context>>

  /// A router with its routes.
  ///
  /// - Parameters:
  ///   - scheme: The scheme whose patterns there can be routes for.
  ///   - name: What the router is called in errors.
  ///   - routes: The routes by their patterns.
  ///   - errorRoute: What is told of errors.
  public init(
    _ scheme: RouteScheme, name: String = "router",
    routes: KeyValuePairs<String, any Routable<Context>> = [:],
    errorRoute: (any ErrorRoutable<Context>)? = nil
  ) throws(RouterError) {
    self.name = name
    self.errorRoute = errorRoute
    table = RouteTable(scheme: scheme, router: name)
    for (pattern, route) in routes { try add(route, for: pattern) }
  }

  /// The patterns that it has a route for, in the order they were added.
  public var routes: [String] { table.patterns }

  /// Adds a route.
  ///
  /// It throws, and changes nothing, where the scheme has no such pattern or the router has a route for it.
  public mutating func add(_ route: any Routable<Context>, for pattern: String) throws(RouterError) {
    try table.add(route, for: pattern)
  }

  /// Goes to a location; what goes wrong is thrown, whether there is an error route or not.
  public func navigate(to location: Location, from context: Context) throws {
    guard let route = table[location.path] else {
      throw RouterError.noRoute(path: location.path, router: name, routes: routes)
    }
    try route.navigate(to: location, from: context)
  }

  /// Tells the error route of an error, or throws it where there is none.
  public func handle(routeError: any Error, from context: Context) throws {
    guard let errorRoute else { throw routeError }
    try errorRoute.handle(routeError: routeError, from: context)
  }
}
