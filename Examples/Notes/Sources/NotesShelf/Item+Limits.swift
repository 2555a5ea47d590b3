import NotesModel

/// The check of most items, which need no JSON for it.
extension Item {
  /// True if the item certainly has no flaw; false if only ``Shape/flaws(of:at:)`` can tell.
  var isWithinLimits: Bool {
    switch self {
    case .note(let note):
      Self.isWithinLimits(note.userId) && Self.isShortLine(note.title)
        && note.body.utf8.count <= Self.longestBody
    case .todo(let todo): Self.isWithinLimits(todo.userId) && Self.isShortLine(todo.title)
    case .user: false
    }
  }

  private static func isWithinLimits(_ number: Int) -> Bool { number.magnitude <= Shape.numberLimit }

  private static func isShortLine(_ text: String) -> Bool {
    // Line breaks are the bytes 0A to 0D, and characters that begin with C2 or E2.
    text.utf8.count <= longestTitle
      && text.utf8.allSatisfy { !(0x0A...0x0D).contains($0) && $0 != 0xC2 && $0 != 0xE2 }
  }
}
