import Feed
import Session

/// The sentences for the user about the models; nil where there is nothing to say.
enum Wording {
  static func session(_ old: SessionModel, _ new: SessionModel) -> String? {
    switch (old, new) {
    case (.loggedIn(let before, _), .loggedIn(let now, _)):
      before == now ? nil : "Your session has been renewed, for another \(now.seconds) seconds."
    case (_, .loggedIn(let ticket, _)):
      "Welcome, \(ticket.person). Your session lasts \(ticket.seconds) seconds, and is renewed before that."
    case (_, .loggingIn): nil
    case (.loggedIn(let ticket, _), .loggedOut(nil)): "Goodbye, \(ticket.person)."
    case (_, .loggedOut(nil)): "Nobody is being logged in any more."
    case (.loggedIn, .loggedOut(.refused(let reason)?)): "Your session is over. \(reason)"
    case (_, .loggedOut(.refused(let reason)?)), (_, .loggedOut(.unanswered(let reason)?)): reason
    case (_, .loggedOut(.ranOut?)): "Your session is over, because it was not renewed in time."
    }
  }

  static func page(_ page: FeedPage) -> String? {
    switch page {
    case .blank, .loading, .waiting, .loadingAgain: nil
    case .missing(let reason): reason
    case .items(let items):
      items.isEmpty
        ? "There is nothing to read."
        : items.map { "  \($0.author): \($0.text)" }.joined(separator: "\n")
    }
  }

  static func status(_ model: AppModel) -> String {
    switch model.session {
    case .loggedOut: "Nobody is logged in."
    case .loggingIn(let name): "\(name) is being logged in."
    case .loggedIn(let ticket, _):
      "\(ticket.person) is logged in, for \(model.feed.secondsLeft) more seconds."
    }
  }
}
