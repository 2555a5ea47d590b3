import Aftermath
import NotesModel

/// A request to change the shelf, whose output is its changes.
protocol ShelfCommand: Command where Output == [Change] {
  /// Decides about the command, without changing the shelf; throws the reason of a refusal.
  func decide(on shelf: Shelf) throws -> Decision
}

/// The changes that a command makes.
struct Decision: Hashable, Sendable {
  var changes: [Change]
  /// True when the changes were made before, by the same request.
  var isRepeated = false
}

/// A handler that decides about the commands of one type, against the current shelf; its only effect is a
/// fact.
///
/// A refusal is part of the output and not thrown: it concerns only the requesting client.
struct ShelfHandler<C: ShelfCommand>: CommandHandler {
  unowned let engine: Engine
  private let shelf: () -> Shelf

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - engine: The engine that it is registered with, and that its facts are posted to.
  ///   - shelf: A closure that returns the current shelf.
  init(_ command: C.Type = C.self, on engine: Engine, shelf: @escaping () -> Shelf) {
    self.engine = engine
    self.shelf = shelf
  }

  func handle(command: C) -> Event<C> {
    do {
      let decision = try command.decide(on: shelf())
      if !decision.isRepeated { engine.post(fact: ItemsChanged(decision.changes)) }
      return .data(decision.changes)
    } catch {
      return .error(error)
    }
  }
}
