import MillraceJournal
import NotesModel

@testable import NotesServer
@testable import NotesShelf

extension ChangeItem {
  /// Creates a command as a client may ask for it, made at random.
  init(_ random: inout SeededRandom, key: String?) {
    let number = 1 + random.below(12)
    let title = "title \(random.below(50))"
    let item =
      switch random.below(3) {
      case 0: note(number, title, body: "body")
      case 1: todo(number, title, done: random.isOneIn(2))
      default: user(number, title)
      }
    let condition: Condition =
      switch random.below(4) {
      case 0: .absent
      case 1: .present
      default: .versions([1 + random.below(4)])
      }
    let stated = condition == .absent ? .present : condition
    let action: Action =
      switch random.below(6) {
      case 0, 1: .create(item)
      case 2, 3: .replace(item, if: condition)
      case 4:
        .patch(
          item.id,
          .object([
            JSON.Member(
              key: item.kind == .users ? "name" : "title",
              value: random.isOneIn(5) ? .integer(1) : .text("patched \(random.below(50))"))
          ]), if: stated)
      default: .delete(item.id, if: stated)
      }
    self.init(action, key: key)
  }
}

/// The same rules, written down in the simplest way.
struct Model {
  struct Place: Equatable {
    var item: Item?
    var version: Int
  }

  private(set) var places: [ItemID: Place] = [:]

  var items: [ItemID: Item] { places.compactMapValues(\.item) }

  /// Takes a command and returns the place as it must be afterwards; nil for a refusal.
  mutating func take(_ command: ChangeItem) -> Place? {
    switch command.action {
    case .create(let item):
      let number = (places.keys.filter { $0.kind == item.kind }.map(\.number).max() ?? 0) + 1
      return put(item.numbered(number), at: 1)
    case .replace(let item, let condition):
      guard let version = version(item.id, condition) else { return nil }
      return put(item, at: version + 1)
    case .patch(let id, let patch, let condition):
      guard let version = version(id, condition), case .text(let title)? = patch["title"] ?? patch["name"]
      else { return nil }
      switch places[id]?.item {
      case .note(var note):
        note.title = title
        return put(.note(note), at: version + 1)
      case .todo(var todo):
        todo.title = title
        return put(.todo(todo), at: version + 1)
      case .user(var user):
        user.name = title
        return put(.user(user), at: version + 1)
      case nil: return nil
      }
    case .delete(let id, let condition):
      guard let version = version(id, condition) else { return nil }
      places[id] = Place(item: nil, version: version + 1)
      return places[id]
    }
  }

  private mutating func put(_ item: Item, at version: Int) -> Place {
    let place = Place(item: item, version: version)
    places[item.id] = place
    return place
  }

  private func version(_ id: ItemID, _ condition: Condition) -> Int? {
    let place = places[id]
    switch condition {
    case .absent: return place?.item == nil ? place?.version ?? 0 : nil
    case .present: return place?.item == nil ? nil : place?.version
    case .versions(let versions):
      return place.flatMap { $0.item != nil && versions.contains($0.version) ? $0.version : nil }
    case .unchanged(let version, _):
      return place.flatMap { $0.item != nil && version == $0.version ? version : nil }
    }
  }
}
