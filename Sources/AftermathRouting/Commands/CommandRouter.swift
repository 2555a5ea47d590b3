public import Aftermath

/// A route that turns a location into a command.
///
/// ```swift
/// struct LogoutRoute: CommandRoute {
///   func buildCommand(from location: Location) -> any AnyCommand { Logout() }
/// }
/// ```
public protocol CommandRoute {
  /// Returns the command for a location.
  ///
  /// A thrown error goes to the router's error route.
  func buildCommand(from location: Location) throws -> any AnyCommand
}

/// The routes that lead to commands instead of places, by the patterns of their scheme.
///
/// ```swift
/// let commands = try CommandRouter(scheme, routes: ["logout": LogoutRoute()])
/// ```
public struct CommandRouter {
  /// The router's name in error messages.
  public let name: String
  private var table: RouteTable<any CommandRoute>

  /// Creates a command router with its routes.
  ///
  /// See ``Router/init(_:name:routes:errorRoute:)``.
  public init(
    _ scheme: RouteScheme, name: String = "command router",
    routes: KeyValuePairs<String, any CommandRoute> = [:]
  ) throws(RouterError) {
    self.name = name
    table = RouteTable(scheme: scheme, router: name)
    for (pattern, route) in routes { try add(route, for: pattern) }
  }

  /// The patterns that have a route, in the order they were added.
  public var routes: [String] { table.patterns }

  /// Adds a route.
  ///
  /// Throws, and changes nothing, if the scheme has no such pattern or the router already has a route for it.
  public mutating func add(_ route: any CommandRoute, for pattern: String) throws(RouterError) {
    try table.add(route, for: pattern)
  }

  /// Executes the command for a location, and returns true, if the router has a route for it.
  ///
  /// An error that the route throws goes to the engine's error handler.
  @discardableResult
  public func execute(
    _ location: Location, on engine: Engine = .shared, isolation: isolated (any Actor)? = #isolation
  ) -> Bool {
    guard let route = table[location.path] else { return false }
    engine.execute(builder: RouteCommandBuilder(route: route, location: location), isolation: isolation)
    return true
  }

  /// Returns the command for a location, or nil if the router has no route for it.
  public func command(for location: Location) throws -> (any AnyCommand)? {
    try table[location.path]?.buildCommand(from: location)
  }
}

private struct RouteCommandBuilder: CommandBuilder {
  let route: any CommandRoute
  let location: Location

  func buildCommand() throws -> any AnyCommand { try route.buildCommand(from: location) }
}
