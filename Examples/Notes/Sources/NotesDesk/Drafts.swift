public import Flask
import NotesModel

/// The unsaved drafts; archived, so that no input is lost.
public struct Drafts: Flask.State, Equatable {
  /// The maximum number of drafts; the least recently changed ones are dropped.
  public static let most = 100

  /// The drafts, by item id, or `new note`.
  public internal(set) var drafts: [String: Draft] = [:]
  /// The names of the drafts in the order of their last change, newest last.
  public internal(set) var names: [String] = []

  public init() {}

  public enum prop: StateProp { case drafts, names }

  /// Saves a draft, and drops the oldest when there are too many.
  mutating func save(_ draft: Draft, of name: String) throws(DeskRefusal) {
    if draft.size > Draft.most { throw .tooLong(name, size: draft.size) }
    drop(name)
    drafts[name] = draft
    names.append(name)
    if drafts.count > Self.most { letGoOfOldest() }
  }

  private mutating func letGoOfOldest() {
    // An archive that was edited by hand may lack names.
    let known = Set(names)
    let unknown = drafts.keys.filter { !known.contains($0) }.sorted()
    let kept = Set((unknown + names).suffix(Self.most))
    drafts = drafts.filter { kept.contains($0.key) }
    names = names.filter { drafts[$0] != nil }
  }

  mutating func drop(_ name: String) {
    drafts[name] = nil
    names.removeAll { $0 == name }
  }

  /// True when there are drafts of items without a number of the server.
  var hasLocal: Bool { drafts.keys.contains(where: Self.isLocal) }

  /// Deletes the drafts of all items without a number of the server.
  mutating func dropLocal() {
    drafts = drafts.filter { !Self.isLocal($0.key) }
    names.removeAll(where: Self.isLocal)
  }

  private static func isLocal(_ name: String) -> Bool { ItemID(name).map { $0.number < 0 } ?? false }

  /// Moves the draft of an item to its new id.
  mutating func rename(_ old: String, to new: String) {
    guard old != new, let draft = drafts.removeValue(forKey: old) else { return }
    drop(new)
    drafts[new] = draft
    names = names.map { $0 == old ? new : $0 }
  }
}

/// The fields of a form, as typed.
public struct Draft: Codable, Hashable, Sendable {
  public var title: String
  /// The body; empty for items without one.
  public var body: String

  /// The maximum size of a draft, in bytes; the server's limit is lower.
  public static let most = 1_000_000

  public init(title: String, body: String = "") {
    self.title = title
    self.body = body
  }

  var size: Int { title.utf8.count + body.utf8.count }
}
