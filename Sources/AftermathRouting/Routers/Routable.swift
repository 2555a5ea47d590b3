/// Goes to the locations of one route.
///
/// ```swift
/// struct ProfileRoute: @MainActor Routable {
///   func navigate(to location: Location, from screen: Screen) throws {
///     screen.show(Profile(of: try location.argument("username")))
///   }
/// }
/// ```
public protocol Routable<Context> {
  /// What a route shows itself in: a screen, a window, a model of navigation.
  associatedtype Context
  /// Goes to the location; an error goes to the router's error route.
  func navigate(to location: Location, from context: Context) throws
}

/// Shows what went wrong on the way to a location.
public protocol ErrorRoutable<Context> {
  /// What the error is shown in.
  associatedtype Context
  /// Shows the error.
  ///
  /// What it throws goes to the engine's error handler, or to who called the router.
  func handle(routeError: any Error, from context: Context) throws
}
