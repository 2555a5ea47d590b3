import Aftermath
import Foundation
import NotesDesk
import NotesLibrary
import NotesModel

/// The context of features: the workplace and the current screen.
@MainActor
final class Bench {
  let workplace: any Workplace
  private let store: Millrace.Store<Screen, FoldedEvent>

  init(workplace: any Workplace, store: Millrace.Store<Screen, FoldedEvent>) {
    self.workplace = workplace
    self.store = store
  }

  var screen: Screen { store.withState { copy $0 } }

  // MARK: Lists

  /// Returns the content of a list; nil during its search.
  func ids(in list: Lists.Name) -> [ItemID]? {
    switch list {
    case .conflicts: workplace.withLibrary { $0.conflicts }
    case .items(let kind):
      // Results of another kind do not belong to this list.
      workplace.search.answered?.kind == kind ? workplace.search.results : nil
    }
  }

  /// Returns whether a list is up to date, and not the result of an earlier search text.
  func isSettled(_ list: Lists.Name) -> Bool {
    list == .conflicts || (ids(in: list) != nil && workplace.search.answered == workplace.search.query)
  }

  /// Starts the search for the list of a kind, with its search text.
  func look(for kind: Kind, words: String, as preferences: Preferences? = nil) {
    let preferences = preferences ?? workplace.preferences
    workplace.look(
      Query(
        kind: kind, words: words.trimmingCharacters(in: .whitespacesAndNewlines), order: preferences.order,
        hidesCompleted: kind == .todos && preferences.hidesCompleted))
  }

  // MARK: Items

  /// Returns the current id of an item.
  func current(_ id: ItemID) -> ItemID { workplace.withLibrary { $0.current(id) } }

  /// Returns an item; throws when there is none.
  func item(_ id: ItemID) throws(ScreenError) -> NotesModel.Item {
    guard let item = workplace.withLibrary({ $0.item(id) }) else { throw .noItem(id) }
    return item
  }

  /// Returns the visible details of an item; nil if there is none.
  func detail(of id: ItemID) -> Detail? {
    workplace.withLibrary { library in
      guard let item = library.item(id), let entry = library.entries[library.current(id)] else { return nil }
      return Detail(item: item, owner: owner(of: item, in: library), standing: Standing(entry))
    }
  }

  /// Returns both sides of a conflict; nil if the item has none.
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

  /// Returns the name of a form's draft.
  func draftName(of target: Form.Target) -> String {
    switch target {
    case .new(let kind): "new \(kind.singular)"
    case .edit(let id): current(id).description
    }
  }
}

/// Returns the name of an item's author; nil if it is unknown.
func owner(of item: NotesModel.Item, in library: borrowing Library) -> String? {
  item.userId.flatMap { library.item(ItemID(.users, $0))?.title }
}
