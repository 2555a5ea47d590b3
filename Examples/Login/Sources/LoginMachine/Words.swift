public import Harvest

public enum LoginState: String, Hashable, CaseIterable, Sendable {
  /// Logged out, and no request is under way.
  case loggedOut
  /// The server was asked for a login.
  case loggingIn
  /// Logged in, until the user leaves or the session is over.
  case loggedIn
  /// The server is being notified of the logout.
  case loggingOut
}

public enum LoginInput: String, Hashable, CaseIterable, Sendable {
  /// The user wants to log in.
  case login
  /// The server accepts the login.
  case loginOK
  /// The server refuses the login, or cannot be reached.
  case loginFailed
  /// The user wants to log out.
  case logout
  /// The server has acknowledged the logout.
  case logoutOK
  /// The session is over, or an administrator ends it.
  case forceLogout
}

public enum LoginQueue: EffectQueueProtocol {
  /// Effects that start at once.
  case `default`
  /// Requests to the server; a new one cancels the old one.
  case request

  public var flattenStrategy: FlattenStrategy {
    switch self {
    case .default: .merge
    case .request: .latest
    }
  }

  public static var defaultEffectQueue: LoginQueue { .default }
}

public enum LoginEffectID: String, Hashable, Sendable {
  /// The timer of a session.
  case session
}
