import Aftermath

/// A command that keeps the selection on its item when a list has changed by itself.
struct Follow: ScreenFeature {
  typealias Output = Move.Position

  let list: Lists.Name

  init(_ list: Lists.Name) { self.list = list }

  static var keepsNotice: Bool { true }

  /// Returns the new position of the selection.
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
