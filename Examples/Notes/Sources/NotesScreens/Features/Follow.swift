import Aftermath

/// Keeps the selection with its item when a list has changed by itself.
struct Follow: ScreenFeature {
  typealias Output = Move.Position

  /// The list.
  let list: Lists.Name

  /// A command to follow a list.
  init(_ list: Lists.Name) { self.list = list }

  static var journalName: String { "screen-follow" }
  static var keepsNotice: Bool { true }

  /// Gives where the selection is now.
  @MainActor
  func carryOut(at bench: Bench) -> Move.Position { .selected(bench.followed(list), in: list) }

  static func show(_ position: Move.Position, on screen: inout Screen) {
    Move.show(position, on: &screen)
  }
}

extension Bench {
  /// Where the selection of a list belongs by now.
  func followed(_ list: Lists.Name) -> Selection {
    let screen = screen
    // The first of what is found is to be selected, not what happened to be first before.
    guard isSettled(list), let ids = ids(in: list) else { return screen.lists[list] }
    let rows = Layout(screen.size).content.height
    return screen.lists[list].following(ids, rows: rows, current: current)
  }
}
