import AuthServer
import Feed
import Katana
import Session

// What one module says becomes what happens to another: the only place that knows both.

/// Tells the feed, and the person, what becomes of the session.
struct NewsInterpreter: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: SessionNews) {
    switch command {
    case .began(let ticket): dispatch(FeedMessage.opened(Pass(ticket)))
    case .renewed(let ticket): dispatch(FeedMessage.prolonged(Pass(ticket)))
    case .notRenewed(let reason):
      dispatch(FeedMessage.notProlonged)
      dispatch(AppMessage.notice("Your session could not be renewed: \(reason)"))
    case .ended: dispatch(FeedMessage.closed)
    case .notice(let text): dispatch(AppMessage.notice(text))
    }
  }
}

/// Tells the session, or the person, what the feed wants.
struct WishInterpreter: CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: FeedWish) {
    switch command {
    case .longerPass: dispatch(SessionMessage.renew)
    case .passOver: dispatch(SessionMessage.runOut)
    case .notice(let text): dispatch(AppMessage.notice(text))
    }
  }
}

extension Pass {
  /// What the feed has to know of a ticket.
  init(_ ticket: Ticket) {
    self.init(token: ticket.token, seconds: ticket.seconds)
  }
}

/// Plug the line to the server in, or unplug it.
struct PlugServer: Command, Equatable {
  let isPlugged: Bool
}

/// Does so, because the server is in the same program.
struct PlugInterpreter: CommandInterpreter {
  let server: AuthServer

  func interpret(dispatch: Dispatcher, command: PlugServer) {
    server.behave(command.isPlugged ? .answers : .cuts)
    dispatch(
      AppMessage.notice("The server \(command.isPlugged ? "answers again" : "does not answer any more")."))
  }
}
