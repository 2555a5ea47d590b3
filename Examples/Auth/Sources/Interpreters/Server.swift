public import Foundation
public import Katana
public import KatanaHTTP

/// Where the server is, and how it is asked.
public struct Server: Sendable {
  /// How long an answer may take.
  public static let timeout = Duration.seconds(10)

  private let url: URL
  private let http: HTTPInterpreter

  /// A server at an address, asked through a transport.
  public init(at url: URL, transport: any HTTPTransport = HTTPInterpreter.standardTransport) {
    self.url = url
    http = HTTPInterpreter(transport: transport)
  }

  /// Who carries out the commands of all modules.
  public var interpreters: [any AnyCommandInterpreter] {
    [
      LogInInterpreter(server: self), RenewInterpreter(server: self), GiveBackInterpreter(server: self),
      LoadItemsInterpreter(server: self),
    ]
  }

  func address(_ path: String) -> URL { url.appending(path: path) }

  func headers(token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }

  /// Carries a request out; its message goes the way of the command that led to it.
  func carryOut<Payload>(_ request: HTTPCommand<Payload>, _ dispatch: AsyncDispatch) async throws {
    try await http.interpret(dispatch: dispatch, command: request.exchange)
  }
}
