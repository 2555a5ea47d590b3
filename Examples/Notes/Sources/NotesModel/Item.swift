/// What there is of: the names are the paths of the server.
public enum Kind: String, Codable, Hashable, CaseIterable, Sendable {
  case notes, todos, users

  /// One of them, in sentences.
  public var singular: String {
    switch self {
    case .notes: "note"
    case .todos: "todo"
    case .users: "user"
    }
  }
}

/// What tells an item from all others: `notes:42`.
public struct ItemID: Codable, Hashable, Sendable, CustomStringConvertible, LosslessStringConvertible {
  /// Of which kind it is.
  public var kind: Kind
  /// Its number among its kind; negative for what only one client knows yet.
  public var number: Int

  /// An id.
  public init(_ kind: Kind, _ number: Int) {
    self.kind = kind
    self.number = number
  }

  /// An id as it is printed; nil if the text is none.
  public init?(_ description: String) {
    let parts = description.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), let number = Int(parts[1]),
      number != 0, String(number) == parts[1]
    else { return nil }
    self.init(kind, number)
  }

  /// Whether the server has given the number.
  public var isShared: Bool { number > 0 }

  /// The kind and the number, with a colon between them.
  public var description: String { "\(kind.rawValue):\(number)" }
}

/// A note, a todo or a user.
public enum Item: Hashable, Sendable {
  case note(Note)
  case todo(Todo)
  // Indirect, because a user is four times as large as a note, and a list of notes would pay for it.
  indirect case user(User)

  /// Of which kind it is.
  public var kind: Kind {
    switch self {
    case .note: .notes
    case .todo: .todos
    case .user: .users
    }
  }

  /// What tells it from all others.
  public var id: ItemID {
    switch self {
    case .note(let note): ItemID(.notes, note.id)
    case .todo(let todo): ItemID(.todos, todo.id)
    case .user(let user): ItemID(.users, user.id)
    }
  }

  /// What stands in a list: the title, or the name.
  public var title: String {
    switch self {
    case .note(let note): note.title
    case .todo(let todo): todo.title
    case .user(let user): user.name
    }
  }

  /// Whose it is; nil for a user.
  public var userId: Int? {
    switch self {
    case .note(let note): note.userId
    case .todo(let todo): todo.userId
    case .user: nil
    }
  }

  /// The same under another number.
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

  /// An item with its kind beside it, as it stands in a journal.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .notes: self = .note(try container.decode(Note.self, forKey: .item))
    case .todos: self = .todo(try container.decode(Todo.self, forKey: .item))
    case .users: self = .user(try container.decode(User.self, forKey: .item))
    }
  }

  /// Writes the item with its kind beside it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    switch self {
    case .note(let note): try container.encode(note, forKey: .item)
    case .todo(let todo): try container.encode(todo, forKey: .item)
    case .user(let user): try container.encode(user, forKey: .item)
    }
  }
}
