import Foundation
public import Katana
import KatanaHTTP
public import Session

public struct LogInInterpreter: AsyncCommandInterpreter {
  let server: Server

  public func interpret(dispatch: AsyncDispatch, command: LogIn) async throws {
    let request = HTTPCommand.post(
      server.address("session"),
      body: .json(Credentials(name: command.name, password: command.password)),
      decoding: TicketAnswer.self, timeout: Server.timeout
    ) { answer in
      SessionMessage.loggedIn(answer.map(\.ticket).mapError { SessionProblem($0) })
    }
    try await server.carryOut(request, dispatch)
  }
}

public struct RenewInterpreter: AsyncCommandInterpreter {
  let server: Server

  public func interpret(dispatch: AsyncDispatch, command: Renew) async throws {
    let request = HTTPCommand.post(
      server.address("session/renewal"), headers: server.headers(token: command.ticket.token),
      decoding: TicketAnswer.self, timeout: Server.timeout
    ) { answer in
      SessionMessage.renewed(answer.map(\.ticket).mapError { SessionProblem($0) })
    }
    try await server.carryOut(request, dispatch)
  }
}

public struct GiveBackInterpreter: AsyncCommandInterpreter {
  let server: Server

  public func interpret(dispatch: AsyncDispatch, command: GiveBack) async throws {
    let request = HTTPCommand.delete(
      server.address("session"), headers: server.headers(token: command.ticket.token), as: .nothing,
      timeout: Server.timeout
    ) { answer in
      switch answer {
      case .success: SessionMessage.gaveBack(nil)
      case .failure(let error): SessionMessage.gaveBack(SessionProblem(error))
      }
    }
    try await server.carryOut(request, dispatch)
  }
}
