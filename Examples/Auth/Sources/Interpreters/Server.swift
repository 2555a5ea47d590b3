public import Foundation
public import Katana
public import KatanaHTTP

/// The connection to the server.
public struct Server: Sendable {
  /// The time limit of an answer.
  public static let timeout = Duration.seconds(10)

  private let url: URL
  private let http: HTTPInterpreter

  public init(at url: URL, transport: any HTTPTransport = HTTPInterpreter.standardTransport) {
    self.url = url
    http = HTTPInterpreter(transport: transport)
  }

  /// The interpreters of all modules' commands.
  public var interpreters: [any AnyCommandInterpreter] {
    [
      LogInInterpreter(server: self), RenewInterpreter(server: self), GiveBackInterpreter(server: self),
      LoadItemsInterpreter(server: self),
    ]
  }

  func address(_ path: String) -> URL { url.appending(path: path) }

  func headers(token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }

  /// Sends a request; its message is dispatched for the command that led to it.
  func carryOut<Payload>(_ request: HTTPCommand<Payload>, _ dispatch: AsyncDispatch) async throws {
    try await http.interpret(dispatch: dispatch, command: request.exchange)
  }
}
