// expect-error: type 'Transition<LoginState>' has no member 'loggedIn'
// A row of a table does not say where it leads.
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
    .logout | .loggedIn,
  ]
  return .reduce(.first, table)
}
