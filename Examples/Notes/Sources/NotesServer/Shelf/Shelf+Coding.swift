import Millrace
import NotesModel

/// The format of a shelf in a snapshot: one long list of values, without names and derived values, so that a
/// hundred thousand items take a moment.
///
/// The format belongs to the version of its schema; a change of it needs a new version.
extension Shelf: Codable {
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for kind in Kind.allCases {
      try list.encode(items(kind).count)
      for (_, row) in items(kind) { try Self.encode(row, &list) }
    }
    try list.encode(tombstones.count)
    for (id, tombstone) in tombstones {
      try list.encode(id.description)
      try list.encode(tombstone.version)
      try list.encode(tombstone.sequence)
      try list.encode(tombstone.key)
    }
    try list.encode(memory.answers.count)
    for (_, change) in memory.answers { try list.encode(change) }
  }

  private static func encode(_ row: Row, _ list: inout any UnkeyedEncodingContainer) throws {
    try list.encode(row.version)
    try list.encode(row.sequence)
    try list.encode(row.key)
    switch row.item {
    case .note(let note):
      try list.encode(note.id)
      try list.encode(note.userId)
      try list.encode(note.title)
      try list.encode(note.body)
    case .todo(let todo):
      try list.encode(todo.id)
      try list.encode(todo.userId)
      try list.encode(todo.title)
      try list.encode(todo.completed)
    case .user(let user): try list.encode(user)
    }
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    var found: [Row] = []
    for kind in Kind.allCases {
      for _ in 0..<(try Self.count(&list)) { found.append(try Self.row(kind, &list)) }
    }
    var buried: [(id: ItemID, tombstone: Tombstone)] = []
    for _ in 0..<(try Self.count(&list)) {
      let text = try list.decode(String.self)
      guard let id = ItemID(text) else {
        throw DecodingError.dataCorruptedError(
          in: list, debugDescription: "`\(text)` is not the id of an item")
      }
      let (version, sequence) = (try list.decode(Int.self), try list.decode(Int.self))
      buried.append(
        (id, Tombstone(version: version, sequence: sequence, key: try list.decode(String?.self))))
    }
    var answers: [Change] = []
    for _ in 0..<(try Self.count(&list)) { answers.append(try list.decode(Change.self)) }
    self.init(found, buried: buried, answers: answers)
  }

  private static func count(_ list: inout any UnkeyedDecodingContainer) throws -> Int {
    let count = try list.decode(Int.self)
    if count >= 0 { return count }
    throw DecodingError.dataCorruptedError(in: list, debugDescription: "\(count) is not a valid count")
  }

  private static func row(_ kind: Kind, _ list: inout any UnkeyedDecodingContainer) throws -> Row {
    let (version, sequence) = (try list.decode(Int.self), try list.decode(Int.self))
    let key = try list.decode(String?.self)
    let item: Item
    switch kind {
    case .notes:
      let (id, userId) = (try list.decode(Int.self), try list.decode(Int.self))
      let (title, body) = (try list.decode(String.self), try list.decode(String.self))
      item = .note(Note(userId: userId, id: id, title: title, body: body))
    case .todos:
      let (id, userId) = (try list.decode(Int.self), try list.decode(Int.self))
      let (title, completed) = (try list.decode(String.self), try list.decode(Bool.self))
      item = .todo(Todo(userId: userId, id: id, title: title, completed: completed))
    case .users: item = .user(try list.decode(User.self))
    }
    return Row(item, version: version, sequence: sequence, key: key)
  }
}
