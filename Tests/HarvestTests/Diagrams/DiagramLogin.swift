import Harvest

enum DiagramState: String, Hashable, CaseIterable, Codable { case loggedOut, loggingIn, loggedIn, loggingOut }
enum DiagramInput: String, Hashable, CaseIterable, Codable {
  case login, loginOK, logout, logoutOK, forceLogout
}

typealias DiagramMachine = Harvester<DiagramInput, DiagramState>.EffectMapping<Void, BasicEffectQueue, Never>

/// The login machine with a forced logout, as it is drawn in the tests.
var diagramLogin: DiagramMachine {
  .reduce(
    .first,
    [
      .login | .loggedOut => .loggingIn | diagramRequest("login request", .loginOK),
      .loginOK | .loggingIn => .loggedIn | .empty,
      .logout | .loggedIn => .loggingOut | diagramRequest("logout request", .logoutOK),
      .logoutOK | .loggingOut => .loggedOut | .empty,
      .forceLogout | matching("busy") { $0 == .loggingIn || $0 == .loggedIn } => .loggingOut
        | diagramRequest("logout request", .logoutOK),
    ] as [DiagramMachine])
}

func diagramRequest(
  _ label: EffectLabel, _ answer: DiagramInput
) -> Effect<Void, DiagramInput, BasicEffectQueue, Never> {
  Effect(label: label, answers: [answer]) { _ in answer }
}

/// States and inputs of small machines.
enum DiagramPlace: Hashable, CaseIterable, Codable { case a, b, c }
enum DiagramStep: Hashable, CaseIterable, Codable { case go, back, jump }

typealias DiagramTable = Harvester<DiagramStep, DiagramPlace>.Mapping
typealias DiagramWork = Harvester<DiagramStep, DiagramPlace>.EffectMapping<Int, BasicEffectQueue, Never>

/// Goes around: every check is content with it.
var diagramRound: [DiagramTable] {
  [
    .go | .a => .b,
    .back | .b => .c,
    .jump | .c => .a,
  ]
}

/// A value that calls itself what it likes.
struct DiagramNamed: Hashable, CustomStringConvertible {
  let description: String
  var number = 0
}
