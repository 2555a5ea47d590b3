import Aftermath
import NotesDesk
import NotesLibrary
import NotesModel

/// Where features do their work: the workplace, and the screen as it is.
@MainActor
final class Bench {
  let workplace: any Workplace
  private let store: Millrace.Store<Screen, FoldedEvent>

  init(workplace: any Workplace, store: Millrace.Store<Screen, FoldedEvent>) {
    self.workplace = workplace
    self.store = store
  }

  /// The screen as it is.
  var screen: Screen { store.withState { copy $0 } }

  // MARK: Lists

  /// What is in a list; nil while that is looked for.
  func ids(in list: Lists.Name) -> [ItemID]? {
    switch list {
    case .conflicts: workplace.withLibrary { $0.conflicts }
    case .items(let kind):
      // What was found for another kind is not shown under the name of this one.
      workplace.search.answered?.kind == kind ? workplace.search.results : nil
    }
  }

  /// Whether a list is what it shall be, and not what was found for words that are others by now.
  func isSettled(_ list: Lists.Name) -> Bool {
    list == .conflicts || (ids(in: list) != nil && workplace.search.answered == workplace.search.query)
  }

  /// Asks for what is to be in the list of a kind, by the words that are typed for it.
  func look(for kind: Kind, words: String, as preferences: Preferences? = nil) {
    let preferences = preferences ?? workplace.preferences
    workplace.look(
      Query(
        kind: kind, words: words.trimmed, order: preferences.order,
        hidesCompleted: kind == .todos && preferences.hidesCompleted))
  }

  // MARK: Items

  /// The id of an item as it is now.
  func current(_ id: ItemID) -> ItemID { workplace.withLibrary { $0.current(id) } }

  /// An item; that there is none is an error.
  func item(_ id: ItemID) throws(ScreenError) -> NotesModel.Item {
    guard let item = workplace.withLibrary({ $0.item(id) }) else { throw .noItem(id) }
    return item
  }

  /// All that can be seen of an item; nil if there is none.
  func detail(of id: ItemID) -> Detail? {
    workplace.withLibrary { library in
      guard let item = library.item(id), let entry = library.entries[library.current(id)] else { return nil }
      return Detail(item: item, owner: owner(of: item, in: library), standing: Standing(entry))
    }
  }

  /// Both sides of a conflict; nil if an item is in none.
  func sides(of id: ItemID) -> ConflictSides? {
    workplace.withLibrary { library in
      guard let entry = library.entries[library.current(id)], case .conflict(let theirs, _) = entry.state
      else {
        return nil
      }
      return ConflictSides(id: library.current(id), mine: entry.isDeleted ? nil : entry.item, theirs: theirs)
    }
  }

  // MARK: Forms

  /// What a draft is kept under.
  func draftName(of target: Form.Target) -> String {
    switch target {
    case .new(let kind): "new \(kind.singular)"
    case .edit(let id): current(id).description
    }
  }
}

/// The name of whom an item is of; nil for nobody who is known.
func owner(of item: NotesModel.Item, in library: borrowing Library) -> String? {
  item.userId.flatMap { library.item(ItemID(.users, $0))?.title }
}

extension String {
  /// The text without spaces at its ends.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else {
      return ""
    }
    return String(self[first...last])
  }
}
