import Aftermath
import AftermathComponents
import NotesLibrary
import NotesModel

/// Makes the rows of a list that are to be seen, and no others: a list may be long, a window is not.
struct ShowPage: Command {
  typealias Output = [Component]
}

/// Makes rows of what is in the library.
@MainActor
struct ShowPageHandler: CommandHandler {
  let bench: Bench

  func handle(command: ShowPage) -> Event<ShowPage> {
    let screen = bench.screen
    let ids = bench.ids(in: screen.list) ?? []
    let rows = Layout(screen.size).content.height
    let first = min(max(0, screen.lists[screen.list].top), max(0, ids.count - 1))
    let window = ids[first..<min(ids.count, first + rows)]
    let items = bench.workplace.withLibrary { library in window.map { row($0, in: library) } }
    return .data([Page(name: screen.list.identifier, first: first, total: ids.count, items: items).component])
  }

  private func row(_ id: ItemID, in library: borrowing Library) -> AftermathComponents.Item {
    let current = library.current(id)
    // A conflict may be of what was deleted here, and what was found may be gone before it is looked for
    // again.
    guard let entry = library.entries[current] else {
      return AftermathComponents.Item(identifier: id.description, title: "…")
    }
    return Row(
      id: id, title: entry.item.title, subtitle: subtitle(of: entry, in: library), standing: Standing(entry),
      isDone: entry.item.isDone
    ).item
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
  /// Whether a todo is done; nil for what has no box to tick.
  var isDone: Bool? {
    if case .todo(let todo) = self { todo.completed } else { nil }
  }
}

extension Lists.Name {
  /// What the list is called as a component.
  fileprivate var identifier: String {
    switch self {
    case .items(let kind): kind.rawValue
    case .conflicts: "conflicts"
    }
  }
}
