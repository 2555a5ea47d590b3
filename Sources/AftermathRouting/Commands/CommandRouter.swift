public import Aftermath

/// Makes a command of a location.
///
/// ```swift
/// struct LogoutRoute: CommandRoute {
///   func buildCommand(from location: Location) -> any AnyCommand { Logout() }
/// }
/// ```
public protocol CommandRoute {
  /// The command; an error goes to the router's error route.
  func buildCommand(from location: Location) throws -> any AnyCommand
}

/// The locations that are commands and not places, by the patterns of their scheme.
///
/// ```swift
/// let commands = try CommandRouter(scheme, routes: ["logout": LogoutRoute()])
/// ```
public struct CommandRouter {
  /// What the router is called in errors.
  public let name: String
  private var table: RouteTable<any CommandRoute>

  /// A command router with its routes; see ``Router/init(_:name:routes:errorRoute:)``.
  public init(
    _ scheme: RouteScheme, name: String = "command router",
    routes: KeyValuePairs<String, any CommandRoute> = [:]
  ) throws(RouterError) {
    self.name = name
    table = RouteTable(scheme: scheme, router: name)
    for (pattern, route) in routes { try add(route, for: pattern) }
  }

  /// The patterns that it has a route for, in the order they were added.
  public var routes: [String] { table.patterns }

  /// Adds a route.
  ///
  /// It throws, and changes nothing, where the scheme has no such pattern or the router has a route for it.
  public mutating func add(_ route: any CommandRoute, for pattern: String) throws(RouterError) {
    try table.add(route, for: pattern)
  }

  /// The command for a location, or nil where the location is no command.
  public func command(for location: Location) throws -> (any AnyCommand)? {
    try table[location.path]?.buildCommand(from: location)
  }
}
