import NotesModel

/// The reason why an action is not possible.
enum ScreenError: Error, Hashable, Sendable {
  case noItem(ItemID)
  /// The item has no conflict.
  case noConflict(ItemID)
  /// Users cannot be edited.
  case readOnly(Kind)
  /// Only todos can be marked as done.
  case noBox(ItemID)
  /// No deletion can be undone.
  case nothingToUndo
  case noForm
}

extension ScreenError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noItem(let id):
      "There is no \(id.words) here; it may have been deleted. Press / to look for it."
    case .noConflict(let id):
      "Nobody else has changed the \(id.words), so there is nothing to resolve."
    case .readOnly(let kind):
      "The \(kind.rawValue) come from the server and are only looked at here; write notes and todos."
    case .noBox(let id): "A \(id.kind.singular) cannot be ticked; only todos can."
    case .nothingToUndo: "There is nothing to undo: no deletion is left that could be brought back."
    case .noForm: "Nothing is being written; press n for something new, or e to change what is selected."
    }
  }
}
