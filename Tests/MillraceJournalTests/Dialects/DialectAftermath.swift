import Aftermath
import Millrace

private struct BookList: Command {
  typealias Output = [String]
  var shelf: String
}
private struct BookCount: Command { typealias Output = Int }
private struct LoggedOut: Fact, Codable { var name: String }

struct DialectLibrary: Codable, Equatable, Sendable {
  var books: [String] = []
  var isLoading = false
  var problems: [String] = []
  var count = 0
  var left: [String] = []
}

private struct NoShelf: Error, CustomStringConvertible {
  var description: String { "no shelf" }
}

private final class Quiet: Aftermath.ErrorHandler {
  func handle(error: any Error) {}
}

/// An Aftermath engine with a folded store among the dialects.
@MainActor
struct DialectAftermath {
  static let engineName = "engine"

  let engine: Engine
  let store: Millrace.Store<DialectLibrary, FoldedEvent>

  init(_ flow: Flow) throws {
    engine = Engine(name: Self.engineName, flow: flow, isolation: MainActor.shared)
    engine.errorHandler = Quiet()
    engine.use(BookList.self) { command in
      if command.shelf.isEmpty { throw NoShelf() }
      return .data([command.shelf])
    }
    store = try engine.store(DialectLibrary(), name: "books") { fold in
      fold.on(
        BookList.self,
        consume: { library, books in
          library.books += books
          library.isLoading = false
        }, wait: { $0.isLoading = true }, rescue: { $0.problems.append("\($1)") })
      fold.on(BookCount.self, consume: { $0.count += $1 })
      fold.on(LoggedOut.self) { library, fact in
        library.books = []
        library.left.append(fact.name)
      }
    }
  }

  func recordable(version: Int) -> Recordable<DialectLibrary, FoldedEvent> {
    var events = RecordSchema<FoldedEvent>()
      .event(BookList.self, "book-list").event(BookCount.self, "book-count", version: version)
      .fact(LoggedOut.self, "logged-out")
    if version > 1 { events = events.upcast("book-count", from: 1, to: 2) { (old: Int) in old } }
    return store.recordable(state: RecordSchema("library"), messages: events)
  }

  func step(_ number: Int) {
    switch number % 5 {
    case 0: engine.execute(command: BookList(shelf: ""))
    case 1: engine.publish(event: Event<BookList>.progress)
    case 2: engine.publish(event: Event<BookCount>.data(number))
    case 3: engine.post(fact: LoggedOut(name: "user \(number)"))
    default: engine.execute(command: BookList(shelf: "shelf \(number)"))
    }
  }

  var state: DialectLibrary { store.withState { copy $0 } }
}
