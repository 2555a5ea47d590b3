public import Aftermath
import KatanaHTTP

/// A feature of which one model can be fetched: `GET books/7`.
public protocol DetailFeature: RESTFeature {}

/// Asks for one model.
public struct DetailCommand<Feature: DetailFeature>: Aftermath.Command {
  /// The model.
  public typealias Output = Feature.Model

  /// Which model.
  public let id: Feature.Model.ID

  /// A command.
  public init(id: Feature.Model.ID) {
    self.id = id
  }
}

/// Fetches one model.
public struct DetailHandler<Feature: DetailFeature>: AsyncCommandHandler {
  private let resource: Resource<Feature>

  /// A handler for a resource.
  public init(_ resource: Resource<Feature>) {
    self.resource = resource
  }

  /// Gives the model as the server has it.
  public func handle(command: DetailCommand<Feature>) async throws -> Feature.Model {
    try await resource.detail(id: command.id)
  }
}

extension Resource where Feature: DetailFeature {
  /// Fetches one model.
  ///
  /// - Throws: ``RESTError``, or `CancellationError`.
  public func detail(id: Feature.Model.ID) async throws -> Feature.Model {
    try check(try await send(.get, id: id, as: .json(Feature.Model.self)), hasID: id)
  }
}
