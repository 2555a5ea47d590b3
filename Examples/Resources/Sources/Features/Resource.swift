public import Aftermath
public import Foundation
import MillraceHTTP

/// A feature at a server: its operations as asynchronous functions.
///
/// Copies share the known list. A custom handler that needs several requests calls it directly:
///
/// ```swift
/// struct Handler: AsyncCommandHandler {
///   let books: Resource<BookFeature>
///
///   func handle(command: Command) async throws -> Int { try await books.list().count }
/// }
/// ```
public struct Resource<Feature: RESTFeature>: Sendable {
  public let feature: Feature
  let memory = ListMemory<Feature.Model>()

  private let url: URL
  private let headers: [String: String]
  private let timeout: Duration?
  private let environment: StoreEnvironment

  /// Creates a resource.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - url: The server's address, of the scheme `http` or `https`; the feature's path is appended.
  ///   - headers: The header fields of each request, such as `Authorization`.
  ///   - timeout: The time limit of one request, on the environment's clock; nil for none.
  ///   - environment: The environment with the clock and the `HTTPClient`.
  public init(
    _ feature: Feature, at url: URL, headers: [String: String] = [:],
    timeout: Duration? = .seconds(60), environment: StoreEnvironment = StoreEnvironment()
  ) {
    self.feature = feature
    self.url = url
    self.headers = headers
    self.timeout = timeout
    self.environment = environment
  }

  /// Sends a request for the resource, or for the model with this id, and waits for the result.
  func send<Payload: Sendable>(
    _ method: HTTPMethod, id: Feature.Model.ID? = nil, body: HTTPBody = .none,
    as payload: HTTPPayload<Payload>
  ) async throws -> Payload {
    let name = id.map { "\($0)" }
    guard let address = Address.of(feature.resource, id: name, at: url) else {
      throw RESTError.unusableID(name ?? "", resource: feature.resource)
    }
    do {
      let request = try HTTPRequest(method, address, headers: headers, body: body)
      return try await environment[HTTPClient.self].value(
        of: request, as: payload, timeout: timeout, in: environment)
    } catch let error as HTTPError {
      if let name, case .status(let response) = error, response.status == 404 || response.status == 410 {
        throw RESTError.noSuchID(name, resource: feature.resource)
      }
      throw RESTError.http(error, request: "\(method.rawValue) \(address)")
    }
  }

  /// Returns the model; throws when it has another id than the requested one.
  func check(_ model: Feature.Model, hasID id: Feature.Model.ID) throws(RESTError) -> Feature.Model {
    if model.id == id { return model }
    throw .otherID("\(model.id)", asked: "\(id)", resource: feature.resource)
  }
}
