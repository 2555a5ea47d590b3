import Aftermath
import NotesModel

/// The version of an item that a change requires.
enum Condition: Hashable, Sendable {
  /// Any existing version.
  case present
  case versions([Int])
  /// No item.
  case absent

  func admits(_ version: Int) -> Bool {
    switch self {
    case .present: true
    case .versions(let versions): versions.contains(version)
    case .absent: false
    }
  }
}

/// A requested change, which is checked against the shelf.
///
/// An accepted command produces its change; a repeated one produces the earlier change.
protocol ShelfCommand: Command where Output == Change {
  /// The key that identifies a repeated request; nil for none.
  var key: String? { get }

  /// Returns the command's change of a shelf that has not seen its key; throws the reason of a refusal.
  func change(of shelf: Shelf) throws(RequestError) -> Change

  /// Adds all parts that distinguish the request from others.
  func describe(to fingerprint: inout Fingerprint)
}

/// A command that adds a new item with the next number to the shelf.
struct CreateItem: ShelfCommand {
  typealias Output = Change
  /// The item; its number is ignored.
  var item: Item
  var key: String?

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

/// A command that replaces an item, or adds it.
struct ReplaceItem: ShelfCommand {
  typealias Output = Change
  var item: Item
  /// The required version.
  var condition: Condition
  var key: String?

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

/// A command that changes some members of an item.
struct PatchItem: ShelfCommand {
  typealias Output = Change
  var id: ItemID
  var patch: JSONValue
  /// The required version.
  var condition: Condition
  var key: String?

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

/// A command that deletes an item, and leaves a tombstone.
struct DeleteItem: ShelfCommand {
  typealias Output = Change
  var id: ItemID
  /// The required version.
  var condition: Condition
  var key: String?

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

/// The answer to a command.
struct Decision: Hashable, Sendable {
  var change: Change
  /// True when the change was made before.
  var isRepeated: Bool
}

extension Shelf {
  /// Decides about a command, without changing the shelf.
  func decide(_ command: some ShelfCommand) throws(RequestError) -> Decision {
    guard let key = command.key else {
      return Decision(change: try command.change(of: self), isRepeated: false)
    }
    var fingerprint = Fingerprint()
    command.describe(to: &fingerprint)
    if let change = memory[key] {
      // Changes from before there were fingerprints are identified by their keys alone.
      if let request = change.request, request != fingerprint.value { throw .keyReused(key) }
      return Decision(change: change, isRepeated: true)
    }
    var change = try command.change(of: self)
    change.request = fingerprint.value
    return Decision(change: change, isRepeated: false)
  }

  /// Throws when an item may not have its number.
  func checkNumber(_ id: ItemID) throws(RequestError) {
    let limit = numberLimit(id.kind)
    if id.number > limit { throw .numberTooHigh(id, limit: limit) }
  }

  /// Returns the version that a change is based on: that of the item, or of its tombstone, or 0.
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
