import Millrace
import MillraceTesting
import MillraceUndo
import Testing

nonisolated struct Card: Codable, Equatable {
  var text: String
}

nonisolated struct Board: UndoableState, Codable, Equatable {
  var cards: RowTable<Int, Card> = [:]
  var title = ""
  var undoHistory = UndoHistory<Board>()

  static let undoParts: [UndoPart<Board>] = [.rows("cards", \.cards), .value("title", \.title)]
}

nonisolated enum BoardMessage: Codable, Equatable, Sendable {
  case add(Int, text: String)
  case rename(String)
  case clear
  case undo(UndoMessage)
}

nonisolated func updateBoard(_ board: inout Board, _ message: BoardMessage) -> Effect<BoardMessage> {
  switch message {
  case .add(let id, let text): board.undoable("Add Card") { $0.cards[id] = Card(text: text) }
  case .rename(let title): board.undoable("Typing", joining: "title") { $0.title = title }
  case .clear: board.undoable("Clear") { $0.cards = [:] }
  case .undo(let message): board.take(message)
  }
  return .none
}

@MainActor func makeBoard(_ environment: StoreEnvironment) -> Store<Board, BoardMessage> {
  Store(
    Board(), environment: environment,
    subscriptions: { $0.undoHistory.settling(after: .seconds(1), as: BoardMessage.undo) },
    update: updateBoard)
}

@MainActor
@Suite("The recipe of an undo") struct UndoRecipeSamples {
  @MainActor final class Menu { var undo = "" }

  @Test("Typing is one step, a pause ends it, and a cleared board comes back")
  func undo() async throws {
    let clock = ManualClock()
    let store = makeBoard(StoreEnvironment(clock: clock))
    let menu = Menu()
    let undo = store.observe(\.undoHistory.undoName, initial: true) { name in
      menu.undo = name.map { "Undo \($0)" } ?? "Undo"
    }
    store.send(.add(1, text: "Tide"))
    store.send(.rename("S"))
    store.send(.rename("Sea"))
    #expect(menu.undo == "Undo Typing")
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .seconds(1))
    try await clock.waitUntil { !store.undoHistory.isJoining }
    store.send(.rename("Seas"))
    store.send(.clear)
    #expect(menu.undo == "Undo Clear" && store.cards.isEmpty)
    store.send(.undo(.undo))
    #expect(store.cards[1] == Card(text: "Tide"))
    store.send(.undo(.undo))
    #expect(store.title == "Sea")
    store.send(.undo(.undo))
    #expect(store.title == "" && store.undoHistory.redoNames == ["Typing", "Typing", "Clear"])
    withExtendedLifetime(undo) {}
  }
}
