import Aftermath
import NotesLibrary
import NotesModel

/// A command that resolves a conflict, and goes back.
struct Resolve: ScreenFeature {
  typealias Output = Notice

  let id: ItemID
  /// True to keep the local item.
  let keepsMine: Bool

  init(_ id: ItemID, keepingMine: Bool) {
    self.id = id
    keepsMine = keepingMine
  }

  func carryOut(at bench: Bench) throws -> Notice {
    guard let sides = bench.sides(of: id) else { throw ScreenError.noConflict(id) }
    bench.workplace.tell(.resolve(sides.id, keepingMine: keepsMine))
    let left = bench.workplace.withLibrary { $0.conflicts.filter { $0 != sides.id }.count }
    let rest =
      left == 0 ? "" : left == 1 ? " One more conflict is left." : " \(grouped(left)) conflicts are left."
    return Notice((keepsMine ? "Yours stays." : "Theirs is taken.") + rest)
  }

  static func show(_ notice: Notice, on screen: inout Screen) {
    screen.goBack()
    screen.notice = notice
  }
}

/// A command that dismisses the server's refusals.
struct DismissRefusals: ScreenFeature {
  typealias Output = Done

  func carryOut(at bench: Bench) -> Done {
    if bench.workplace.withLibrary({ !$0.refusals.isEmpty }) { bench.workplace.tell(.dismissRefusals) }
    return Done()
  }
}
