import Aftermath
import Features

/// The number of books and todos: a custom story, with a command and a handler in one place.
enum OverviewStory {
  struct Command: Aftermath.Command {
    typealias Output = Overview
  }

  /// A handler that fetches both lists at the same time.
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

struct Overview: Equatable {
  let books: Int
  let todos: Int
  let done: Int
}
