import Aftermath
import Millrace
import RecordFixture
import Testing

/// A store that is folded from events, as a journal sees it.
@MainActor
@Suite struct RecordEventTests {
  struct Book: Codable, Equatable, Sendable { var title: String; var year: Int }
  struct OldBook: Codable, Sendable { var title: String }

  struct BookList: Command {
    typealias Output = [Book]
    var shelf = ""
  }
  struct BookCount: Command { typealias Output = Int }
  struct LoggedOut: Fact, Codable { var name: String }
  struct OldLogout: Codable { var user: String }

  struct Library: Codable, Equatable, Sendable {
    var books: [Book] = []
    var isLoading = false
    var problems: [String] = []
    var count = 0
    var left: [String] = []
  }

  struct NoShelf: Error, CustomStringConvertible {
    var shelf: String
    var description: String { "no shelf `\(shelf)`" }
  }

  final class Quiet: Aftermath.ErrorHandler {
    func handle(error: any Error) {}
  }

  private let engine = Engine(name: "library", home: MainActor.shared)
  private let events = RecordSchema<FoldedEvent>()
    .event(BookList.self, "book-list", version: 2).event(BookCount.self, "book-count")
    .fact(LoggedOut.self, "logged-out", version: 3)
    .upcast("book-list", from: 1, to: 2) { (old: [OldBook]) in old.map { Book(title: $0.title, year: 0) } }
    .upcast("logged-out", from: 1, to: 3) { (old: OldLogout) in LoggedOut(name: old.user) }

  init() {
    engine.errorHandler = Quiet()
    engine.use(BookList.self) { command in
      if command.shelf.isEmpty { throw NoShelf(shelf: command.shelf) }
      return .data([Book(title: command.shelf, year: 1999)])
    }
  }

  private func store() throws -> Millrace.Store<Library, FoldedEvent> {
    try engine.store(Library(), name: "books") { fold in
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

  private func recordable(
    _ store: Millrace.Store<Library, FoldedEvent>
  ) -> Recordable<Library, FoldedEvent> {
    store.recordable(state: RecordSchema("library"), messages: events)
  }

  @Test(
    "what the events of a random history fold to is the live state", arguments: 1...25 as ClosedRange<UInt64>)
  func law(seed: UInt64) throws {
    var random = RecordRandom(seed)
    let live = try store()
    let tape = try RecordTape(recordable(live))
    for step in 0..<40 {
      switch random.below(6) {
      case 0: engine.execute(command: BookList())
      case 1: engine.publish(event: Event<BookList>.progress)
      case 2: engine.publish(event: Event<BookCount>.data(step))
      case 3: engine.post(fact: LoggedOut(name: "user \(step)"))
      default: engine.execute(command: BookList(shelf: "shelf \(step)"))
      }
    }
    let copy = try store()
    copy.replace(Library())
    try tape.play(to: recordable(copy))
    #expect(copy.state == live.state, "seed \(seed)")
    #expect(tape.problems.isEmpty && tape.rows.count == 40, "seed \(seed)")
  }

  @Test("what was produced, progress and errors are kinds of their own, of commands and of facts")
  func kinds() throws {
    let live = try store()
    let tape = try RecordTape(recordable(live))
    engine.publish(event: Event<BookList>.progress)
    engine.execute(command: BookList(shelf: "a"))
    engine.execute(command: BookList())
    engine.post(fact: LoggedOut(name: "ada"))
    engine.publish(event: Event<FactCommand<LoggedOut>>.error(NoShelf(shelf: "f")))
    engine.publish(event: Event<FactCommand<LoggedOut>>.progress)
    #expect(
      tape.kinds == [
        "book-list.progress@1", "book-list@2", "book-list.error@1", "logged-out@3", "logged-out.error@1",
        "logged-out.progress@1",
      ])
    #expect(
      tape.rows.map(\.json) == [
        "{}", #"[{"title":"a","year":1999}]"#, #""no shelf ``""#, #"{"name":"ada"}"#, #""no shelf `f`""#,
        "{}",
      ])
    #expect(events.flaws.isEmpty)
  }

  @Test("an error comes back as one that has the text of the first")
  func errors() throws {
    let live = try store()
    let tape = try RecordTape(recordable(live))
    engine.execute(command: BookList())
    let row = try #require(tape.rows.first)
    let back = try row.read(events)
    #expect(back.event.error as? RecordedError == RecordedError(description: "no shelf ``"))
    #expect(back.event.error.map { "\($0)" } == "no shelf ``")
    #expect(try RecordRow(back, events) == row)
  }

  @Test("older outputs and facts are brought up by steps between outputs and facts")
  func upcast() throws {
    let books = RecordRow(SchemaKind(name: "book-list", version: 1), #"[{"title":"Mill"}]"#)
    #expect(try books.read(events).event.result as? [Book] == [Book(title: "Mill", year: 0)])
    let fact = RecordRow(SchemaKind(name: "logged-out", version: 1), #"{"user":"ada"}"#)
    #expect((try fact.read(events).event.result as? LoggedOut)?.name == "ada")
  }

  @Test("the engine takes its own turns under its name, and changes no state by them")
  func engineStore() throws {
    let live = try store()
    var stores: [String] = []
    let token = try engine.flow().tap { stores.append("\($0.store) \($0.message is FoldedEvent)") }
    engine.execute(command: BookList(shelf: "a"))
    #expect(stores == ["library false", "library false", "books true"])
    #expect(recordable(live).kept(EngineMessage.invalidate) == nil)
    token.cancel()
  }
}
