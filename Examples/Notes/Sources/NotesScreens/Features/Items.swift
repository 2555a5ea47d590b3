import Aftermath
import NotesLibrary
import NotesModel

/// A command that marks a todo as done, or as open.
struct Tick: ScreenFeature {
  typealias Output = Done

  let id: ItemID

  init(_ id: ItemID) { self.id = id }

  func carryOut(at bench: Bench) throws -> Done {
    guard case .todo(var todo) = try bench.item(id) else { throw ScreenError.noBox(id) }
    todo.completed.toggle()
    bench.workplace.tell(.edit(.todo(todo)))
    return Done()
  }
}

struct Delete: ScreenFeature {
  typealias Output = Deletion

  let id: ItemID

  init(_ id: ItemID) { self.id = id }

  /// The deleted item.
  struct Deletion: Codable, Hashable, Sendable {
    /// The ids by which the screen may know the item.
    let ids: [ItemID]
    let title: String
  }

  func carryOut(at bench: Bench) throws -> Deletion {
    let item = try bench.item(id)
    guard item.id.kind != .users else { throw ScreenError.readOnly(.users) }
    bench.workplace.tell(.delete(item.id))
    return Deletion(ids: [id, item.id], title: item.title)
  }

  static func show(_ deletion: Deletion, on screen: inout Screen) {
    for id in deletion.ids { screen.leave(id) }
    screen.notice = Notice("Deleted \(quoted(deletion.title)). Press u to undo.")
  }
}

/// A command that restores the last deleted item.
struct UndoDeletion: ScreenFeature {
  typealias Output = Notice

  func carryOut(at bench: Bench) throws -> Notice {
    guard let deletion = bench.workplace.withLibrary({ $0.deletion }) else { throw ScreenError.nothingToUndo }
    bench.workplace.tell(.undoDeletion)
    return Notice("Brought \(quoted(deletion.item.title)) back.")
  }
}
