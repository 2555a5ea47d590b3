// with: -default-isolation MainActor -enable-upcoming-feature InferIsolatedConformances
// expect-error: main actor-isolated conformance of 'BookListHandler' to 'CommandHandler' cannot be used in nonisolated context
// A handler of the main actor publishes from a callback; `nonisolated` before the handler mends it.
import Aftermath

struct BookList: Command {
  typealias Output = [String]
}

nonisolated func fetch(_ completion: @escaping @Sendable ([String]) -> Void) {
  Task.detached { completion(["A book"]) }
}

struct BookListHandler: CommandHandler {
  func handle(command: BookList) throws -> Event<BookList> {
    fetch { books in publish(data: books) }
    return .progress
  }
}
