import Millrace

struct Repository: Equatable, Hashable, Sendable {
  let name: String
  let stars: Int
}

protocol Server: Sendable {
  /// Returns the repositories whose names contain the query, those with the most stars first.
  func repositories(matching query: String, on clock: any Clock<Duration>) async throws -> [Repository]
}

/// The server in the environment of effects.
enum ServerKey: StoreEnvironmentKey {
  static let defaultValue: any Server = CannedServer()
}

/// A built-in server, which takes longer the shorter the query is.
struct CannedServer: Server {
  /// A query that the server does not answer.
  struct TooLong: Error, CustomStringConvertible {
    let limit: Int
    var description: String { "The server takes no more than \(limit) characters; ask for less." }
  }

  static let limit = 20

  private static let shelf = [
    Repository(name: "weir/swift-mill", stars: 910), Repository(name: "weir/sluice", stars: 430),
    Repository(name: "ada/swift-notes", stars: 388), Repository(name: "ada/swing", stars: 250),
    Repository(name: "tern/swallow", stars: 121), Repository(name: "tern/mill-race", stars: 64),
    Repository(name: "ben/swiftly", stars: 12),
  ]

  func repositories(matching query: String, on clock: any Clock<Duration>) async throws -> [Repository] {
    try await clock.sleep(for: .milliseconds(query.count < 4 ? 900 : 200))
    if query.count > Self.limit { throw TooLong(limit: Self.limit) }
    return Self.shelf.filter { $0.name.contains(query.lowercased()) }
  }
}
