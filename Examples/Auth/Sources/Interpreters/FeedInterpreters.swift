public import Feed
import Foundation
public import Katana
import KatanaHTTP

public struct LoadItemsInterpreter: AsyncCommandInterpreter {
  let server: Server

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
