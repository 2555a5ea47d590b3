public import NotesModel
public import Terminal

/// The selection and the search text of each list.
public struct Lists: Codable, Hashable, Sendable {
  public enum Name: Codable, Hashable, Sendable {
    case items(Kind)
    /// The items in conflict.
    case conflicts
  }

  private var notes = Selection()
  private var todos = Selection()
  private var users = Selection()
  private var conflicts = Selection()
  private var words = Words()

  /// The search text of each kind.
  private struct Words: Codable, Hashable, Sendable {
    var notes = TextInput()
    var todos = TextInput()
    var users = TextInput()

    static func text(_ kind: Kind) -> WritableKeyPath<Words, TextInput> {
      switch kind {
      case .notes: \.notes
      case .todos: \.todos
      case .users: \.users
      }
    }
  }

  public internal(set) subscript(name: Name) -> Selection {
    get { self[keyPath: Self.selection(name)] }
    set { self[keyPath: Self.selection(name)] = newValue }
  }

  public internal(set) subscript(words kind: Kind) -> TextInput {
    get { words[keyPath: Words.text(kind)] }
    set { words[keyPath: Words.text(kind)] = newValue }
  }

  private static func selection(_ name: Name) -> WritableKeyPath<Lists, Selection> {
    switch name {
    case .items(.notes): \.notes
    case .items(.todos): \.todos
    case .items(.users): \.users
    case .conflicts: \.conflicts
    }
  }
}
