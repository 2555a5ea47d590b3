import Aftermath
import NotesModel

/// Which version of an item a change is about.
enum Condition: Hashable, Sendable {
  /// Any that is there.
  case present
  /// One of these.
  case versions([Int])
  /// None: there is to be no item.
  case absent

  func admits(_ version: Int) -> Bool {
    switch self {
    case .present: true
    case .versions(let versions): versions.contains(version)
    case .absent: false
    }
  }
}

/// A change that somebody asks for, which is decided against the shelf.
///
/// A command that is admitted produces its change; one that was done before produces the change of then.
protocol ShelfCommand: Command where Output == Change {
  /// The key by which a repeated request is known; nil for none.
  var key: String? { get }

  /// What the command does to the shelf, which has not seen its key; refused with the reason.
  func change(of shelf: Shelf) throws(RequestError) -> Change

  /// Takes in everything that makes it another request than others.
  func describe(to fingerprint: inout Fingerprint)
}

/// Puts a new item on the shelf, which gives it a number.
struct CreateItem: ShelfCommand {
  typealias Output = Change
  /// The item; its number does not count.
  var item: Item
  var key: String?

  /// A command.
  init(_ item: Item, key: String? = nil) {
    self.item = item
    self.key = key
  }

  func change(of shelf: Shelf) throws(RequestError) -> Change {
    let item = item.numbered(shelf.nextNumber(item.kind))
    try shelf.checkNumber(item.id)
    return Change(
      FeedEntry(sequence: shelf.sequence + 1, id: item.id, version: 1, key: key, item: item), isNew: true)
  }

  func describe(to fingerprint: inout Fingerprint) {
    fingerprint.add("create")
    fingerprint.add(item.kind.rawValue)
    fingerprint.add(JSONValue(item.numbered(0)))
  }
}

/// Puts an item in the place of another, or where there is none.
struct ReplaceItem: ShelfCommand {
  typealias Output = Change
  /// The item, with its number.
  var item: Item
  /// What is to be there before.
  var condition: Condition
  var key: String?

  /// A command.
  init(_ item: Item, if condition: Condition, key: String? = nil) {
    self.item = item
    self.condition = condition
    self.key = key
  }

  func change(of shelf: Shelf) throws(RequestError) -> Change {
    let version = try shelf.version(of: item.id, condition)
    try shelf.checkNumber(item.id)
    return Change(
      FeedEntry(sequence: shelf.sequence + 1, id: item.id, version: version + 1, key: key, item: item),
      isNew: condition == .absent)
  }

  func describe(to fingerprint: inout Fingerprint) {
    fingerprint.add("replace")
    fingerprint.add(item.id.description)
    fingerprint.add(condition)
    fingerprint.add(JSONValue(item))
  }
}

/// Changes some members of an item.
struct PatchItem: ShelfCommand {
  typealias Output = Change
  /// Which item.
  var id: ItemID
  /// The merge patch.
  var patch: JSONValue
  /// What is to be there before.
  var condition: Condition
  var key: String?

  /// A command.
  init(_ id: ItemID, _ patch: JSONValue, if condition: Condition, key: String? = nil) {
    self.id = id
    self.patch = patch
    self.condition = condition
    self.key = key
  }

  func change(of shelf: Shelf) throws(RequestError) -> Change {
    let version = try shelf.version(of: id, condition)
    guard let row = shelf[id] else { throw .noItem(id) }
    let item = try ItemReader.item(id.kind, JSONValue(row.item).merged(with: patch), number: id.number)
    return Change(
      FeedEntry(sequence: shelf.sequence + 1, id: id, version: version + 1, key: key, item: item),
      isNew: false)
  }

  func describe(to fingerprint: inout Fingerprint) {
    fingerprint.add("patch")
    fingerprint.add(id.description)
    fingerprint.add(condition)
    fingerprint.add(patch)
  }
}

/// Takes an item from the shelf, and leaves a tombstone.
struct DeleteItem: ShelfCommand {
  typealias Output = Change
  /// Which item.
  var id: ItemID
  /// What is to be there before.
  var condition: Condition
  var key: String?

  /// A command.
  init(_ id: ItemID, if condition: Condition, key: String? = nil) {
    self.id = id
    self.condition = condition
    self.key = key
  }

  func change(of shelf: Shelf) throws(RequestError) -> Change {
    let version = try shelf.version(of: id, condition)
    return Change(
      FeedEntry(sequence: shelf.sequence + 1, id: id, version: version + 1, key: key, item: nil), isNew: false
    )
  }

  func describe(to fingerprint: inout Fingerprint) {
    fingerprint.add("delete")
    fingerprint.add(id.description)
    fingerprint.add(condition)
  }
}

/// What is answered to a command.
struct Decision: Hashable, Sendable {
  /// The change.
  var change: Change
  /// Whether it was made before, and is only told again.
  var isRepeated: Bool
}

extension Shelf {
  /// What is answered to a command; nothing is changed by this.
  func decide(_ command: some ShelfCommand) throws(RequestError) -> Decision {
    guard let key = command.key else {
      return Decision(change: try command.change(of: self), isRepeated: false)
    }
    var fingerprint = Fingerprint()
    command.describe(to: &fingerprint)
    if let change = memory[key] {
      // What was kept before there were fingerprints is known by its key alone.
      if let request = change.request, request != fingerprint.value { throw .keyReused(key) }
      return Decision(change: change, isRepeated: true)
    }
    var change = try command.change(of: self)
    change.request = fingerprint.value
    return Decision(change: change, isRepeated: false)
  }

  /// Sees that an item may have its number.
  func checkNumber(_ id: ItemID) throws(RequestError) {
    let limit = numberLimit(id.kind)
    if id.number > limit { throw .numberTooHigh(id, limit: limit) }
  }

  /// The version that a change is based on: that of the item, or of its tombstone, or 0.
  func version(of id: ItemID, _ condition: Condition) throws(RequestError) -> Int {
    if let row = self[id] {
      if condition.admits(row.version) { return row.version }
      throw .otherVersion(id, version: row.version, current: row.item)
    }
    let tombstone = tombstones[id]
    switch condition {
    case .absent: return tombstone?.version ?? 0
    case .present: throw .noItem(id)
    case .versions:
      guard let tombstone else { throw .noItem(id) }
      throw .otherVersion(id, version: tombstone.version, current: nil)
    }
  }
}
