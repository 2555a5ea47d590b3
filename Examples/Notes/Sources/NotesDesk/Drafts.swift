public import Flask
import NotesModel

/// What was begun to be written and not saved; archived, so that nothing typed is lost.
public struct Drafts: Flask.State, Equatable {
  /// So many are kept, those that were changed last.
  public static let most = 100

  /// The drafts, by what they are of: an item's id, or `new note`.
  public internal(set) var drafts: [String: Draft] = [:]
  /// What they are of, in the order in which they were changed; the last changed is the last.
  public internal(set) var names: [String] = []

  /// None.
  public init() {}

  /// The names of its keys.
  public enum prop: StateProp { case drafts, names }

  /// Keeps a draft, and lets go of the oldest when there are too many.
  mutating func save(_ draft: Draft, of name: String) throws(DeskRefusal) {
    if draft.size > Draft.most { throw .tooLong(name, size: draft.size) }
    drop(name)
    drafts[name] = draft
    names.append(name)
    if drafts.count > Self.most { letGoOfOldest() }
  }

  private mutating func letGoOfOldest() {
    // An archive may have been written by another hand, so that names are missing.
    let known = Set(names)
    let unknown = drafts.keys.filter { !known.contains($0) }.sorted()
    let kept = Set((unknown + names).suffix(Self.most))
    drafts = drafts.filter { kept.contains($0.key) }
    names = names.filter { drafts[$0] != nil }
  }

  /// Lets go of a draft.
  mutating func drop(_ name: String) {
    drafts[name] = nil
    names.removeAll { $0 == name }
  }

  /// Whether there are drafts of items that no server has numbered.
  var hasLocal: Bool { drafts.keys.contains(where: Self.isLocal) }

  /// Lets go of the drafts of all items that no server has numbered.
  mutating func dropLocal() {
    drafts = drafts.filter { !Self.isLocal($0.key) }
    names.removeAll(where: Self.isLocal)
  }

  private static func isLocal(_ name: String) -> Bool { ItemID(name).map { $0.number < 0 } ?? false }

  /// Has the draft of an item follow it to its new id.
  mutating func rename(_ old: String, to new: String) {
    guard old != new, let draft = drafts.removeValue(forKey: old) else { return }
    drop(new)
    drafts[new] = draft
    names = names.map { $0 == old ? new : $0 }
  }
}

/// A form's fields as they were typed.
public struct Draft: Codable, Hashable, Sendable {
  /// The title.
  public var title: String
  /// The body; empty for what has none.
  public var body: String

  /// The most bytes that a draft may have; what a server takes is less.
  public static let most = 1_000_000

  /// A draft.
  public init(title: String, body: String = "") {
    self.title = title
    self.body = body
  }

  /// How many bytes it has.
  var size: Int { title.utf8.count + body.utf8.count }
}
