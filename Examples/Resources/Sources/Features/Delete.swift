public import Aftermath
import MillraceHTTP

/// A feature with models that can be deleted: `DELETE books/7`.
public protocol DeleteFeature: RESTFeature {}

public struct DeleteCommand<Feature: DeleteFeature>: Aftermath.Command {
  /// The id of the deleted model.
  public typealias Output = Feature.Model.ID

  public let id: Feature.Model.ID

  public init(id: Feature.Model.ID) {
    self.id = id
  }
}

public struct DeleteHandler<Feature: DeleteFeature>: AsyncCommandHandler {
  private let resource: Resource<Feature>

  public init(_ resource: Resource<Feature>) {
    self.resource = resource
  }

  public func handle(command: DeleteCommand<Feature>) async throws -> Feature.Model.ID {
    try await resource.delete(id: command.id)
    return command.id
  }
}

extension Resource where Feature: DeleteFeature {
  /// Deletes a model, and removes it from the known list.
  ///
  /// A deletion that is cancelled, or not answered, may have taken place all the same.
  ///
  /// - Throws: ``RESTError``, or `CancellationError`.
  public func delete(id: Feature.Model.ID) async throws {
    _ = try await send(.delete, id: id, as: .nothing)
    memory.remove(id)
  }
}
