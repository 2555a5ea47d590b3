import NotesDesk
import NotesModel
import Terminal

/// Both sides of a conflict as text: side by side, or one above the other in a narrow area.
enum ConflictText {
  static func columns(_ sides: ConflictSides, in area: Area) -> Columns {
    let isWide = area.width >= 90
    let width = isWide ? max(1, area.width / 2 - 2) : area.textWidth
    let mine = side("Mine", key: "m keeps it", sides.mine, beside: sides.theirs, gone: "Deleted here.", width)
    let theirs = side(
      "Theirs", key: "t takes it", sides.theirs, beside: sides.mine, gone: "Deleted at the server.", width)
    return Columns(isWide ? [mine, theirs] : [mine + [Line()] + theirs], in: area)
  }

  private static func side(
    _ name: String, key: String, _ item: Item?, beside other: Item?, gone: String, _ width: Int
  ) -> [Line] {
    let heading = Line(key, .faint, label: Line.Label(text: name, tone: .accent, width: 8))
    let rule = Line(String(repeating: "─", count: width), .faint)
    guard let item else { return [heading, rule, Line(gone, .warning)] }
    let tone = { (isSame: Bool) in isSame ? Tone.plain : .warning }
    var lines = [heading, rule]
    lines += Line.wrapped(item.title, to: width, item.title == other?.title ? .strong : .warning)
    if let isDone = item.isDone {
      lines.append(Line(isDone ? "[x] Done" : "[ ] To be done", tone(isDone == other?.isDone)))
    }
    if case .note(let note) = item {
      lines.append(Line())
      let known = Set(other?.draft.body.split(whereSeparator: \.isNewline) ?? [])
      for line in note.body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
        // Lines that only this side has are highlighted.
        lines += Line.wrapped(String(line), to: width, tone(line.isEmpty || known.contains(line)))
      }
    }
    return lines
  }
}
