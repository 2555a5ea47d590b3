import Aftermath
import Features

/// How much there is: a story of its own, with a command and a handler in one place.
enum OverviewStory {
  /// Counts books and todos.
  struct Command: Aftermath.Command {
    typealias Output = Overview
  }

  /// Asks for both lists at the same time.
  struct Handler: AsyncCommandHandler {
    let books: Resource<BookFeature>
    let todos: Resource<TodoFeature>

    func handle(command: Command) async throws -> Overview {
      async let books = books.list()
      let todos = try await todos.list()
      return Overview(
        books: try await books.count, todos: todos.count, done: todos.count { $0.isDone })
    }
  }
}

/// How much there is.
struct Overview: Equatable {
  let books: Int
  let todos: Int
  let done: Int
}
