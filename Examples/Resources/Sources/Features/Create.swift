public import Aftermath
import KatanaHTTP

/// A feature of which new models can be created: `POST books`.
public protocol CreateFeature: RESTFeature {
  /// What a model is made of, before the server gives it an id.
  associatedtype Draft: Encodable & Sendable
}

/// Creates a model.
public struct CreateCommand<Feature: CreateFeature>: Aftermath.Command {
  /// The model as the server keeps it, with its id.
  public typealias Output = Feature.Model

  /// What the model is made of.
  public let draft: Feature.Draft

  /// A command.
  public init(_ draft: Feature.Draft) {
    self.draft = draft
  }
}

/// Creates a model.
public struct CreateHandler<Feature: CreateFeature>: AsyncCommandHandler {
  private let resource: Resource<Feature>

  /// A handler for a resource.
  public init(_ resource: Resource<Feature>) {
    self.resource = resource
  }

  /// Gives the model as the server keeps it.
  public func handle(command: CreateCommand<Feature>) async throws -> Feature.Model {
    try await resource.create(command.draft)
  }
}

extension Resource where Feature: CreateFeature {
  /// Creates a model; the known list has it from then on.
  ///
  /// A creation that is cancelled, or not answered, may have taken place all the same.
  ///
  /// - Throws: ``RESTError``, or `CancellationError`.
  public func create(_ draft: Feature.Draft) async throws -> Feature.Model {
    let model = try await send(.post, body: .json(draft), as: .json(Feature.Model.self))
    memory.put(model)
    return model
  }
}
