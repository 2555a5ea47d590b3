/// A route that navigates to the locations of one pattern.
///
/// ```swift
/// struct ProfileRoute: @MainActor Routable {
///   func navigate(to location: Location, from screen: Screen) throws {
///     screen.show(Profile(of: try location.argument("username")))
///   }
/// }
/// ```
public protocol Routable<Context> {
  /// The place where a route shows itself: a screen, a window, a navigation model.
  associatedtype Context
  /// Navigates to the location.
  ///
  /// A thrown error goes to the router's error route.
  func navigate(to location: Location, from context: Context) throws
}

/// A route that shows an error that occurred on the way to a location.
public protocol ErrorRoutable<Context> {
  /// The place where the error is shown.
  associatedtype Context
  /// Shows the error.
  ///
  /// An error thrown here goes to the engine's error handler, or to the caller of the router.
  func handle(routeError: any Error, from context: Context) throws
}
