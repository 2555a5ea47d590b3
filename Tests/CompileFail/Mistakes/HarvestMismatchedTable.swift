// expect-error: type 'LoginState' has no member 'logout'
// A row of a table leads to an input instead of a state.
import Harvest

enum LoginState: Hashable, Sendable {
  case loggedOut, loggedIn
}

enum LoginInput: Hashable, Sendable {
  case login, logout
}

typealias Mapping = Harvester<LoginInput, LoginState>.Mapping

@MainActor
func makeMapping() -> Mapping {
  let table: [Mapping] = [
    .login | .loggedOut => .loggedIn,
    .logout | .loggedIn => .logout,
  ]
  return .reduce(.first, table)
}
