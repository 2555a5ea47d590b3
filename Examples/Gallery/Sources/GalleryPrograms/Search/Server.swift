import Millrace

struct Repository: Equatable, Hashable, Sendable {
  let name: String
  let stars: Int
}

/// The server in the environment of effects; a test has to set one.
struct Server: StoreEnvironmentKey, Sendable {
  /// Returns the repositories whose names contain the query, those with the most stars first.
  var repositories: @Sendable (_ query: String, _ clock: any Clock<Duration>) async throws -> [Repository]

  /// A query that the built-in server does not answer.
  struct TooLong: Error, CustomStringConvertible {
    let limit: Int
    var description: String { "The server takes no more than \(limit) characters; ask for less." }
  }

  static let limit = 20

  /// A built-in server, which takes longer the shorter the query is.
  static let defaultValue = Server { query, clock in
    try await clock.sleep(for: .milliseconds(query.count < 4 ? 900 : 200))
    if query.count > limit { throw TooLong(limit: limit) }
    return shelf.filter { $0.name.contains(query.lowercased()) }
  }

  private static let shelf = [
    Repository(name: "weir/swift-mill", stars: 910), Repository(name: "weir/sluice", stars: 430),
    Repository(name: "ada/swift-notes", stars: 388), Repository(name: "ada/swing", stars: 250),
    Repository(name: "tern/swallow", stars: 121), Repository(name: "tern/mill-race", stars: 64),
    Repository(name: "ben/swiftly", stars: 12),
  ]
}
