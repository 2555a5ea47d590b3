public import Aftermath
import KatanaHTTP

/// A feature whose models can be changed: `PATCH books/7`.
public protocol UpdateFeature: RESTFeature {
  /// What is to be different.
  ///
  /// Only what is in it is sent, so that two who change different things of one model do not undo each other.
  ///
  /// ```swift
  /// struct BookChange: Encodable {
  ///   var title: String?
  ///   var author: String?
  /// }
  /// ```
  associatedtype Change: Encodable & Sendable
}

/// Changes a model.
public struct UpdateCommand<Feature: UpdateFeature>: Aftermath.Command {
  /// The model as the server keeps it now.
  public typealias Output = Feature.Model

  /// Which model.
  public let id: Feature.Model.ID
  /// What is to be different.
  public let change: Feature.Change

  /// A command.
  public init(id: Feature.Model.ID, _ change: Feature.Change) {
    self.id = id
    self.change = change
  }
}

/// Changes a model.
public struct UpdateHandler<Feature: UpdateFeature>: AsyncCommandHandler {
  private let resource: Resource<Feature>

  /// A handler for a resource.
  public init(_ resource: Resource<Feature>) {
    self.resource = resource
  }

  /// Gives the model as the server keeps it now.
  public func handle(command: UpdateCommand<Feature>) async throws -> Feature.Model {
    try await resource.update(id: command.id, command.change)
  }
}

extension Resource where Feature: UpdateFeature {
  /// Changes a model; the known list has it changed from then on.
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
