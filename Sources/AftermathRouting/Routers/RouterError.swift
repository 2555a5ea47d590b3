import Millrace

/// A problem with a router, or with a location for it.
public enum RouterError: Error, Hashable, Sendable {
  /// The scheme does not have the pattern of the added route, so no location would ever lead to it.
  case unknownPattern(String, router: String, scheme: String, known: [String])
  /// The router already has a route for the pattern.
  case duplicate(pattern: String, router: String)
  /// The router has no route for the location's pattern.
  case noRoute(path: String, router: String, routes: [String])
}

extension RouterError: AdvisingError {}

extension RouterError: CustomStringConvertible {
  /// The error as a sentence: the problem, its reason and its remedy.
  public var description: String {
    switch self {
    case .unknownPattern(let pattern, let router, let scheme, let known):
      "The router \(quoted(router)) cannot have a route for \(quoted(pattern)), which is not a pattern of the scheme "
        + "\(quoted(scheme)); "
        + (known.isEmpty
          ? "the scheme has no patterns, so register them first."
          : "the scheme has \(listed(known)), so use one of them or register it first.")
    case .duplicate(let pattern, let router):
      "The router \(quoted(router)) already has a route for \(quoted(pattern)); add one route for each pattern."
    case .noRoute(let path, let router, let routes):
      "The router \(quoted(router)) has no route for \(quoted(path)); "
        + (routes.isEmpty
          ? "it has no routes, so add some"
          : "it has routes for \(listed(routes)), so add one, or go there when another router is active")
        + "."
    }
  }
}
