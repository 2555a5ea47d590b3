import NotesModel

/// Why something cannot be done on the screen.
enum ScreenError: Error, Hashable, Sendable {
  /// There is no such item.
  case noItem(ItemID)
  /// The item is in no conflict.
  case noConflict(ItemID)
  /// Users are not written here.
  case readOnly(Kind)
  /// Only todos can be ticked.
  case noBox(ItemID)
  /// Nothing was deleted that could be brought back.
  case nothingToUndo
  /// No form is open.
  case noForm
}

extension ScreenError: CustomStringConvertible {
  /// What is wrong, and what to do.
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
