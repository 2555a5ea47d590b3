import Aftermath
import NotesModel

/// A command that selects another row, or scrolls.
struct Move: ScreenFeature {
  typealias Output = Position

  let step: Selection.Step

  init(_ step: Selection.Step) { self.step = step }

  /// The position after a move.
  enum Position: Codable, Hashable, Sendable {
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

/// A command that keeps the selection on its item when a list has changed by itself.
struct Follow: ScreenFeature {
  typealias Output = Move.Position

  let list: Lists.Name

  init(_ list: Lists.Name) { self.list = list }

  static var keepsNotice: Bool { true }

  func carryOut(at bench: Bench) -> Move.Position { .selected(bench.followed(list), in: list) }

  static func show(_ position: Move.Position, on screen: inout Screen) {
    Move.show(position, on: &screen)
  }
}

extension Bench {
  /// Returns the selection of a list after the change.
  func followed(_ list: Lists.Name) -> Selection {
    let screen = screen
    // During a search, the selection waits for the first of the new results.
    guard isSettled(list), let ids = ids(in: list) else { return screen.lists[list] }
    let rows = Layout(screen.size).content.height
    return screen.lists[list].following(ids, rows: rows, current: current)
  }
}
