public import Aftermath
import MillraceHTTP

/// A feature with single models that can be fetched: `GET books/7`.
public protocol DetailFeature: RESTFeature {}

/// A command that fetches one model.
public struct DetailCommand<Feature: DetailFeature>: Aftermath.Command {
  public typealias Output = Feature.Model

  public let id: Feature.Model.ID

  public init(id: Feature.Model.ID) {
    self.id = id
  }
}

public struct DetailHandler<Feature: DetailFeature>: AsyncCommandHandler {
  private let resource: Resource<Feature>

  public init(_ resource: Resource<Feature>) {
    self.resource = resource
  }

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
