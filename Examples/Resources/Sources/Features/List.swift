public import Aftermath
import MillraceHTTP

/// A feature with models that can be listed: `GET books`.
public protocol ListFeature: RESTFeature {}

/// A command that lists all models.
///
/// Its events are `progress`, the known list, if there is one, and the list as the server has it now.
public struct ListCommand<Feature: ListFeature>: Aftermath.Command {
  /// The models, in the server's order.
  public typealias Output = [Feature.Model]

  public init() {}
}

/// A handler that lists the models: first the known list, then the server's.
public struct ListHandler<Feature: ListFeature>: AsyncCommandHandler {
  private let resource: Resource<Feature>

  public init(_ resource: Resource<Feature>) {
    self.resource = resource
  }

  /// Publishes the known list, and returns the fetched one.
  public func handle(command: ListCommand<Feature>) async throws -> [Feature.Model] {
    if let known = resource.knownList { publish(data: known) }
    return try await resource.list()
  }
}

extension Resource where Feature: ListFeature {
  /// The known list: the last fetched one, with the later creations, updates and deletions.
  ///
  /// Nil before the first fetch.
  public var knownList: [Feature.Model]? { memory.list }

  /// Fetches the list.
  ///
  /// It includes the changes that were made through this resource while the request was under way. Of two
  /// concurrent fetches, the later one decides the result of both.
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
