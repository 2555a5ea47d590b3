public import MillraceJournal
public import NotesModel

/// The form that JSON must have to be an item; the check finds all errors.
public indirect enum Shape: Sendable {
  /// The number of an item, which may be missing; nil when it is not assigned yet.
  case id(Int?)
  case integer
  case bool
  case text(limit: Int)
  /// A text without line breaks.
  case line
  /// An object with these members and no others; its name is for sentences.
  case object(String, [String: Shape])
  /// A member that may be missing or null.
  case optional(Shape)

  /// The maximum number that all languages read exactly from JSON.
  public static let numberLimit = (1 << 53) - 1

  public static func item(_ kind: Kind, id: Int?) -> Shape {
    switch kind {
    case .notes:
      .object(
        "a note", ["id": .id(id), "userId": .integer, "title": .line, "body": .text(limit: Item.longestBody)])
    case .todos: .object("a todo", ["id": .id(id), "userId": .integer, "title": .line, "completed": .bool])
    case .users:
      .object(
        "a user",
        [
          "id": .id(id), "name": .line, "username": .line, "email": .line, "address": .optional(address),
          "phone": .optional(.line), "website": .optional(.line), "company": .optional(company),
        ])
    }
  }

  private static let address = Shape.object(
    "an address",
    [
      "street": .line, "suite": .line, "city": .line, "zipcode": .line,
      "geo": .optional(.object("a place", ["lat": .line, "lng": .line])),
    ])

  private static let company = Shape.object(
    "a company", ["name": .line, "catchPhrase": .line, "bs": .line])

  /// Returns all errors of a value; nil for a missing one.
  public func flaws(of json: JSON?, at path: String = "") -> [Flaw] {
    let sentence: String
    switch (self, json) {
    case (.id, nil), (.optional, nil), (.optional, .null), (.id(nil), .integer), (.bool, .bool): return []
    case (_, nil): sentence = "is missing"
    case (.optional(let shape), _): return shape.flaws(of: json, at: path)
    case (.id(let known?), .integer(let id)):
      if id == known { return [] }
      sentence = "is \(id), but the path has \(known)"
    case (.id, let json?): sentence = "must be an integer, but is \(json.title)"
    case (.integer, .integer(let value)) where value.magnitude <= Self.numberLimit: return []
    case (.integer, let json?): sentence = "must be an integer of at most 2^53 - 1, but is \(json.title)"
    case (.bool, let json?): sentence = "must be true or false, but is \(json.title)"
    case (.line, .text(let text)) where text.contains(where: \.isNewline):
      return Shape.text(limit: Item.longestTitle).flaws(of: json, at: path)
        + [Flaw(path, "must be one line, but has several")]
    case (.line, _): return Shape.text(limit: Item.longestTitle).flaws(of: json, at: path)
    case (.text(let limit), .text(let text)):
      let count = text.unicodeScalars.count
      if count <= limit { return [] }
      sentence = "has \(count) characters, but may have at most \(limit)"
    case (.text, let json?): sentence = "must be a text, but is \(json.title)"
    case (.object(let name, let shapes), .object(let members)):
      return shapes.flatMap { $1.flaws(of: json?[$0], at: "\(path)/\($0)") }
        + members.filter { shapes[$0.key] == nil }.map { member in
          // The escapes of JSON pointers.
          let escaped = member.key.replacing("~", with: "~0").replacing("/", with: "~1")
          return Flaw("\(path)/\(escaped)", "is not a member of \(name)")
        }
    case (.object(let name, _), let json?):
      sentence =
        path.isEmpty
        ? "\(name) must be an object, but it is \(json.title)"
        : "must be an object, but is \(json.title)"
    }
    return [Flaw(path, sentence)]
  }
}

extension Item {
  /// Creates an item from JSON.
  ///
  /// - Parameters:
  ///   - kind: The expected kind.
  ///   - json: The JSON.
  ///   - number: The expected number; nil when it is not assigned yet.
  /// - Throws: ``ShelfError/wrongShape(_:)``.
  public init(_ kind: Kind, _ json: JSON, number: Int?) throws(ShelfError) {
    let flaws = Shape.item(kind, id: number).flaws(of: json)
    guard flaws.isEmpty, case .object(let members) = json else {
      throw .wrongShape(flaws.sorted { $0.path < $1.path })
    }
    let id = JSON.Member(key: "id", value: .integer(Int64(number ?? 0)))
    let numbered = JSON.object(members.filter { $0.key != "id" } + [id]).cbor()
    do {
      self = try numbered.withUnsafeBytes {
        try RecordDecoder().decode($0) { try Item(from: $0, configuration: kind) }
      }
    } catch {
      throw .wrongShape([Flaw("", "\(error)")])
    }
  }
}
