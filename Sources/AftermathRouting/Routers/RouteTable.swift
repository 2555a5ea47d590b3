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
