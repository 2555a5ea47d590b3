import Millrace
import MillraceTesting

/// A login, right or with a mistake in it.
struct ModelLogin: Hashable, Sendable {
  enum Phase: Hashable, Sendable {
    case loggedOut
    case loggingIn
    case loggedIn
  }

  enum Message: Hashable, Sendable {
    case logIn
    case logOut
    case accepted
    case refused
  }

  enum Mistake {
    case none
    /// A cancelled login is not cancelled.
    case forgetsToCancel
    /// A refused login is stuck.
    case ignoresRefusal
  }

  var phase = Phase.loggedOut

  static func update(_ mistake: Mistake) -> (inout ModelLogin, Message) -> Effect<Message> {
    { login, message in
      switch (message, login.phase) {
      case (.logIn, .loggedOut):
        login.phase = .loggingIn
        return .run(id: "login", label: "log in") { await $0(.accepted) }
      case (.logOut, .loggingIn):
        login.phase = .loggedOut
        return mistake == .forgetsToCancel ? .none : .cancel(id: "login")
      case (.logOut, .loggedIn):
        login.phase = .loggedOut
        return .none
      case (.accepted, _):
        login.phase = .loggedIn
        return .none
      case (.refused, .loggingIn):
        if mistake == .ignoresRefusal { return .unhandled }
        login.phase = .loggedOut
        return .none
      default:
        return .unhandled
      }
    }
  }

  static func check(_ mistake: Mistake) -> ModelCheck<ModelLogin, Message, ModelLogin> {
    ModelCheck(Logic(ModelLogin(), update: update(mistake)), messages: [.logIn, .logOut])
      .answers { $0.label == "log in" ? [.sends(.accepted), .sends(.refused)] : nil }
  }
}
