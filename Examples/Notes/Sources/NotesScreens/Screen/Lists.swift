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
  }

  /// The selection of a list.
  public internal(set) subscript(name: Name) -> Selection {
    get {
      switch name {
      case .items(.notes): notes
      case .items(.todos): todos
      case .items(.users): users
      case .conflicts: conflicts
      }
    }
    set {
      switch name {
      case .items(.notes): notes = newValue
      case .items(.todos): todos = newValue
      case .items(.users): users = newValue
      case .conflicts: conflicts = newValue
      }
    }
  }

  /// The search text of a kind.
  public internal(set) subscript(words kind: Kind) -> TextInput {
    get {
      switch kind {
      case .notes: words.notes
      case .todos: words.todos
      case .users: words.users
      }
    }
    set {
      switch kind {
      case .notes: words.notes = newValue
      case .todos: words.todos = newValue
      case .users: words.users = newValue
      }
    }
  }
}
