import Aftermath
import MillraceTesting
import Testing

@testable import GalleryPrograms

@MainActor
@Suite("Todo")
struct TodoTests {
  /// A listener for all events.
  @MainActor
  private final class Witness: ReactionProducer {
    let engine: Engine
    private(set) var log: [String] = []

    init(_ engine: Engine) {
      self.engine = engine
      let rescue: (any Error) -> Void = { [weak self] in self?.log.append("\($0)") }
      react(
        to: AddTodo.self, with: Reaction(consume: { [weak self] in self?.log.append($0) }, rescue: rescue))
      react(
        to: FinishTodo.self,
        with: Reaction(consume: { [weak self] in self?.log.append("done \($0)") }, rescue: rescue))
      next { [weak self] (_: AllDone) in self?.log.append("all done") }
    }
  }

  private let todos: Todos
  private let witness: Witness

  init() throws {
    todos = try Todos(environment: StoreEnvironment(clock: ManualClock()))
    witness = Witness(todos.engine)
  }

  @Test("What a handler has decided reaches the list and whoever reacts")
  func adding() {
    todos.engine.execute(command: AddTodo(title: "mow"))
    todos.engine.execute(command: AddTodo(title: "bake"))
    todos.engine.execute(command: FinishTodo(id: 1))
    #expect(todos.list.todos == [Todo(id: 1, title: "mow", isDone: true), Todo(id: 2, title: "bake")])
    #expect(witness.log == ["mow", "bake", "done 1"])
  }

  @Test("What is refused is told to whoever reacts, not to the error handler, and changes nothing")
  func refusals() {
    var problems: [String] = []
    todos.list.flow.errorHandler = { problems.append("\($0)") }
    todos.engine.execute(command: AddTodo(title: "mow"))
    let before = todos.list.state
    todos.engine.execute(command: AddTodo(title: "mow"))
    todos.engine.execute(command: AddTodo(title: ""))
    todos.engine.execute(command: FinishTodo(id: 2))
    #expect(todos.list.state == before)
    todos.engine.execute(command: AddTodo(title: "bake"))
    todos.engine.execute(command: FinishTodo(id: 1))
    todos.engine.execute(command: FinishTodo(id: 1))
    #expect(
      witness.log == [
        "mow", "'mow' is to be done already; name it otherwise, or finish it first.",
        "What is to be done has no name; write it behind 'add'.",
        "There is no number 2 on the list; 'list' shows what there is.", "bake", "done 1",
        "Number 1 is done already; 'clear' takes it off the list.",
      ])
    #expect(problems == [])
  }

  @Test("That all is done is a fact, once each time that it becomes so")
  func facts() {
    todos.engine.execute(command: AddTodo(title: "mow"))
    todos.engine.execute(command: FinishTodo(id: 1))
    todos.engine.execute(command: ClearTodos())
    todos.engine.execute(command: AddTodo(title: "bake"))
    todos.engine.execute(command: FinishTodo(id: 2))
    #expect(witness.log == ["mow", "done 1", "all done", "bake", "done 2", "all done"])
  }

  @Test("A command's result can be awaited as well")
  func result() async throws {
    #expect(try await todos.engine.result(of: AddTodo(title: "mow")) == "mow")
    #expect(try await todos.engine.result(of: FinishTodo(id: 1)) == 1)
    #expect(try await todos.engine.result(of: ClearTodos()) == 1)
    await #expect(throws: TodoError.notThere(1)) { try await todos.engine.result(of: FinishTodo(id: 1)) }
  }

  @Test(
    "Whatever is asked for, numbers are never given twice, and the list has what was added and not cleared")
  func numbers() {
    var random = RandomSource.seeded(7)
    var expected: [Todo] = []
    var added = 0
    for round in 0..<500 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        todos.engine.execute(command: ClearTodos())
        expected.removeAll(where: \.isDone)
      case 1, 2:
        let id = Int.random(in: 1...max(1, added), using: &random)
        todos.engine.execute(command: FinishTodo(id: id))
        if let index = expected.firstIndex(where: { $0.id == id }) { expected[index].isDone = true }
      default:
        todos.engine.execute(command: AddTodo(title: "todo \(round)"))
        added += 1
        expected.append(Todo(id: added, title: "todo \(round)"))
      }
      #expect(todos.list.todos == expected)
      #expect(todos.list.openCount == expected.count { !$0.isDone })
    }
  }
}
