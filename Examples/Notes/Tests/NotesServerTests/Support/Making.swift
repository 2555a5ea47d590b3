import Millrace
import MillraceJournal

@testable import NotesModel
@testable import NotesServer
@testable import NotesShelf

func note(_ id: Int, _ title: String, body: String = "", by userId: Int = 1) -> Item {
  .note(Note(userId: userId, id: id, title: title, body: body))
}

func todo(_ id: Int, _ title: String, done: Bool = false, by userId: Int = 1) -> Item {
  .todo(Todo(userId: userId, id: id, title: title, completed: done))
}

func user(_ id: Int, _ name: String) -> Item {
  .user(User(id: id, name: name, username: name.lowercased(), email: "\(name)@example.org"))
}

/// JSON of a text.
func json(_ text: String) -> JSON { (try? JSON(json: text)) ?? .null }

extension Shelf {
  func decide(_ command: ChangeItem) throws(ShelfError) -> Decision { try command.decide(on: self) }

  /// Decides, and folds what was decided.
  @discardableResult
  mutating func take(_ command: ChangeItem) throws(ShelfError) -> Change {
    let decision = try decide(command)
    if !decision.isRepeated { fold(ItemsChanged(decision.changes)) }
    return decision.changes[0]
  }

  /// A shelf with some items.
  static func with(_ items: Item...) -> Shelf {
    var shelf = Shelf()
    for item in items { _ = try? shelf.take(ChangeItem(.create(item))) }
    return shelf
  }

  /// All items by id.
  var all: [ItemID: Item] {
    var all: [ItemID: Item] = [:]
    for kind in Kind.allCases { for (_, row) in items(kind) { all[row.item.id] = row.item } }
    return all
  }
}
