public import Aftermath
import KatanaHTTP

/// A feature whose models can be deleted: `DELETE books/7`.
public protocol DeleteFeature: RESTFeature {}

/// Deletes a model.
public struct DeleteCommand<Feature: DeleteFeature>: Aftermath.Command {
  /// The id of the model that is there no more.
  public typealias Output = Feature.Model.ID

  /// Which model.
  public let id: Feature.Model.ID

  /// A command.
  public init(id: Feature.Model.ID) {
    self.id = id
  }
}

/// Deletes a model.
public struct DeleteHandler<Feature: DeleteFeature>: AsyncCommandHandler {
  private let resource: Resource<Feature>

  /// A handler for a resource.
  public init(_ resource: Resource<Feature>) {
    self.resource = resource
  }

  /// Gives the id of the model that is there no more.
  public func handle(command: DeleteCommand<Feature>) async throws -> Feature.Model.ID {
    try await resource.delete(id: command.id)
    return command.id
  }
}

extension Resource where Feature: DeleteFeature {
  /// Deletes a model; the known list is without it from then on.
  ///
  /// A deletion that is cancelled, or not answered, may have taken place all the same.
  ///
  /// - Throws: ``RESTError``, or `CancellationError`.
  public func delete(id: Feature.Model.ID) async throws {
    _ = try await send(.delete, id: id, as: .nothing)
    memory.remove(id)
  }
}
