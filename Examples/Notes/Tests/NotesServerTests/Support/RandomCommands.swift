import NotesModel

@testable import NotesServer

/// A command as a client may ask for it, made at random.
enum RandomCommand {
  case create(CreateItem)
  case replace(ReplaceItem)
  case patch(PatchItem)
  case delete(DeleteItem)

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
    switch random.below(6) {
    case 0, 1: self = .create(CreateItem(item, key: key))
    case 2, 3: self = .replace(ReplaceItem(item, if: condition, key: key))
    case 4:
      let name = item.kind == .users ? "name" : "title"
      let patch = JSONValue.object([
        name: random.isOneIn(5) ? .integer(1) : .text("patched \(random.below(50))")
      ])
      self = .patch(PatchItem(item.id, patch, if: condition == .absent ? .present : condition, key: key))
    default: self = .delete(DeleteItem(item.id, if: condition == .absent ? .present : condition, key: key))
    }
  }

  func take(_ shelf: inout Shelf) throws(RequestError) -> Change {
    switch self {
    case .create(let command): try shelf.take(command)
    case .replace(let command): try shelf.take(command)
    case .patch(let command): try shelf.take(command)
    case .delete(let command): try shelf.take(command)
    }
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
  mutating func take(_ command: RandomCommand) -> Place? {
    switch command {
    case .create(let command):
      let number = (places.keys.filter { $0.kind == command.item.kind }.map(\.number).max() ?? 0) + 1
      return put(command.item.numbered(number), at: 1)
    case .replace(let command):
      guard let version = version(command.item.id, command.condition) else { return nil }
      return put(command.item, at: version + 1)
    case .patch(let command):
      guard let version = version(command.id, command.condition), case .object(let members) = command.patch,
        case .text(let title) = members["title"] ?? members["name"]
      else { return nil }
      switch places[command.id]?.item {
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
    case .delete(let command):
      guard let version = version(command.id, command.condition) else { return nil }
      places[command.id] = Place(item: nil, version: version + 1)
      return places[command.id]
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
    }
  }
}
