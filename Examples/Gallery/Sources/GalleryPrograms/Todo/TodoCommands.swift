import Aftermath

/// Wants something to be put on the list; gives its title.
struct AddTodo: Command {
  typealias Output = String
  let title: String
}

/// Wants something to be ticked off; gives its number.
struct FinishTodo: Command {
  typealias Output = Int
  let id: Int
}

/// Wants what is done to be taken off the list; gives how much that was.
struct ClearTodos: Command {
  typealias Output = Int
}

/// Nothing is left to be done.
struct AllDone: Fact {}

/// Why a command fails.
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
