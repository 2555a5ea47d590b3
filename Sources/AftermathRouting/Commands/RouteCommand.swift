public import Aftermath
public import Foundation

/// A command that navigates to a location of the application.
///
/// ```swift
/// execute(command: RouteCommand(urn: "profile:ada", payload: ada))
/// execute(command: RouteCommand(url: link))
/// execute(
///   command: RouteCommand(
///     to: try scheme.location(to: "profile:{username}", arguments: ["username": name])))
/// ```
///
/// A value inserted into a URN by hand must be percent-encoded; a location encodes its values itself.
public struct RouteCommand: Command {
  /// The location that was reached.
  public typealias Output = Location

  /// The written address of a location.
  public enum Address: Hashable, Sendable {
    /// A route without the scheme: `profile:ada`.
    case urn(String)
    /// A route with the scheme: `aftermath:profile:ada`.
    case url(String)
  }

  /// The written address of the location.
  public let address: Address
  /// The value handed to the place, outside the written address.
  public let payload: (any Sendable)?

  /// Creates a command that navigates to a URN.
  public init(urn: String, payload: (any Sendable)? = nil) {
    address = .urn(urn)
    self.payload = payload
  }

  /// Creates a command that navigates to a URL.
  public init(url: String, payload: (any Sendable)? = nil) {
    address = .url(url)
    self.payload = payload
  }

  /// Creates a command that navigates to a URL.
  public init(url: URL, payload: (any Sendable)? = nil) {
    self.init(url: url.absoluteString, payload: payload)
  }

  /// Creates a command that navigates to a location, with its payload.
  public init(to location: Location) {
    address = location.scheme.isEmpty ? .urn(location.urn) : .url(location.url)
    payload = location.payload
  }
}

/// The handler that finds the location of each route command in a scheme.
///
/// A ``Navigator`` registers one itself.
public struct RouteCommandHandler: CommandHandler {
  private let scheme: RouteScheme

  /// Creates a handler for the routes of a scheme.
  public init(_ scheme: RouteScheme) {
    self.scheme = scheme
  }

  /// Publishes the location, or the error that explains why there is none.
  ///
  /// It does not throw: the reaction to the event decides where the error goes.
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
