import Aftermath

/// An engine on which todos are added and finished: handlers, and a list that is computed from their events.
///
/// A handler decides and changes nothing. Its decision is an event, which the list receives like every other
/// listener.
@MainActor
final class Todos {
  let engine: Engine
  let list: Store<TodoList, FoldedEvent>

  init(environment: StoreEnvironment) throws {
    engine = Engine(name: "todo", environment: environment)
    list = try engine.store(TodoList(), name: "list") { fold in
      fold.on(AddTodo.self) { list, title in list.add(title) }
      fold.on(FinishTodo.self) { list, id in list.finish(id) }
      fold.on(ClearTodos.self) { list, _ in list.clear() }
    }
    registerHandlers()
    list.observe(\.openCount, owner: self) { todos, count in
      if count == 0 { todos.engine.post(fact: AllDone()) }
    }
  }

  /// Registers a handler for each command.
  ///
  /// Handlers return errors instead of throwing them: a reaction handles them, not the error handler.
  private func registerHandlers() {
    engine.use(AddTodo.self) { [list] command in
      if command.title.isEmpty { return .error(TodoError.noTitle) }
      let isThere = list.withState { $0.todos.contains { $0.title == command.title && !$0.isDone } }
      return isThere ? .error(TodoError.isThere(command.title)) : .data(command.title)
    }
    engine.use(FinishTodo.self) { [list] command in
      guard let todo = list.withState({ $0[command.id] }) else {
        return .error(TodoError.notThere(command.id))
      }
      return todo.isDone ? .error(TodoError.isDone(command.id)) : .data(command.id)
    }
    engine.use(ClearTodos.self) { [list] _ in
      .data(list.withState { $0.todos.count(where: \.isDone) })
    }
  }
}
