public import NotesDesk
public import NotesModel
public import Terminal

/// What is being written: the fields of a note or of a todo.
public struct Form: Codable, Hashable, Sendable {
  /// What it is of.
  public enum Target: Codable, Hashable, Sendable {
    /// Something that is not there yet.
    case new(Kind)
    /// An item.
    case edit(ItemID)

    /// Of which kind it is.
    public var kind: Kind {
      switch self {
      case .new(let kind): kind
      case .edit(let id): id.kind
      }
    }

    /// The item; nil for what is not there yet.
    public var id: ItemID? {
      if case .edit(let id) = self { id } else { nil }
    }

    /// Where the form is.
    public var destination: Destination {
      switch self {
      case .new(let kind): .new(kind)
      case .edit(let id): .edit(id)
      }
    }
  }

  /// The fields there can be, from top to bottom.
  public enum Field: String, Codable, Hashable, Sendable {
    case title = "Title"
    case body = "Body"
  }

  /// What it is of.
  public let target: Target
  /// What the fields held before anything was typed.
  public internal(set) var original: Draft
  /// The title.
  public internal(set) var title: TextInput
  /// The body; what has none leaves it empty.
  public internal(set) var body: TextInput
  /// The field that keys go to.
  public internal(set) var focus = Field.title
  /// Why it could not be saved.
  public internal(set) var problem: String?

  /// A form, with what was typed before and not saved, if there is such a draft.
  public init(_ target: Target, original: Draft, draft: Draft? = nil) {
    self.target = target
    self.original = original
    title = TextInput((draft ?? original).title)
    body = TextInput((draft ?? original).body, isMultiline: true)
  }

  /// The fields, from top to bottom.
  public var fields: [Field] { target.kind == .notes ? [.title, .body] : [.title] }

  /// What the fields hold.
  public var draft: Draft { Draft(title: title.text, body: body.text) }

  /// Whether there is something to lose.
  public var isChanged: Bool { draft != original }

  /// Whether the field that keys go to is the last one.
  var isAtLastField: Bool { focus == fields.last }

  /// The field that keys go to.
  var input: TextInput {
    get { focus == .title ? title : body }
    set { if focus == .title { title = newValue } else { body = newValue } }
  }

  /// Takes a key, and says whether it meant anything.
  mutating func type(_ key: Key) -> Bool {
    guard input.edit(key) else { return false }
    problem = nil
    return true
  }

  /// Goes to the next field, or to the one before; round at the ends.
  mutating func moveFocus(by step: Int) {
    guard let place = fields.firstIndex(of: focus) else { return }
    focus = fields[(place + step.signum() + fields.count) % fields.count]
  }
}
