import Aftermath
import NotesModel

/// Decides about the commands of one type: against the shelf as it is, and with nothing but a fact as an effect.
///
/// A refusal is answered, not thrown: it is the business of whoever has asked, and of nobody else.
struct ShelfHandler<C: ShelfCommand>: CommandHandler {
  unowned let engine: Engine
  private let shelf: () -> Shelf

  /// A handler.
  ///
  /// - Parameters:
  ///   - engine: Where it is registered, and where its facts are posted.
  ///   - shelf: The shelf of now.
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

/// Decides about imports.
struct ImportHandler: CommandHandler {
  unowned let engine: Engine
  private let shelf: () -> Shelf

  /// A handler.
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
