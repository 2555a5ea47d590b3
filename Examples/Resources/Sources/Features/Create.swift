public import Aftermath
import MillraceHTTP

/// A feature with models that can be created: `POST books`.
public protocol CreateFeature: RESTFeature {
  /// The content of a model before the server gives it an id.
  associatedtype Draft: Encodable & Sendable
}

public struct CreateCommand<Feature: CreateFeature>: Aftermath.Command {
  /// The created model, with its id.
  public typealias Output = Feature.Model

  public let draft: Feature.Draft

  public init(_ draft: Feature.Draft) {
    self.draft = draft
  }
}

public struct CreateHandler<Feature: CreateFeature>: AsyncCommandHandler {
  private let resource: Resource<Feature>

  public init(_ resource: Resource<Feature>) {
    self.resource = resource
  }

  public func handle(command: CreateCommand<Feature>) async throws -> Feature.Model {
    try await resource.create(command.draft)
  }
}

extension Resource where Feature: CreateFeature {
  /// Creates a model, and adds it to the known list.
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
