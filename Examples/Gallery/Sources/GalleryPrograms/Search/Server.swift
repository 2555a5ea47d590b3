import Millrace

/// Something that can be found.
struct Repository: Equatable, Hashable, Sendable {
  let name: String
  let stars: Int
}

/// Whoever is asked.
protocol Server: Sendable {
  /// The repositories in whose names this occurs, those with the most stars first.
  func repositories(matching query: String, on clock: any Clock<Duration>) async throws -> [Repository]
}

/// Where an effect finds the server.
enum ServerKey: StoreEnvironmentKey {
  static let defaultValue: any Server = CannedServer()
}

/// A server that is part of the program, and takes the longer the less it is given to look for.
struct CannedServer: Server {
  /// A question that it does not answer.
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
