public import MillraceJournal

/// Any JSON value: those of the journal, whose reader and writer serve the requests as well.
public typealias JSON = JournalValue

extension JSON {
  package init(encoding value: some Encodable) throws {
    self = try JSON(cbor: RecordEncoder().encode(value))
  }

  /// Returns the JSON of a value in the server's answers.
  package static func bytes(_ value: some Encodable) -> [UInt8] {
    // Only infinite numbers cannot be encoded, and the server has none.
    (try? JSON(encoding: value)).map { Array($0.json().utf8) } ?? []
  }

  /// The name of the type, in sentences.
  package var title: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer: "a whole number"
    case .unsigned, .float: "a number with a fraction, or one that is too large"
    case .text, .bytes: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// Applies a merge patch (RFC 7396): null removes a member, objects are merged, anything else replaces the
  /// value.
  package func merged(with patch: JSON) -> JSON {
    guard case .object(let changed) = patch else { return patch }
    var members: [Member] = if case .object(let own) = self { own } else { [] }
    var changes = Dictionary(changed.map { ($0.key, $0.value) }) { $1 }
    members = members.compactMap { member in
      guard let change = changes.removeValue(forKey: member.key) else { return member }
      return change == .null ? nil : Member(key: member.key, value: member.value.merged(with: change))
    }
    for (key, change) in changed.map({ ($0.key, changes[$0.key] ?? .null) }) where change != .null {
      members.append(Member(key: key, value: JSON.null.merged(with: change)))
    }
    return .object(members)
  }
}
