import Aftermath

/// Commands, and reactions to their results; neither knows the other.
final class TodoProgram: Program, CommandProducer, ReactionProducer {
  static let name = "todo"
  static let idea = "commands with handlers, those who react, and a list that is folded from events"
  static let help = """
    add bread      something is to be done
    done 1         number 1 is done
    clear          take what is done off the list
    list           show the list
    """

  let engine: Engine
  let flow: Flow
  private let todos: Todos
  private let write: (String) -> Void

  init(environment: StoreEnvironment, write: @escaping (String) -> Void) throws {
    todos = try Todos(environment: environment)
    engine = todos.engine
    flow = todos.list.flow
    self.write = write
    let rescue = { (error: any Error) in write("\(error)") }
    react(to: AddTodo.self, with: Reaction(consume: { write("Added: \($0).") }, rescue: rescue))
    react(to: FinishTodo.self, with: Reaction(consume: { write("Done: number \($0).") }, rescue: rescue))
    react(to: ClearTodos.self, with: Reaction(consume: { write("Taken off: \($0).") }, rescue: rescue))
    next { (_: AllDone) in write("Nothing is left to be done.") }
  }

  private enum Word: String { case clear, list }

  func follow(_ line: Line) throws {
    if line.word == "add" { return execute(command: AddTodo(title: line.rest)) }
    if line.word == "done" {
      return execute(command: FinishTodo(id: try line.number(in: 1...1_000_000)))
    }
    switch try line.alone(as: Word.self) {
    case .clear: execute(command: ClearTodos())
    case .list:
      let todos = todos.list.withState(\.todos)
      if todos.isEmpty { write("The list is empty.") }
      for todo in todos { write("  \(todo.id)  [\(todo.isDone ? "x" : " ")] \(todo.title)") }
    }
  }
}
