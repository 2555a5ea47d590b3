import Millrace
public import MillraceJournal
public import NotesModel

/// A command that changes one item; a repeated one gets the same answer as the first.
public struct ChangeItem: ShelfCommand, Codable, Hashable, Sendable {
  public enum Action: Codable, Hashable, Sendable {
    /// Adds an item with the next number; its own does not count.
    case create(Item)
    /// Replaces an item, or adds it.
    case replace(Item, if: Condition)
    /// Changes some members of an item, by a merge patch.
    case patch(ItemID, JSON, if: Condition)
    /// Deletes an item, and leaves a tombstone.
    case delete(ItemID, if: Condition)
  }

  public var action: Action
  /// The key that identifies a repeated request; nil for none.
  public var key: String?
  /// The key of the command that has created the item, which stands for the number in the action; nil where
  /// that is the number.
  ///
  /// The number of a new item is certain only when the log has its command.
  public var created: String?

  public init(_ action: Action, key: String? = nil, created: String? = nil) {
    self.action = action
    self.key = key
    self.created = created
  }

  /// The id in the action; nil for a new item.
  public var id: ItemID? {
    switch action {
    case .create: nil
    case .replace(let item, _): item.id
    case .patch(let id, _, _), .delete(let id, _): id
    }
  }

  /// The new content of the item; nil for a deletion or a patch.
  public var item: Item? {
    switch action {
    case .create(let item), .replace(let item, _): item
    case .patch, .delete: nil
    }
  }

  public func decide(on shelf: Shelf) throws(ShelfError) -> Decision {
    guard let key else { return Decision(changes: [try change(of: shelf)]) }
    let fingerprint = fingerprint
    if let change = shelf.memory[key] {
      // Changes from before there were fingerprints are identified by their keys alone.
      if let request = change.request, request != fingerprint { throw .keyReused(key) }
      return Decision(changes: [change], isRepeated: true)
    }
    var change = try change(of: shelf)
    change.request = fingerprint
    return Decision(changes: [change])
  }

  /// Returns the change of a shelf that has not seen the key.
  private func change(of shelf: Shelf) throws(ShelfError) -> Change {
    var action = action
    if let created {
      guard let id = shelf.memory[created]?.entry.id else { throw .unknownCreation(created) }
      action = action.about(id)
    }
    switch action {
    case .create(let item):
      return try stored(item.numbered(shelf.nextNumber(item.kind)), over: 0, isNew: true, on: shelf)
    case .replace(let item, let condition):
      let version = try shelf.version(of: item.id, condition)
      return try stored(item, over: version, isNew: condition == .absent, on: shelf)
    case .patch(let id, let patch, let condition):
      let version = try shelf.version(of: id, condition)
      guard let row = shelf[id], let json = try? JSON(encoding: row.item.content) else { throw .noItem(id) }
      return try stored(
        Item(id.kind, json.merged(with: patch), number: id.number), over: version, isNew: false, on: shelf)
    case .delete(let id, let condition):
      let version = try shelf.version(of: id, condition)
      return Change(
        FeedEntry(sequence: shelf.sequence + 1, id: id, version: version + 1, key: key, item: nil),
        isNew: false)
    }
  }

  private func stored(
    _ item: Item, over version: Int, isNew: Bool, on shelf: Shelf
  ) throws(ShelfError) -> Change {
    let limit = shelf.numberLimit(item.kind)
    if item.id.number > limit { throw .numberTooHigh(item.id, limit: limit) }
    return Change(
      FeedEntry(sequence: shelf.sequence + 1, id: item.id, version: version + 1, key: key, item: item),
      isNew: isNew)
  }

  /// A hash of all that distinguishes the request from others, the same in every run of the program.
  ///
  /// It is FNV-1a; Swift's own hashes differ from run to run.
  private var fingerprint: Int {
    let bytes = (try? RecordEncoder().encode(self)) ?? []
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash)
  }
}

extension ChangeItem.Action {
  /// Returns the action about another item.
  fileprivate func about(_ id: ItemID) -> Self {
    switch self {
    case .create: self
    case .replace(let item, let condition): .replace(item.numbered(id.number), if: condition)
    case .patch(_, let patch, let condition): .patch(id, patch, if: condition)
    case .delete(_, let condition): .delete(id, if: condition)
    }
  }
}

/// The version of an item that a change requires.
public enum Condition: Hashable, Sendable, Codable {
  /// Any existing version.
  case present
  case versions([Int])
  /// This version, made by the command with this key.
  ///
  /// Of several pending changes of an item, each names the one before: when another client was first, its
  /// change has the expected version, but not the key.
  case unchanged(version: Int, key: String?)
  /// No item.
  case absent

  /// Returns whether the last change of an existing item fulfils it.
  func admits(_ entry: FeedEntry) -> Bool {
    switch self {
    case .present: true
    case .versions(let versions): versions.contains(entry.version)
    case .unchanged(let version, let key): entry.version == version && entry.key == key
    case .absent: false
    }
  }
}

extension Shelf {
  /// Returns the version that a change is based on: that of the item, or of its tombstone, or 0.
  fileprivate func version(of id: ItemID, _ condition: Condition) throws(ShelfError) -> Int {
    if let row = self[id] {
      if condition.admits(row.entry) { return row.version }
      throw .otherVersion(id, version: row.version, current: row.item)
    }
    let tombstone = tombstones[id]
    switch condition {
    case .absent: return tombstone?.version ?? 0
    case .present: throw .noItem(id)
    case .versions, .unchanged:
      guard let tombstone else { throw .noItem(id) }
      throw .otherVersion(id, version: tombstone.version, current: nil)
    }
  }
}
