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
struct ShelfHandler<C: ShelfCommand>: CallbackCommandHandler {
  /// Returns the current shelf.
  let shelf: () -> Shelf

  func handle(command: C, publisher: EventPublisher<C>) -> Event<C> {
    do {
      let decision = try command.decide(on: shelf())
      if !decision.isRepeated { publisher.post(fact: ItemsChanged(decision.changes)) }
      return .data(decision.changes)
    } catch {
      return .error(error)
    }
  }
}
