/// The routes of an application in one of its states, by the patterns of their scheme.
///
/// ```swift
/// let beforeLogin = try Router(
///   scheme, name: "before login", routes: ["login:{username}": LoginRoute()], errorRoute: AlertRoute())
/// let afterLogin = try Router(
///   scheme, name: "after login", routes: ["profile:{username}": ProfileRoute(), "logout": LogoutRoute()])
/// ```
///
/// A router need not have a route for every pattern. A location without a route is an error.
///
/// A router is a route itself: it may stand in another router, for patterns that both have. If it has an
/// error route, that one receives its errors; otherwise the outer router's does.
public struct Router<Context>: Routable {
  /// The router's name in error messages.
  public let name: String
  /// The route that receives errors; without it, errors are thrown.
  public var errorRoute: (any ErrorRoutable<Context>)?
  /// The scheme whose patterns may have routes.
  let scheme: RouteScheme
  private var table: RouteTable<any Routable<Context>>

  /// Creates a router with its routes.
  ///
  /// - Parameters:
  ///   - scheme: The scheme whose patterns may have routes.
  ///   - name: The router's name in error messages.
  ///   - routes: The routes by their patterns.
  ///   - errorRoute: The route that receives errors.
  public init(
    _ scheme: RouteScheme, name: String = "router",
    routes: KeyValuePairs<String, any Routable<Context>> = [:],
    errorRoute: (any ErrorRoutable<Context>)? = nil
  ) throws(RouterError) {
    self.name = name
    self.scheme = scheme
    self.errorRoute = errorRoute
    table = RouteTable(scheme: scheme, router: name)
    for (pattern, route) in routes { try add(route, for: pattern) }
  }

  /// The patterns that have a route, in the order they were added.
  public var routes: [String] { table.patterns }

  /// Adds a route.
  ///
  /// Throws, and changes nothing, if the scheme has no such pattern or the router already has a route for it.
  public mutating func add(_ route: any Routable<Context>, for pattern: String) throws(RouterError) {
    try table.add(route, for: pattern)
  }

  /// Navigates to a location.
  ///
  /// It throws every error, even if there is an error route, except those that a router among its routes has
  /// passed to its own.
  public func navigate(to location: Location, from context: Context) throws {
    guard let route = table[location.path] else {
      throw RouterError.noRoute(path: location.path, router: name, routes: routes)
    }
    do {
      try route.navigate(to: location, from: context)
    } catch {
      guard let router = route as? Router<Context> else { throw error }
      try router.handle(routeError: error, from: context)
    }
  }

  /// Passes an error to the error route, or throws it if there is none.
  public func handle(routeError: any Error, from context: Context) throws {
    guard let errorRoute else { throw routeError }
    try errorRoute.handle(routeError: routeError, from: context)
  }
}

struct RouteTable<Route> {
  private let scheme: String
  private let known: [String]
  private let router: String
  private(set) var patterns: [String] = []
  private var table: [String: Route] = [:]

  init(scheme: RouteScheme, router: String) {
    self.scheme = scheme.name
    known = scheme.routes
    self.router = router
  }

  mutating func add(_ route: Route, for pattern: String) throws(RouterError) {
    guard known.contains(pattern) else {
      throw .unknownPattern(pattern, router: router, scheme: scheme, known: known)
    }
    guard table[pattern] == nil else { throw .duplicate(pattern: pattern, router: router) }
    table[pattern] = route
    patterns.append(pattern)
  }

  subscript(pattern: String) -> Route? { table[pattern] }
}
