import Harvest
import Millrace

enum DialectInput: Codable, Equatable, Sendable {
  case login(String), loginOK, logout, tick, renamed(by: Int)
}

struct DialectSession: Codable, Equatable, Sendable {
  enum Phase: Codable, Equatable, Sendable { case loggedOut, loggingIn, loggedIn }

  var phase = Phase.loggedOut
  var user = ""
  var ticks = 0
}

/// An input as the first version wrote it.
private struct OldInput: Codable, Sendable {
  var name: String
  var value = ""

  init(_ input: DialectInput) {
    switch input {
    case .login(let user): (name, value) = ("login", user)
    case .loginOK: name = "loginOK"
    case .logout: name = "logout"
    case .tick: name = "tick"
    case .renamed(let number): (name, value) = ("renamed", "\(number)")
    }
  }

  var input: DialectInput {
    switch name {
    case "login": .login(value)
    case "loginOK": .loginOK
    case "logout": .logout
    case "renamed": .renamed(by: Int(value) ?? 0)
    default: .tick
    }
  }
}

/// A Harvest machine among the dialects.
@MainActor
struct DialectHarvest {
  typealias Machine = Harvester<DialectInput, DialectSession>

  let machine: Machine

  init(_ flow: Flow) {
    let mapping = Machine.EffectMapping<Void, BasicEffectQueue, Never>.makeInout { input, session in
      switch (input, session.phase) {
      case (.login(let user), .loggedOut):
        session.phase = .loggingIn
        session.user = user
        return Harvest.Effect { _ in .loginOK }
      case (.loginOK, .loggingIn): session.phase = .loggedIn
      case (.logout, .loggedIn): session = DialectSession(ticks: session.ticks)
      case (.tick, _):
        session.ticks += 1
        return session.ticks.isMultiple(of: 3) ? Harvest.Effect(.renamed(by: session.ticks)) : .empty
      case (.renamed(let ticks), _): session.user += "\(ticks)"
      default: return nil
      }
      return .empty
    }
    machine = Machine(state: DialectSession(), mapping: mapping, world: (), name: "session", flow: flow)
  }

  func recordable(version: Int) -> Recordable<DialectSession, DialectInput> {
    if version == 1 {
      return machine.recordable(
        state: RecordSchema("session"),
        inputs: RecordSchema<DialectInput>().adding(
          OldInput.self, "input", wrap: { $0.input }, unwrap: { OldInput($0) }))
    }
    return machine.recordable(
      state: RecordSchema("session"),
      inputs: RecordSchema("input", version: 2).upcast("input", from: 1, to: 2) { (old: OldInput) in old.input
      })
  }

  func step(_ number: Int) {
    switch number % 4 {
    case 0: machine.send(.login("user \(number)"))
    case 1: machine.send(.logout)
    default: machine.send(.tick)
    }
  }

  var state: DialectSession { machine.state }
}
