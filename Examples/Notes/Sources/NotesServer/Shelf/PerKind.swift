import NotesModel

/// A value for each kind.
struct PerKind<Value> {
  private var notes, todos, users: Value

  init(_ value: Value) {
    (notes, todos, users) = (value, value, value)
  }

  subscript(kind: Kind) -> Value {
    get {
      switch kind {
      case .notes: notes
      case .todos: todos
      case .users: users
      }
    }
    // In place, so that no table is copied when it changes.
    _modify {
      switch kind {
      case .notes: yield &notes
      case .todos: yield &todos
      case .users: yield &users
      }
    }
  }
}

extension PerKind: Equatable where Value: Equatable {}
extension PerKind: Sendable where Value: Sendable {}
