public import NotesModel
public import Terminal

/// Where somebody is in each list, and what they look for in it.
public struct Lists: Codable, Hashable, Sendable {
  /// The lists that there are.
  public enum Name: Codable, Hashable, Sendable {
    /// The items of a kind.
    case items(Kind)
    /// What somebody else has changed as well.
    case conflicts
  }

  private var notes = Selection()
  private var todos = Selection()
  private var users = Selection()
  private var conflicts = Selection()
  private var words = Words()

  /// The words that each kind is searched for.
  private struct Words: Codable, Hashable, Sendable {
    var notes = TextInput()
    var todos = TextInput()
    var users = TextInput()
  }

  /// Where one is in a list.
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

  /// What is looked for among the items of a kind.
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
