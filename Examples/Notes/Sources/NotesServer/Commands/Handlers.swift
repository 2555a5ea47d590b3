import Aftermath
import NotesModel

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
    do throws(RequestError) {
      let decision = try shelf().decide(command)
      if !decision.isRepeated { engine.post(fact: ItemsChanged([decision.change])) }
      return .data(decision.change)
    } catch {
      return .error(error)
    }
  }
}

struct ImportHandler: CommandHandler {
  unowned let engine: Engine
  private let shelf: () -> Shelf

  init(on engine: Engine, shelf: @escaping () -> Shelf) {
    self.engine = engine
    self.shelf = shelf
  }

  func handle(command: ImportItems) -> Event<ImportItems> {
    do throws(ImportError) {
      let changes = try command.changes(of: shelf())
      if !changes.isEmpty { engine.post(fact: ItemsChanged(changes)) }
      return .data(changes.count)
    } catch {
      return .error(error)
    }
  }
}
