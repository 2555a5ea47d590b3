public import Foundation

/// The kind of an item; the raw values are the server's paths.
public enum Kind: String, Codable, Hashable, CaseIterable, Sendable {
  case notes, todos, users

  /// The name of one item, in sentences.
  public var singular: String {
    switch self {
    case .notes: "note"
    case .todos: "todo"
    case .users: "user"
    }
  }
}

/// The identity of an item: `notes:42`.
public struct ItemID: Codable, Comparable, Hashable, Sendable, CustomStringConvertible,
  LosslessStringConvertible
{
  public var kind: Kind
  /// The number within the kind; negative for a local item.
  public var number: Int

  public init(_ kind: Kind, _ number: Int) {
    self.kind = kind
    self.number = number
  }

  /// Parses a printed id; nil if it is malformed.
  public init?(_ description: String) {
    let parts = description.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), let number = Int(exactly: parts[1]),
      number != 0
    else { return nil }
    self.init(kind, number)
  }

  /// True when the server has assigned the number.
  public var isShared: Bool { number > 0 }

  public var description: String { "\(kind.rawValue):\(number)" }

  /// Returns whether one id has the lower number; for equal numbers, the kind that is first in order.
  public static func < (left: ItemID, right: ItemID) -> Bool {
    (left.number, left.kind.rawValue) < (right.number, right.kind.rawValue)
  }
}

public enum Item: Hashable, Sendable {
  case note(Note)
  case todo(Todo)
  // Indirect, because a user is four times as large as a note, and a list of notes would pay for it.
  indirect case user(User)

  public var kind: Kind {
    switch self {
    case .note: .notes
    case .todo: .todos
    case .user: .users
    }
  }

  public var id: ItemID {
    switch self {
    case .note(let note): ItemID(.notes, note.id)
    case .todo(let todo): ItemID(.todos, todo.id)
    case .user(let user): ItemID(.users, user.id)
    }
  }

  /// The text in a list: the title, or the name.
  public var title: String {
    switch self {
    case .note(let note): note.title
    case .todo(let todo): todo.title
    case .user(let user): user.name
    }
  }

  /// The number of the author; nil for a user.
  public var userId: Int? {
    switch self {
    case .note(let note): note.userId
    case .todo(let todo): todo.userId
    case .user: nil
    }
  }

  /// The maximum number of characters of a title, and of a body; a server refuses more.
  public static let (longestTitle, longestBody) = (1_000, 100_000)

  /// Creates a todo or a note without a number.
  public static func new(_ kind: Kind, title: String, body: String = "", userId: Int) -> Item {
    kind == .todos
      ? .todo(Todo(userId: userId, id: 0, title: title, completed: false))
      : .note(Note(userId: userId, id: 0, title: title, body: body))
  }

  /// Returns the item with another title or body, where one is given; a user is unchanged.
  public func with(title: String?, body: String?) -> Item {
    switch self {
    case .note(var note):
      note.title = title ?? note.title
      note.body = body ?? note.body
      return .note(note)
    case .todo(var todo):
      todo.title = title ?? todo.title
      return .todo(todo)
    case .user: return self
    }
  }

  /// Returns the item with another number.
  public func numbered(_ number: Int) -> Item {
    switch self {
    case .note(var note):
      note.id = number
      return .note(note)
    case .todo(var todo):
      todo.id = number
      return .todo(todo)
    case .user(var user):
      user.id = number
      return .user(user)
    }
  }
}

extension Item: Codable {
  private enum CodingKeys: String, CodingKey { case kind, item }

  /// Decodes an item with its kind, as a journal has it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .notes: self = .note(try container.decode(Note.self, forKey: .item))
    case .todos: self = .todo(try container.decode(Todo.self, forKey: .item))
    case .users: self = .user(try container.decode(User.self, forKey: .item))
    }
  }

  /// Encodes the item with its kind.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(content, forKey: .item)
  }

  /// The note, todo or user, in the format of the sample data.
  public var content: any Encodable & Sendable {
    switch self {
    case .note(let note): note
    case .todo(let todo): todo
    case .user(let user): user
    }
  }
}

extension Item: DecodableWithConfiguration {
  /// Decodes the content of an item of a kind, in the format of the sample data.
  public init(from decoder: any Decoder, configuration kind: Kind) throws {
    switch kind {
    case .notes: self = .note(try Note(from: decoder))
    case .todos: self = .todo(try Todo(from: decoder))
    case .users: self = .user(try User(from: decoder))
    }
  }
}

extension Int {
  /// Parses a number in its canonical form: without a plus, leading zeros, or anything else.
  public init?(exactly text: some StringProtocol) {
    guard let number = Int(text), String(number) == text else { return nil }
    self = number
  }
}
