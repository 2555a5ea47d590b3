import MillraceToolkit
import Testing

@MainActor
@Suite("The kernel's inside") struct ToolkitSamples {
  enum Told: Sendable {
    case tell(String)
  }

  @Test("A turn without a message is taken at once, or not at all")
  func unseen() {
    var log: [String] = []
    let store = Store([String]()) { (state: inout [String], message: Told) in
      if case .tell(let text) = message { state.append(text) }
      return .none
    }
    let isTaken = StoreInternals(store).takeUnseenTurn { log.append("told at once") }
    if !isTaken { store.send(.tell("later")) }
    #expect(log == ["told at once"])
    #expect(store.state == [])

    let token = store.flow.tap { log.append("seen: turn \($0.sequence)") }
    #expect(!StoreInternals(store).takeUnseenTurn { log.append("not at once") })
    store.send(.tell("later"))
    #expect(log == ["told at once", "seen: turn 2"])
    #expect(store.state == ["later"])
    _ = token
  }

  @Test("The queues of the core come along")
  func core() {
    var ring = Ring<Int>()
    ring.append(1)
    #expect(ring.count == 1)
  }
}
