import AftermathComponents
import NotesDesk
import NotesLibrary
import NotesModel
import NotesSession
import Terminal

/// The frame of the content: the tabs, the search, the notice, the status, the keys.
extension Pen {
  mutating func drawFrame() {
    if let area = layout.title { drawTitle(in: area) }
    if let area = layout.rule { drawSearch(in: area) }
    if let area = layout.notice { drawNotice(in: area) }
    if let area = layout.status { drawStatus(in: area) }
    if let area = layout.hints { drawHints(in: area) }
  }

  // MARK: Above

  private mutating func drawTitle(in area: Area) {
    var column = area.column + (area.width > 30 ? 1 : 0)
    for kind in Kind.allCases {
      let isFront = kind == view.screen.kind
      column += canvas.write(
        " \(kind.rawValue.capitalisedFirst) ", row: area.row, column: column,
        style: palette(isFront ? .tab : .faint))
      column += 1
    }
    drawRight(heading, in: area, after: column, .faint)
  }

  /// The name of the content, and its number of items.
  private var heading: String {
    switch view.screen.place {
    case .list(let kind): listHeading(kind)
    case .item(let id, _): id.words.capitalisedFirst
    case .form(let form): form.heading
    case .conflicts: counted(view.conflicts, "conflict")
    case .conflict: "Two versions of one \(view.sides?.id.kind.singular ?? "item")"
    case .log: "Log of events"
    case .help: "Keys"
    }
  }

  private func listHeading(_ kind: Kind) -> String {
    guard let answered = view.search.answered, answered.kind == kind else { return "searching …" }
    let count = view.page.total
    var parts = [
      answered.words.isEmpty ? counted(count, kind.singular) : "\(grouped(count)) found",
      answered.order.words,
    ]
    if answered.hidesCompleted { parts.insert("not done", at: 1) }
    return parts.joined(separator: " · ")
  }

  private mutating func drawSearch(in area: Area) {
    let words = view.screen.lists[words: view.screen.kind]
    let isList = if case .list = view.screen.place { true } else { showsBoth }
    drawRule(in: area, joint: "┬")
    guard isList, view.screen.isSearching || !words.text.isEmpty else { return }
    let start = area.column + canvas.write(" / ", row: area.row, column: area.column, style: palette(.accent))
    let room = max(1, area.width - start - 1)
    let before = words.text.prefix(words.cursor).end(within: room)
    let shown = String(before + words.text.dropFirst(words.cursor).prefix(room))
    let tone = view.screen.isSearching ? Tone.strong : .plain
    canvas.fill(row: area.row, column: start, width: TextWidth.of(shown) + 1, style: .plain)
    canvas.write(shown, row: area.row, column: start, width: room, style: palette(tone))
    if view.screen.isSearching {
      canvas.cursor = Canvas.Position(row: area.row, column: start + TextWidth.of(before))
    }
  }

  private mutating func drawRule(in area: Area, joint: String) {
    let line = String(repeating: "─", count: area.width)
    canvas.write(line, row: area.row, column: area.column, style: palette(.faint))
    guard showsBoth else { return }
    canvas.write(joint, row: area.row, column: layout.detail.column - 1, style: palette(.faint))
  }

  // MARK: Below

  /// The most urgent sentence, if there is one.
  private var sentence: Notice? {
    if let notice = view.screen.notice { return notice }
    if let problem = view.screen.form?.problem { return Notice(problem, isProblem: true) }
    if let failure = view.failure { return Notice(failure, isProblem: true) }
    return view.refusals.last.map {
      Notice(
        "The server has rejected the \($0.id.words): \($0.reason) x dismisses this.",
        isProblem: true)
    }
  }

  private mutating func drawNotice(in area: Area) {
    if let sentence {
      draw(sentence.text, in: area, sentence.isProblem ? .problem : .strong)
    } else if let trouble = view.trouble {
      draw(trouble, in: area, .problem)
    } else if let reason, !fitsInStatus(reason) {
      // It stays while the server is away, so it must not cover other text.
      canvas.draw([Line(reason, .warning)], in: area, palette)
    } else {
      drawRule(in: area, joint: "┴")
    }
  }

  /// Draws a sentence that ends in the last line of an area, and covers the lines above it when it is long.
  private mutating func draw(_ sentence: String, in area: Area, _ tone: Tone) {
    let lines = Line.wrapped(sentence, to: area.textWidth, tone).prefix(min(4, layout.content.height))
    var area = area
    area.row -= lines.count - 1
    area.height = lines.count
    for row in area.row..<area.row + area.height {
      canvas.fill(row: row, column: area.column, width: area.width, style: .plain)
    }
    canvas.draw(lines, in: area, palette)
  }

  private mutating func drawStatus(in area: Area) {
    let tone: Tone = isAway ? .banner : .faint
    if isAway { canvas.fill(row: area.row, column: area.column, width: area.width, style: palette(.banner)) }
    let sign = canvas.write(
      view.phase == .online ? " ● " : " ○ ", row: area.row, column: area.column,
      style: palette(view.phase == .online ? .good : isAway ? .banner : .warning))
    let column = area.column + sign
    canvas.write(
      TextWidth.clipped(standing, to: area.width - column), row: area.row, column: column,
      style: palette(tone))
    drawRight(
      tallies, in: area, after: column + TextWidth.of(standing) + 1, isAway ? .banner : .warning)
  }

  /// True when the server is unavailable.
  private var isAway: Bool { view.phase != .online && view.phase != .connecting }

  /// The reason why the server is unavailable; nil while it is available or being connected.
  private var reason: String? { isAway ? view.banner : nil }

  /// The state of the connection.
  ///
  /// Offline, it says that no change is lost; and the reason, where there is room for it, or else on the line
  /// above.
  private var standing: String {
    switch view.phase {
    case .online: return "Online"
    case .connecting: return view.banner ?? "Connecting to the server."
    case .unplugged, .waiting, .refused:
      guard let reason, fitsInStatus(reason) else { return "Offline. \(kept)" }
      return "\(reason) \(kept)"
    }
  }

  private var kept: String {
    if view.trouble != nil { return "Changes cannot be saved now." }
    return switch view.waiting {
    case 0: "Changes are kept."
    case 1: "Changes are kept; 1 waits."
    default: "Changes are kept; \(grouped(view.waiting)) wait."
    }
  }

  private func fitsInStatus(_ reason: String) -> Bool {
    TextWidth.of(reason) + TextWidth.of(kept) + TextWidth.of(tallies) + 8 <= view.screen.size.width
  }

  /// The numbers of waiting changes and conflicts.
  private var tallies: String {
    var tallies: [String] = []
    // The state of the connection shows the number while offline.
    if view.waiting > 0, !isAway { tallies.append("↑ \(grouped(view.waiting))") }
    if view.conflicts > 0 { tallies.append("! \(counted(view.conflicts, "conflict"))") }
    if !view.refusals.isEmpty { tallies.append("✗ \(grouped(view.refusals.count)) refused") }
    return tallies.joined(separator: "  ")
  }

  private mutating func drawHints(in area: Area) {
    var column = area.column + 1
    for binding in Keymap.bindings(in: view.screen.mode) {
      guard let hint = binding.hint, let key = binding.keys.first, isOfUse(binding) else { continue }
      let width = TextWidth.of(key.name) + 1 + TextWidth.of(hint)
      guard column + width < area.width else { continue }
      column += canvas.write(key.name, row: area.row, column: column, style: palette(.accent)) + 1
      column += canvas.write(hint, row: area.row, column: column, style: palette(.faint)) + 3
    }
  }

  /// Returns whether a hint applies to the current content.
  private func isOfUse(_ binding: Binding) -> Bool {
    let kind = view.screen.kind
    return switch binding.command(view.screen) {
    case nil: false
    case is Tick: kind == .todos
    case is Delete: kind != .users
    case let open as Open:
      switch open.destination {
      case .new, .edit: kind != .users
      default: true
      }
    default: true
    }
  }

  /// Draws a text at the right edge, where there is room for it.
  private mutating func drawRight(_ text: String, in area: Area, after column: Int, _ tone: Tone) {
    let start = area.column + area.width - 1 - TextWidth.of(text)
    guard start > column, !text.isEmpty else { return }
    canvas.write(text, row: area.row, column: start, style: palette(tone))
  }
}

extension Substring {
  /// Returns the end of a search text that is longer than its line: the part being typed.
  fileprivate func end(within width: Int) -> Substring {
    var columns = 0
    var start = endIndex
    while start > startIndex {
      let previous = index(before: start)
      columns += TextWidth.of(self[previous])
      if columns >= width { break }
      start = previous
    }
    return self[start...]
  }
}

/// Formats a number of things.
func counted(_ number: Int, _ thing: String) -> String {
  "\(grouped(number)) \(thing)\(number == 1 ? "" : "s")"
}
