public import NotesModel
import Synchronization

/// An item on the shelf.
///
/// It is immutable: a change replaces it. So a copy of the shelf, as for a snapshot, shares the rows, and the
/// JSON and the search text are made once per change at most.
public final class Row: Sendable {
  /// The item's last change.
  public let entry: FeedEntry
  public let item: Item
  /// The version as a header.
  public let tag: String

  private struct Texts {
    var json: [UInt8]?
    var folded: [UInt8]?
  }

  /// The texts that were asked for; a client asks for none.
  private let texts = Mutex(Texts())

  /// The item as it is sent.
  public var json: [UInt8] {
    texts.withLock { texts in
      let json = texts.json ?? JSON.bytes(item.content)
      texts.json = json
      return json
    }
  }

  /// The text for searches, in lower case.
  public var folded: [UInt8] {
    texts.withLock { texts in
      let folded = texts.folded ?? Array(Self.text(of: item).lowercased().utf8)
      texts.folded = folded
      return folded
    }
  }

  public var version: Int { entry.version }
  public var sequence: Int { entry.sequence }

  /// Creates the row of an entry; nil for a deletion.
  public init?(_ entry: FeedEntry) {
    guard let item = entry.item else { return nil }
    self.entry = entry
    self.item = item
    tag = "\"\(entry.version)\""
  }

  private static func text(of item: Item) -> String {
    switch item {
    case .note(let note): "\(note.title)\n\(note.body)"
    case .todo(let todo): todo.title
    case .user(let user): "\(user.name)\n\(user.username)\n\(user.email)"
    }
  }
}

extension Row: Equatable {
  /// Returns whether both have the same content and version.
  public static func == (left: Row, right: Row) -> Bool { left === right || left.entry == right.entry }
}

/// A change of one item: applied to the shelf, and sent to followers.
public struct Change: Codable, Hashable, Sendable {
  /// The item's new entry in the feed.
  public var entry: FeedEntry
  /// True when there was no item under its number before.
  public var isNew: Bool
  /// The fingerprint of the request with a key, which detects another request with the same key.
  public var request: Int?

  public init(_ entry: FeedEntry, isNew: Bool) {
    self.entry = entry
    self.isNew = isNew
  }
}

/// The changes of one item, or of all of an import, which are made as a whole or not at all.
public struct ItemsChanged: Hashable, Sendable {
  /// The changes, in order.
  public var changes: [Change]

  public init(_ changes: [Change]) {
    self.changes = changes
  }
}
