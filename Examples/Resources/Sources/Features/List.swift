public import Aftermath
import KatanaHTTP

/// A feature of which all models can be listed: `GET books`.
public protocol ListFeature: RESTFeature {}

/// Asks for all models.
///
/// Its events are `progress`, the list as it was last known, if it was, and the list as the server has it now.
public struct ListCommand<Feature: ListFeature>: Aftermath.Command {
  /// The models, in the server's order.
  public typealias Output = [Feature.Model]

  /// A command.
  public init() {}
}

/// Lists the models: first what is known, then what the server says.
public struct ListHandler<Feature: ListFeature>: AsyncCommandHandler {
  private let resource: Resource<Feature>

  /// A handler for a resource.
  public init(_ resource: Resource<Feature>) {
    self.resource = resource
  }

  /// Publishes the list as it was last known, and gives the one that is fetched.
  public func handle(command: ListCommand<Feature>) async throws -> [Feature.Model] {
    if let known = resource.knownList { publish(data: known) }
    return try await resource.list()
  }
}

extension Resource where Feature: ListFeature {
  /// The list as it was last known: fetched, and then changed by what was created, updated and deleted.
  ///
  /// Nil before it was fetched for the first time.
  public var knownList: [Feature.Model]? { memory.list }

  /// Fetches the list.
  ///
  /// What has been created, updated or deleted through this resource while the server was being asked is in it, and
  /// of two lists that are fetched at the same time, the one that was asked for last counts for both.
  ///
  /// - Throws: ``RESTError``, or `CancellationError`.
  public func list() async throws -> [Feature.Model] {
    let fetch = memory.begin()
    do {
      return memory.end(fetch, with: try await send(.get, as: .json([Feature.Model].self)))
    } catch {
      memory.abandon(fetch)
      throw error
    }
  }
}
