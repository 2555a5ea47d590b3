public import NotesModel
import Synchronization

/// Servers with the same data.
///
/// One is used at a time, and the next one when it cannot be reached.
public final class ServerPool: Sendable {
  private let clients: [ServerClient]
  /// The place of the server in use.
  private let place = Mutex(0)

  /// Creates a pool.
  ///
  /// - Parameter clients: The servers' clients, at least one. The first one is used first.
  public init(_ clients: [ServerClient]) {
    precondition(!clients.isEmpty, "A pool of servers has none; give it at least one client.")
    self.clients = clients
  }

  /// The address of the server in use.
  public var address: ServerAddress { current.client.address }

  private var current: (place: Int, client: ServerClient) {
    let place = place.withLock { $0 }
    return (place, clients[place])
  }

  /// Turns to the next server, unless another one is in use by now.
  private func leave(_ left: Int) {
    place.withLock { if $0 == left { $0 = (left + 1) % clients.count } }
  }

  /// Requests the greeting of the server in use, and of each other one until one can be reached.
  ///
  /// - Throws: The error of the first server that says more than that it cannot be reached; otherwise that of
  ///   the first one.
  public func greet() async throws(ServerError) -> Greeting {
    var failure: ServerError?
    for _ in clients {
      let (place, client) = current
      do throws(ServerError) {
        return try await client.greet()
      } catch {
        if case .unreachable? = failure, error.isOfServer { failure = error }
        failure = failure ?? error
        if Task.isCancelled { throw error }
        leave(place)
      }
    }
    throw failure ?? .unreachable("There is no server.")
  }

  /// Sends a change to the server in use; see ``ServerClient/push(_:)``.
  public func push(_ request: PushRequest) async throws(ServerError) -> PushAnswer {
    let (place, client) = current
    do throws(ServerError) {
      return try await client.push(request)
    } catch {
      leave(place)
      throw error
    }
  }

  /// Follows the server in use; see ``ServerClient/follow(after:)``.
  public func follow(after sequence: Int) -> AsyncThrowingStream<FeedBatch, any Error> {
    let (place, client) = current
    let feed = client.feed(after: sequence)
    return AsyncThrowingStream {
      do {
        return try await feed.next()
      } catch {
        self.leave(place)
        throw error
      }
    }
  }
}

extension ServerError {
  /// True for an error that a server has told, or that its answer shows.
  fileprivate var isOfServer: Bool { if case .unreachable = self { false } else { true } }
}
