public import Harvest

/// Where somebody is on the way in and out.
public enum LoginState: String, Hashable, CaseIterable, Sendable {
  /// Nobody is logged in, and nothing is under way.
  case loggedOut
  /// The server is asked to let somebody in.
  case loggingIn
  /// Somebody is in, until they leave or the session is over.
  case loggedIn
  /// The server is told that somebody leaves.
  case loggingOut
}

/// What happens.
public enum LoginInput: String, Hashable, CaseIterable, Sendable {
  /// Somebody wants in.
  case login
  /// The server lets them in.
  case loginOK
  /// The server does not, or it cannot be reached.
  case loginFailed
  /// Somebody wants out.
  case logout
  /// The server has taken note.
  case logoutOK
  /// They must go: the session is over, or somebody else says so.
  case forceLogout
}

/// Where effects stand in line.
public enum LoginQueue: EffectQueueProtocol {
  /// Everything starts at once.
  case `default`
  /// Questions to the server, of which only the latest counts.
  case request

  /// What happens when several effects are asked for.
  public var flattenStrategy: FlattenStrategy {
    switch self {
    case .default: .merge
    case .request: .latest
    }
  }

  /// The queue of effects that name none.
  public static var defaultEffectQueue: LoginQueue { .default }
}

/// What effects are cancelled by.
public enum LoginEffectID: String, Hashable, Sendable {
  /// The time that a session lasts.
  case session
}
