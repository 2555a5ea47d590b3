import Aftermath
import NotesModel

/// Selects another row, or scrolls what is too long for the window.
struct Move: ScreenFeature {
  typealias Output = Position

  /// Which way, and how far.
  let step: Selection.Step

  /// A command to move.
  init(_ step: Selection.Step) { self.step = step }

  static var journalName: String { "screen-move" }

  /// Where somebody is after having moved.
  enum Position: Codable, Hashable, Sendable {
    /// This is selected in a list.
    case selected(Selection, in: Lists.Name)
    /// The place is scrolled so far.
    case scrolled(Int)
    /// The log is read until this turn; nil for what comes, too.
    case reading(until: UInt64?)
  }

  /// Gives where the person is then.
  @MainActor
  func carryOut(at bench: Bench) -> Position {
    let screen = bench.screen
    let rows = Layout(screen.size).content.height
    if case .log(let until) = screen.place {
      let window = LogWindow(bench.workplace.log, until: until, rows: rows)
      return .reading(until: window.moved(step))
    }
    if let limit = bench.scrollLimit(of: screen) {
      return .scrolled(step.from(min(max(0, screen.place.scroll), limit), last: limit, page: rows))
    }
    let list = screen.list
    let selection = screen.lists[list]
    return .selected(
      bench.ids(in: list).map { selection.moved(step, in: $0, rows: rows) } ?? selection, in: list)
  }

  static func show(_ position: Position, on screen: inout Screen) {
    switch position {
    case .selected(let selection, let list): screen.lists[list] = selection
    case .scrolled(let scroll): screen.place.scroll = scroll
    case .reading(let until):
      if case .log = screen.place { screen.place = .log(until: until) }
    }
  }
}

extension Bench {
  /// How far the place can be scrolled; nil where it is not scrolled by lines.
  fileprivate func scrollLimit(of screen: Screen) -> Int? {
    let layout = Layout(screen.size)
    let lines: Int
    switch screen.place {
    case .list, .conflicts, .form, .log: return nil
    case .item(let id, _):
      lines = detail(of: id).map { DetailText.lines(of: $0, width: layout.detail.textWidth).count } ?? 0
    case .conflict(let id, _):
      lines = sides(of: id).map { ConflictText.columns($0, in: layout.content).height } ?? 0
    case .help: lines = HelpText.columns(in: layout.content).height
    }
    return max(0, lines - layout.content.height)
  }
}
