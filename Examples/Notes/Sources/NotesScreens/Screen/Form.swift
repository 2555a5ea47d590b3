public import NotesDesk
public import NotesModel
public import Terminal

/// A form: the fields of a note or of a todo.
public struct Form: Codable, Hashable, Sendable {
  /// The item of a form.
  public enum Target: Codable, Hashable, Sendable {
    /// A new item.
    case new(Kind)
    /// An existing item.
    case edit(ItemID)

    public var kind: Kind {
      switch self {
      case .new(let kind): kind
      case .edit(let id): id.kind
      }
    }

    /// The item; nil for a new one.
    public var id: ItemID? {
      if case .edit(let id) = self { id } else { nil }
    }

    /// The destination of the form.
    public var destination: Destination {
      switch self {
      case .new(let kind): .new(kind)
      case .edit(let id): .edit(id)
      }
    }
  }

  public enum Field: String, Codable, Hashable, Sendable {
    case title = "Title"
    case body = "Body"
  }

  public let target: Target
  /// The content before the user has typed anything.
  public internal(set) var original: Draft
  public internal(set) var title: TextInput
  /// The body; empty for items without one.
  public internal(set) var body: TextInput
  /// The field with the keyboard focus.
  public internal(set) var focus = Field.title
  public internal(set) var problem: String?

  /// Creates a form, with an unsaved draft if there is one.
  public init(_ target: Target, original: Draft, draft: Draft? = nil) {
    self.target = target
    self.original = original
    title = TextInput((draft ?? original).title)
    body = TextInput((draft ?? original).body, isMultiline: true)
  }

  public var fields: [Field] { target.kind == .notes ? [.title, .body] : [.title] }

  public var draft: Draft { Draft(title: title.text, body: body.text) }

  /// True when there are unsaved changes.
  public var isChanged: Bool { draft != original }

  /// True when the last field has the focus.
  var isAtLastField: Bool { focus == fields.last }

  var input: TextInput {
    get { focus == .title ? title : body }
    set { if focus == .title { title = newValue } else { body = newValue } }
  }

  /// Handles a key, and returns whether it has a meaning.
  mutating func type(_ key: Key) -> Bool {
    guard input.edit(key) else { return false }
    problem = nil
    return true
  }

  /// Moves the focus to the next or previous field, wrapping around.
  mutating func moveFocus(by step: Int) {
    guard let place = fields.firstIndex(of: focus) else { return }
    focus = fields[(place + step.signum() + fields.count) % fields.count]
  }
}
