public import Aftermath
public import Foundation

extension Engine {
  /// Registers a handler for each operation of a feature at a server.
  ///
  /// ```swift
  /// try engine.use(feature: BookFeature(), at: url)
  /// ```
  ///
  /// Requests use the `HTTPClient` and the clock of the engine's environment. See ``Resource`` for the
  /// parameters, and ``use(resource:isolation:)`` for the order of requests.
  ///
  /// - Returns: The feature at its server, for custom handlers.
  /// - Throws: ``RESTError/nothingToHandle(feature:)`` when the feature has no operations.
  @discardableResult
  public func use<Feature: RESTFeature>(
    feature: Feature, at url: URL, headers: [String: String] = [:],
    timeout: Duration? = .seconds(60), isolation: isolated (any Actor)? = #isolation
  ) throws(RESTError) -> Resource<Feature> {
    let resource = Resource(
      feature, at: url, headers: headers, timeout: timeout, environment: environment)
    try use(resource: resource, isolation: isolation)
    return resource
  }

  /// Registers a handler for each operation of a resource.
  ///
  /// Commands that only read begin at once. Commands that create, update or delete are in one queue of the
  /// feature, so that they arrive at the server one after the other, in the order of execution.
  ///
  /// - Returns: A token for each handler, to end it with `dispose(token:)`.
  /// - Throws: ``RESTError/nothingToHandle(feature:)`` when the feature has no operations.
  @discardableResult
  public func use<Feature: RESTFeature>(
    resource: Resource<Feature>, isolation: isolated (any Actor)? = #isolation
  ) throws(RESTError) -> [DisposalToken] {
    let changes = EffectQueue.concat("changes of \(Feature.self)")
    // The operations of a resource depend on the protocols of its feature.
    var tokens: [DisposalToken] = []
    if let resource = resource as? any Listing { tokens.append(resource.useList(of: self, isolation)) }
    if let resource = resource as? any Detailing { tokens.append(resource.useDetail(of: self, isolation)) }
    if let resource = resource as? any Creating {
      tokens.append(resource.useCreate(of: self, in: changes, isolation))
    }
    if let resource = resource as? any Updating {
      tokens.append(resource.useUpdate(of: self, in: changes, isolation))
    }
    if let resource = resource as? any Deleting {
      tokens.append(resource.useDelete(of: self, in: changes, isolation))
    }
    if tokens.isEmpty { throw .nothingToHandle(feature: "\(Feature.self)") }
    return tokens
  }
}

private protocol Listing {
  func useList(of engine: Engine, _ isolation: isolated (any Actor)?) -> DisposalToken
}

extension Resource: Listing where Feature: ListFeature {
  func useList(of engine: Engine, _ isolation: isolated (any Actor)?) -> DisposalToken {
    engine.use(handler: ListHandler(self), isolation: isolation)
  }
}

private protocol Detailing {
  func useDetail(of engine: Engine, _ isolation: isolated (any Actor)?) -> DisposalToken
}

extension Resource: Detailing where Feature: DetailFeature {
  func useDetail(of engine: Engine, _ isolation: isolated (any Actor)?) -> DisposalToken {
    engine.use(handler: DetailHandler(self), isolation: isolation)
  }
}

private protocol Creating {
  func useCreate(
    of engine: Engine, in queue: EffectQueue, _ isolation: isolated (any Actor)?
  ) -> DisposalToken
}

extension Resource: Creating where Feature: CreateFeature {
  func useCreate(
    of engine: Engine, in queue: EffectQueue, _ isolation: isolated (any Actor)?
  ) -> DisposalToken {
    engine.use(handler: CreateHandler(self), in: queue, isolation: isolation)
  }
}

private protocol Updating {
  func useUpdate(
    of engine: Engine, in queue: EffectQueue, _ isolation: isolated (any Actor)?
  ) -> DisposalToken
}

extension Resource: Updating where Feature: UpdateFeature {
  func useUpdate(
    of engine: Engine, in queue: EffectQueue, _ isolation: isolated (any Actor)?
  ) -> DisposalToken {
    engine.use(handler: UpdateHandler(self), in: queue, isolation: isolation)
  }
}

private protocol Deleting {
  func useDelete(
    of engine: Engine, in queue: EffectQueue, _ isolation: isolated (any Actor)?
  ) -> DisposalToken
}

extension Resource: Deleting where Feature: DeleteFeature {
  func useDelete(
    of engine: Engine, in queue: EffectQueue, _ isolation: isolated (any Actor)?
  ) -> DisposalToken {
    engine.use(handler: DeleteHandler(self), in: queue, isolation: isolation)
  }
}
