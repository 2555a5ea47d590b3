import AftermathRouting
import NotesModel

/// The places of links.
enum Places {
  /// Returns the scheme of links: `notes:42`, `todos:new`, `search:milk`.
  static func scheme() throws(RouteSchemeError) -> RouteScheme {
    try RouteScheme(
      "notes",
      routes: [
        "notes", "notes:new", "notes:{id}", "notes:{id}:edit",
        "todos", "todos:new", "todos:{id}", "todos:{id}:edit",
        "users", "users:{id}",
        "search:{words}", "conflicts", "conflicts:{kind}:{id}", "log", "help",
      ])
  }

  /// Returns the router of links to places.
  @MainActor
  static func router(_ scheme: RouteScheme) throws(RouterError) -> Router<Interface> {
    var router = try Router<Interface>(
      scheme, name: "screens",
      routes: ["conflicts": PlainRoute(.conflicts), "log": PlainRoute(.log), "help": PlainRoute(.help)],
      errorRoute: SentenceRoute())
    for kind in Kind.allCases {
      try router.add(PlainRoute(.list(kind)), for: kind.rawValue)
      try router.add(ItemRoute(kind: kind) { .item($0) }, for: "\(kind.rawValue):{id}")
      guard kind != .users else { continue }
      try router.add(PlainRoute(.new(kind)), for: "\(kind.rawValue):new")
      try router.add(ItemRoute(kind: kind) { .edit($0) }, for: "\(kind.rawValue):{id}:edit")
    }
    try router.add(ItemRoute { .conflict($0) }, for: "conflicts:{kind}:{id}")
    return router
  }

  /// Returns the router of links to commands: a search shows the list that already exists.
  static func commandRouter(_ scheme: RouteScheme) throws(RouterError) -> CommandRouter {
    try CommandRouter(scheme, routes: ["search:{words}": SearchRoute()])
  }
}
