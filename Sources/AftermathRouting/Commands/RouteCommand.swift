public import Aftermath
public import Foundation

/// Goes to a location of the application.
///
/// ```swift
/// execute(command: RouteCommand(urn: "profile:ada", payload: ada))
/// execute(command: RouteCommand(url: link))
/// execute(command: RouteCommand(to: try scheme.location(to: "profile:{username}", arguments: ["username": name])))
/// ```
///
/// A value that is put into a URN by hand has to be percent-encoded; a location does that by itself.
public struct RouteCommand: Command {
  /// Where it has led to.
  public typealias Output = Location

  /// Where to go, in writing.
  public enum Address: Hashable, Sendable {
    /// A route without the scheme: `profile:ada`.
    case urn(String)
    /// A route with the scheme: `aftermath:profile:ada`.
    case url(String)
  }

  /// Where to go, in writing.
  public let address: Address
  /// What is handed over.
  public let payload: (any Sendable)?

  /// Goes to where a URN leads.
  public init(urn: String, payload: (any Sendable)? = nil) {
    address = .urn(urn)
    self.payload = payload
  }

  /// Goes to where a URL leads.
  public init(url: String, payload: (any Sendable)? = nil) {
    address = .url(url)
    self.payload = payload
  }

  /// Goes to where a URL leads.
  public init(url: URL, payload: (any Sendable)? = nil) {
    self.init(url: url.absoluteString, payload: payload)
  }

  /// Goes to a location that is known, with its payload.
  public init(to location: Location) {
    self.init(url: location.url, payload: location.payload)
  }
}

/// Finds the location of each route command, in a scheme.
///
/// A ``Navigator`` registers one by itself.
public struct RouteCommandHandler: CommandHandler {
  private let scheme: RouteScheme

  /// A handler for the routes of a scheme.
  public init(_ scheme: RouteScheme) {
    self.scheme = scheme
  }

  /// Publishes the location, or why there is none.
  ///
  /// It does not throw: what reacts to the event decides who is told of the error.
  public func handle(command: RouteCommand) -> Event<RouteCommand> {
    do {
      switch command.address {
      case .urn(let urn): return .data(try scheme.parse(urn: urn, payload: command.payload))
      case .url(let url): return .data(try scheme.parse(url: url, payload: command.payload))
      }
    } catch {
      return .error(error)
    }
  }
}
