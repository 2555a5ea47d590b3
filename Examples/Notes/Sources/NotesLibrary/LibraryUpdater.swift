public import Katana
import NotesModel
import NotesShelf

/// The updates of a library by the user's actions and the news of the shelf.
///
/// An action asks for a command to the shelf. What the command leads to comes back as news, at once.
public struct LibraryUpdater: TypedUpdater, Sendable {
  public init() {}

  public func update(model library: inout Library, message: LibraryMessage) -> [any Command] {
    switch message {
    case .named(let client):
      if library.client == nil { library.client = client }
      return []
    case .add(let item):
      return library.named(for: item.id) { _ in [Submit(.create(item))] }
    case .edit(let item):
      return library.named(for: item.id) { $0.edit(item) }
    case .delete(let id):
      return library.named(for: id) { $0.delete($0.current(id)) }
    case .undoDeletion:
      guard let deletion = library.deletion else { return [] }
      return library.named(for: deletion.item.id) { $0.undo(deletion) }
    case .resolve(let id, let keepingMine):
      return library.named(for: id) { $0.resolve($0.current(id), keepingMine: keepingMine) }
    case .dismissRefusals: library.refusals = []
    case .connected(let greeting): library.greet(greeting)
    case .caughtUp: if library.link == .catchingUp { library.link = .current }
    case .disconnected: library.link = .offline
    case .news(let news): library.take(news)
    case .refused(let command, let id, let reason): library.take(refused: command, id: id, reason: reason)
    }
    return []
  }
}
