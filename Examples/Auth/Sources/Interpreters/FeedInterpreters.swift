public import Feed
import Foundation
public import Katana
import KatanaHTTP

/// Loads the items of a feed.
public struct LoadItemsInterpreter: AsyncCommandInterpreter {
  let server: Server

  /// Asks for the items.
  public func interpret(dispatch: AsyncDispatch, command: LoadItems) async throws {
    let request = HTTPCommand.get(
      server.address("items"), headers: server.headers(token: command.pass.token),
      decoding: [ItemAnswer].self, timeout: Server.timeout
    ) { answer in
      FeedMessage.loaded(answer.map { $0.map(\.item) }.mapError { FeedProblem($0) })
    }
    try await server.carryOut(request, dispatch)
  }
}
