public import Aftermath
import MillraceHTTP

/// A feature with models that can be changed: `PATCH books/7`.
public protocol UpdateFeature: RESTFeature {
  /// The fields to change.
  ///
  /// Only the fields of the change are sent, so that concurrent changes of different fields do not undo each
  /// other.
  ///
  /// ```swift
  /// struct BookChange: Encodable {
  ///   var title: String?
  ///   var author: String?
  /// }
  /// ```
  associatedtype Change: Encodable & Sendable
}

public struct UpdateCommand<Feature: UpdateFeature>: Aftermath.Command {
  /// The changed model.
  public typealias Output = Feature.Model

  public let id: Feature.Model.ID
  public let change: Feature.Change

  public init(id: Feature.Model.ID, _ change: Feature.Change) {
    self.id = id
    self.change = change
  }
}

public struct UpdateHandler<Feature: UpdateFeature>: AsyncCommandHandler {
  private let resource: Resource<Feature>

  public init(_ resource: Resource<Feature>) {
    self.resource = resource
  }

  public func handle(command: UpdateCommand<Feature>) async throws -> Feature.Model {
    try await resource.update(id: command.id, command.change)
  }
}

extension Resource where Feature: UpdateFeature {
  /// Changes a model, also in the known list.
  ///
  /// A change that is cancelled, or not answered, may have taken place all the same.
  ///
  /// - Throws: ``RESTError``, or `CancellationError`.
  public func update(id: Feature.Model.ID, _ change: Feature.Change) async throws -> Feature.Model {
    let answer = try await send(.patch, id: id, body: .json(change), as: .json(Feature.Model.self))
    let model = try check(answer, hasID: id)
    memory.put(model)
    return model
  }
}
