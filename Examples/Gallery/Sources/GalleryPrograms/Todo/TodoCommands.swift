import Aftermath

/// A command that adds a todo; its output is the title.
struct AddTodo: Command {
  typealias Output = String
  let title: String
}

/// A command that marks a todo as done; its output is the number.
struct FinishTodo: Command {
  typealias Output = Int
  let id: Int
}

/// A command that removes the todos that are done; its output is their number.
struct ClearTodos: Command {
  typealias Output = Int
}

/// The fact that no todo is open.
struct AllDone: Fact {}

enum TodoError: Error, Hashable, CustomStringConvertible {
  case noTitle
  case isThere(String)
  case notThere(Int)
  case isDone(Int)

  var description: String {
    switch self {
    case .noTitle: "What is to be done has no name; write it behind 'add'."
    case .isThere(let title): "'\(title)' is to be done already; name it otherwise, or finish it first."
    case .notThere(let id): "There is no number \(id) on the list; 'list' shows what there is."
    case .isDone(let id): "Number \(id) is done already; 'clear' takes it off the list."
    }
  }
}
