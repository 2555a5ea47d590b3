/// The members of a line's object, which are taken out one by one.
struct LineMembers {
  private var members: [String: JournalValue] = [:]

  init(_ value: JournalValue, _ what: String = "it") throws(RowFlaw) {
    guard case .object(let members) = value else { throw RowFlaw("\(what) is no object") }
    for member in members { self.members[member.key] = member.value }
  }

  func has(_ key: String) -> Bool { members[key] != nil }

  mutating func value(_ key: String) throws(RowFlaw) -> JournalValue {
    guard let value = members.removeValue(forKey: key) else { throw RowFlaw("`\(key)` is missing") }
    return value
  }

  mutating func optional(_ key: String) -> JournalValue? { members.removeValue(forKey: key) }

  mutating func text(_ key: String) throws(RowFlaw) -> String {
    guard let text = try value(key).text else { throw RowFlaw("`\(key)` is no text") }
    return text
  }

  mutating func integer(_ key: String) throws(RowFlaw) -> Int64 {
    guard case .integer(let number) = try value(key) else { throw RowFlaw("`\(key)` is no whole number") }
    return number
  }

  /// A whole number from `least` on.
  mutating func count(_ key: String, from least: Int64 = 0) throws(RowFlaw) -> Int64 {
    let number = try integer(key)
    guard number >= least else { throw RowFlaw("`\(key)` is \(number), which is less than \(least)") }
    return number
  }

  mutating func array(_ key: String) throws(RowFlaw) -> [JournalValue] {
    guard case .array(let values) = try value(key) else { throw RowFlaw("`\(key)` is no list") }
    return values
  }

  /// Refuses what was not taken: it would get lost.
  func end() throws(RowFlaw) {
    if let key = members.keys.min() { throw RowFlaw("`\(key)` is not known here") }
  }
}
