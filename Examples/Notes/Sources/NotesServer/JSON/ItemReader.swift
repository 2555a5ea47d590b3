import NotesModel

/// An error at one location of a body.
struct Flaw: Hashable, Sendable {
  /// The location, as a JSON pointer: `/address/geo/lat`.
  var path: String
  var detail: String

  init(_ path: String, _ detail: String) {
    self.path = path
    self.detail = detail
  }
}

/// A reader that parses an item from JSON, or reports all errors.
struct ItemReader {
  /// The maximum number of characters of a one-line text, and of a body.
  static let (lineLimit, bodyLimit) = (1000, 100_000)
  /// The maximum number that all languages read exactly from JSON.
  static let numberLimit = (1 << 53) - 1

  private var flaws: [Flaw] = []

  /// Parses an item.
  ///
  /// - Parameters:
  ///   - kind: The expected kind.
  ///   - json: The JSON.
  ///   - number: The expected number; nil when it is not assigned yet.
  /// - Throws: ``RequestError/wrongShape(_:)``.
  static func item(_ kind: Kind, _ json: JSONValue, number: Int?) throws(RequestError) -> Item {
    var reader = ItemReader()
    let item = reader.item(kind, json, number)
    if !reader.flaws.isEmpty { throw .wrongShape(reader.flaws.sorted { $0.path < $1.path }) }
    return item
  }

  private mutating func item(_ kind: Kind, _ json: JSONValue, _ number: Int?) -> Item {
    guard case .object(let members) = json else {
      flaws.append(Flaw("", "a \(kind.singular) must be an object, but it is \(json.title)"))
      return .note(Note(userId: 0, id: 0, title: "", body: ""))
    }
    var fields = Fields(members, path: "", what: "a \(kind.singular)")
    defer { flaws += fields.end() }
    let id = fields.id(number)
    switch kind {
    case .notes:
      return .note(
        Note(
          userId: fields.integer("userId"), id: id, title: fields.line("title"),
          body: fields.text("body", limit: Self.bodyLimit)))
    case .todos:
      return .todo(
        Todo(
          userId: fields.integer("userId"), id: id, title: fields.line("title"),
          completed: fields.bool("completed")))
    case .users: return .user(user(&fields, id))
    }
  }

  private func user(_ fields: inout Fields, _ id: Int) -> User {
    User(
      id: id, name: fields.line("name"), username: fields.line("username"), email: fields.line("email"),
      address: fields.part("address", "an address") { address in
        User.Address(
          street: address.line("street"), suite: address.line("suite"), city: address.line("city"),
          zipcode: address.line("zipcode"),
          geo: address.part("geo", "a place") { User.Place(lat: $0.line("lat"), lng: $0.line("lng")) })
      },
      phone: fields.optionalLine("phone"), website: fields.optionalLine("website"),
      company: fields.part("company", "a company") { company in
        User.Company(
          name: company.line("name"), catchPhrase: company.line("catchPhrase"), bs: company.line("bs"))
      })
  }
}

/// The members of an object, which are taken one by one, and all errors.
struct Fields {
  private var members: [String: JSONValue]
  private let path: String
  private let what: String
  private var flaws: [Flaw] = []

  init(_ members: [String: JSONValue], path: String, what: String) {
    self.members = members
    self.path = path
    self.what = what
  }

  /// Returns all errors, with an error for each member that was not taken.
  consuming func end() -> [Flaw] {
    for name in members.keys {
      // The escapes of JSON pointers.
      let escaped = name.replacing("~", with: "~0").replacing("/", with: "~1")
      flaws.append(Flaw("\(path)/\(escaped)", "is not a member of \(what)"))
    }
    return flaws
  }

  /// Takes the number of an item; if it is known, a member with the number must be equal.
  mutating func id(_ known: Int?) -> Int {
    guard let json = members.removeValue(forKey: "id") else { return known ?? 0 }
    guard case .integer(let id) = json else {
      flaw("id", "must be an integer, but is \(json.title)")
      return 0
    }
    if let known, known != id { flaw("id", "is \(id), but the path has \(known)") }
    return known ?? id
  }

  mutating func integer(_ name: String) -> Int {
    guard let json = take(name) else { return 0 }
    guard case .integer(let value) = json, value.magnitude <= UInt(ItemReader.numberLimit) else {
      flaw(name, "must be an integer of at most 2^53 - 1, but is \(json.title)")
      return 0
    }
    return value
  }

  mutating func bool(_ name: String) -> Bool {
    guard let json = take(name) else { return false }
    if case .bool(let value) = json { return value }
    flaw(name, "must be true or false, but is \(json.title)")
    return false
  }

  mutating func text(_ name: String, limit: Int) -> String {
    guard let json = take(name) else { return "" }
    guard case .text(let text) = json else {
      flaw(name, "must be a text, but is \(json.title)")
      return ""
    }
    if text.unicodeScalars.count > limit {
      flaw(name, "has \(text.unicodeScalars.count) characters, but may have at most \(limit)")
    }
    return text
  }

  mutating func line(_ name: String) -> String {
    let line = text(name, limit: ItemReader.lineLimit)
    if line.contains(where: \.isNewline) { flaw(name, "must be one line, but has several") }
    return line
  }

  mutating func optionalLine(_ name: String) -> String? { isThere(name) ? line(name) : nil }

  mutating func part<Part>(_ name: String, _ what: String, _ read: (inout Fields) -> Part) -> Part? {
    guard isThere(name), let json = take(name) else { return nil }
    guard case .object(let members) = json else {
      flaw(name, "must be an object, but is \(json.title)")
      return nil
    }
    var fields = Fields(members, path: "\(path)/\(name)", what: what)
    let part = read(&fields)
    flaws += fields.end()
    return part
  }

  /// Returns whether an optional member is there; null counts as missing.
  private mutating func isThere(_ name: String) -> Bool {
    if members[name] == .null { members[name] = nil }
    return members[name] != nil
  }

  private mutating func take(_ name: String) -> JSONValue? {
    if let json = members.removeValue(forKey: name) { return json }
    flaw(name, "is missing")
    return nil
  }

  private mutating func flaw(_ name: String, _ detail: String) {
    flaws.append(Flaw("\(path)/\(name)", detail))
  }
}
