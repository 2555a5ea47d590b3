struct Todo: Equatable {
  let id: Int
  let title: String
  var isDone = false
}

/// The todos, computed from the events.
struct TodoList: Equatable {
  private(set) var todos: [Todo] = []
  private var lastID = 0

  var openCount: Int { todos.count { !$0.isDone } }

  subscript(id: Int) -> Todo? { todos.first { $0.id == id } }

  mutating func add(_ title: String) {
    lastID += 1
    todos.append(Todo(id: lastID, title: title))
  }

  mutating func finish(_ id: Int) {
    guard let index = todos.firstIndex(where: { $0.id == id }) else { return }
    todos[index].isDone = true
  }

  mutating func clear() {
    todos.removeAll(where: \.isDone)
  }
}
