import Aftermath
import NotesModel

/// A command that selects another row, or scrolls.
struct Move: ScreenFeature {
  typealias Output = Position

  let step: Selection.Step

  init(_ step: Selection.Step) { self.step = step }

  /// The position after a move.
  enum Position: Codable, Hashable, Sendable {
    /// The selection of a list.
    case selected(Selection, in: Lists.Name)
    /// The scroll offset of the place.
    case scrolled(Int)
    /// The last visible turn of the log; nil for the newest.
    case reading(until: UInt64?)
  }

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
  /// Returns the maximum scroll offset of the place; nil where it is not scrolled by lines.
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
