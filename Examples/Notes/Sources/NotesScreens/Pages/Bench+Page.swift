import AftermathComponents
import Millrace
import NotesLibrary
import NotesModel

extension Bench {
  /// The visible rows of the current list, and no others: a list may be long.
  ///
  /// They are made from the states of the moment, so they are those of the past while an inspector shows one.
  var page: Component {
    let screen = screen
    let ids = ids(in: screen.list) ?? []
    let rows = Layout(screen.size).content.height
    let first = min(max(0, screen.lists[screen.list].top), max(0, ids.count - 1))
    let window = ids[first..<min(ids.count, first + rows)]
    let items = workplace.withLibrary { library in window.map { row($0, in: library) } }
    return Component(page: screen.list.identifier, first: first, total: ids.count, items: items)
  }

  private func row(_ id: ItemID, in library: borrowing Library) -> AftermathComponents.Item {
    let current = library.current(id)
    // The item of a conflict may be deleted here, and a result may be removed before the next search.
    guard let entry = library.entries[current] else {
      return AftermathComponents.Item(identifier: id.description, title: "…")
    }
    return AftermathComponents.Item(
      id, title: entry.item.title, subtitle: subtitle(of: entry, in: library), standing: Standing(entry),
      isDone: entry.item.isDone)
  }

  private func subtitle(of entry: Entry, in library: borrowing Library) -> String {
    if entry.isDeleted { return "deleted here" }
    return switch entry.item {
    case .note(let note): String(note.body.prefix(200).prefix { !$0.isNewline })
    case .todo: owner(of: entry.item, in: library) ?? ""
    case .user(let user): "@\(user.username)  \(user.email)"
    }
  }
}

extension NotesModel.Item {
  /// True when a todo is done; nil for items without a checkbox.
  var isDone: Bool? {
    if case .todo(let todo) = self { todo.completed } else { nil }
  }
}

extension Lists.Name {
  /// The name of the list as a component.
  fileprivate var identifier: String {
    switch self {
    case .items(let kind): kind.rawValue
    case .conflicts: "conflicts"
    }
  }
}
