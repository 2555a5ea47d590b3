public import Katana
import NotesModel

/// The updates of a library by the user's actions and the server's news.
///
/// Each item has at most one pending request. A later change waits for the answer, because only that has the
/// version which the next request has to name.
public struct LibraryUpdater: TypedUpdater, Sendable {
  public init() {}

  public func update(model library: inout Library, message: LibraryMessage) -> [any Command] {
    switch message {
    case .named(let client):
      if library.client == nil { library.client = client }
      return []
    case .add(let item):
      return library.named(for: item.id) { $0.add(item) }
    case .edit(let item):
      return library.named(for: item.id) { $0.edit(item) }
    case .delete(let id):
      return library.named(for: id) { $0.delete($0.current(id)) }
    case .undoDeletion:
      guard let deletion = library.deletion else { return [] }
      return library.named(for: deletion.item.id) { $0.undo(deletion) }
    case .resolve(let id, let keepingMine):
      return library.named(for: id) { $0.resolve($0.current(id), keepingMine: keepingMine) }
    case .dismissRefusals:
      library.refusals = []
      return []
    case .connected(let greeting):
      library.greet(greeting)
      return []
    case .disconnected:
      library.link = .offline
      return []
    case .fed(let news, let isCurrent):
      return library.take(news, isCurrent: isCurrent)
    case .answered(let key, let answer):
      return library.take(answer, to: key)
    }
  }
}
