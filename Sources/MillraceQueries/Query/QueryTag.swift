/// A name for the contents of a value, by which the value is invalidated.
///
/// The tag `"note"` stands for all notes, and `QueryTag("note", 7)` for one. Invalidating the first affects
/// all values with a tag of that name. Invalidating the second affects only values that have exactly it, so a
/// list of notes has the tag of each of its rows, not just `"note"`.
public struct QueryTag: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The name of the kind of contents.
  public let name: String
  /// The text of the id of one of the kind; nil for all of them.
  public let id: String?

  /// Creates the tag of all contents of a kind.
  public init(_ name: String) {
    self.name = name
    id = nil
  }

  /// Creates the tag of one of a kind; ids are compared by their descriptions.
  public init(_ name: String, _ id: some CustomStringConvertible) {
    self.name = name
    self.id = id.description
  }

  /// The tag as text, such as `note 7`.
  public var description: String { id.map { "\(name) \($0)" } ?? name }

  /// Returns true if the invalidation of this tag affects values with the other one.
  public func covers(_ other: QueryTag) -> Bool { name == other.name && (id == nil || id == other.id) }
}

extension QueryTag: ExpressibleByStringLiteral {
  /// Creates the tag of all contents of a kind.
  public init(stringLiteral value: String) { self.init(value) }
}
