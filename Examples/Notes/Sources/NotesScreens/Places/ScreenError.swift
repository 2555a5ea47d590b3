import NotesModel

/// The reason why an action is not possible.
enum ScreenError: Error, Hashable, Sendable {
  case noItem(ItemID)
  case noConflict(ItemID)
  case readOnly(Kind)
  case noBox(ItemID)
  case nothingToUndo
  case noForm
}

extension ScreenError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noItem(let id):
      "There is no \(id.words) here; it may have been deleted. Press / to look for it."
    case .noConflict(let id):
      "No other user has changed the \(id.words), so there is no conflict to resolve."
    case .readOnly(let kind):
      "The \(kind.rawValue) come from the server and are read-only here; write notes and todos."
    case .noBox(let id): "A \(id.kind.singular) cannot be ticked; only todos can."
    case .nothingToUndo: "There is nothing to undo: no deletion can be restored."
    case .noForm: "No form is open; press n to write an item, or e to edit the selected one."
    }
  }
}
