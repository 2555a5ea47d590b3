import AuthServer
import Feed
import Katana
import Session

// The bridges between the modules: each turns a command of one module into messages of another.

/// An interpreter that passes the session's news to the feed and the user.
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

/// An interpreter that passes the feed's wishes to the session or the user.
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
  /// Creates the feed's view of a ticket.
  init(_ ticket: Ticket) {
    self.init(token: ticket.token, seconds: ticket.seconds)
  }
}

/// A command that plugs the line to the server in, or unplugs it.
struct PlugServer: Command, Equatable {
  let isPlugged: Bool
}

/// An interpreter that switches the server, which runs in the same program.
struct PlugInterpreter: CommandInterpreter {
  let server: AuthServer

  func interpret(dispatch: Dispatcher, command: PlugServer) {
    server.behave(command.isPlugged ? .answers : .cuts)
    dispatch(
      AppMessage.notice("The server \(command.isPlugged ? "answers again" : "does not answer any more")."))
  }
}
