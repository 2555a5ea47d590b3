import Aftermath
import Features
import Foundation
import MillraceDependencies
import MillraceHTTP
import ResourceServer
import Testing

@testable import ResourceProgram

@Suite("The whole application, at a server")
@MainActor
struct ApplicationTests {
  private final class Paper {
    var lines: [String] = []
  }

  private let server: ResourceServer
  private let application: Application
  private let paper = Paper()

  init() throws {
    server = try ResourceServer()
    application = try Application(server: server) { [paper] in paper.lines.append($0) }
  }

  /// Returns the output of these lines.
  private func answer(_ lines: String...) async -> [String] {
    paper.lines = []
    for line in lines { await application.answer(line) }
    return paper.lines
  }

  @Test("shows a list, and the next time what it knows of it before it asks")
  func list() async {
    let todos = ["  1  [ ] Return the books", "  2  [ ] Mend the lamp"]
    #expect(await answer("todos") == ["Fetching the todos ..."] + todos)
    #expect(
      await answer("todos") == ["Fetching the todos ..."] + todos + ["That is what the server has, too."])
  }

  @Test("shows what somebody else has changed, after what it knows")
  func somebodyElse() async {
    let known = await answer("books")
    #expect(await answer("somebody Persuasion by Jane Austen") == ["Somebody else has added a book."])
    #expect(
      await answer("books") == known + ["The server has something else by now:"] + known.dropFirst()
        + ["  4  Persuasion, by Jane Austen"])
  }

  @Test("adds, opens, changes and deletes, and knows it without asking")
  func everything() async {
    _ = await answer("todos")
    #expect(await answer("add todo Water the plants").last == "  3  [ ] Water the plants")
    #expect(await answer("done 3") == ["Changing a todo ...", "  3  [x] Water the plants"])
    #expect(await answer("rename todo 3 Water").last == "  3  [x] Water")
    #expect(await answer("todo 3") == ["Fetching a todo ...", "  3  [x] Water"])
    #expect(await answer("delete todo 1").last == "There is no todo 1 any more.")
    #expect(await answer("overview").last == "Books: 3. Todos: 2, done: 1.")
    server.behave(.cuts)
    #expect(
      await answer("todos") == [
        "Fetching the todos ...", "  2  [ ] Mend the lamp", "  3  [x] Water",
        "The server does not answer; try again later.",
      ])
  }

  @Test("says why something has not worked, in the words of somebody who reads")
  func problems() async {
    #expect(await answer("book 9").last == "There is no book 9; 'books' lists those there are.")
    #expect(
      await answer("rename book 1 Villette").last
        == "The server refuses: That is the title of book 3 already.")
    server.behave(.talksNonsense)
    let nonsense = "The server answers something that this program does not understand."
    #expect(await answer("books").last == nonsense)
    #expect(await answer("overview").last == nonsense)
    #expect(await answer("offline", "add todo x").last == "The server does not answer; try again later.")
    #expect(await answer("online", "add todo x").last == "  3  [ ] x")
    server.stop()
    #expect(await answer("books").last == "The server does not answer; try again later.")
  }

  @Test("says of every error something that can be read")
  func wording() {
    func sentence(_ error: RESTError) -> String { Wording.sentence(error, word: "book") }
    let response = HTTPResponse(status: 502, body: Data("<html>".utf8))
    #expect(
      sentence(.http(.status(response), request: "-"))
        == "The server is in trouble (status 502); try again later.")
    #expect(
      sentence(.http(.timedOut(after: .seconds(1)), request: "-"))
        == "The server does not answer; try again later.")
    #expect(
      sentence(.http(.encoding(reason: "no"), request: "-")) == "The request could not be made: no.")
    #expect(
      sentence(.otherID("1", asked: "2", resource: "books"))
        == "The server answers something that this program does not understand.")
    #expect(sentence(.unusableID("", resource: "books")).hasPrefix("The id ``"))
  }

  @Test("follows lines that come faster than answers, in their order where they change something")
  func impatience() async {
    for number in 1...20 { application.follow("rename book 1 Emma \(number)") }
    await application.engine.run()
    #expect(await answer("book 1").last == "  1  Emma 20, by Jane Austen")
  }

  @Test("logs commands, events and errors when it is told to")
  func logging() async throws {
    let log = RecordedCalls<String>()
    let application = try Application(server: server, log: LogSink { log.append($0) }, write: { _ in })
    await application.answer("delete book 1")
    await application.answer("delete book 1")
    let (command, progress) = (
      "command DeleteCommand<BookFeature>(id: 1)", "DeleteCommand<BookFeature> progress"
    )
    let error = "\(RESTError.noSuchID("1", resource: "books"))"
    let parts = [command, progress, "data 1", command, progress, error, "error \(error)"]
    #expect(log.all.count == parts.count)
    for (line, part) in zip(log.all, parts) { #expect(line.hasSuffix(part)) }
  }

  @Test("loses no command and no event")
  func nothingIsLost() async {
    let complaints = RecordedCalls<String>()
    application.engine.errorHandler = Complaining(log: complaints)
    _ = await answer(
      "help", "books", "todos", "book 1", "todo 1", "add book A by B", "add todo C", "rename book 1 D",
      "rename todo 1 E", "done 1", "undone 1", "delete book 2", "delete todo 2", "overview", "", "nonsense",
      "somebody F by G", "offline", "books", "online", "quit")
    #expect(complaints.all == [])
    #expect(application.isOver)
  }

  private struct Complaining: ErrorHandler {
    let log: RecordedCalls<String>

    func handle(error: any Error) {
      if !(error is RESTError) { log.append("\(error)") }
    }
  }
}
