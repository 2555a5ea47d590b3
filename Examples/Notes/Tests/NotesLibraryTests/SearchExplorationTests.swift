import Katana
import MillraceTesting
import NotesModel
import Testing

@testable import NotesLibrary

@Suite("Searching, in every order in which it can happen")
struct SearchExplorationTests {
  /// A planted mistake.
  private enum Mistake { case none, noQueue, noCheck }

  private struct TestedUpdater: TypedUpdater, Sendable {
    let mistake: Mistake

    func update(model: inout Search, message: SearchMessage) -> [any Command] {
      var message = message
      if mistake == .noCheck, case .found(_, let results) = message { message = .found(model.query, results) }
      let commands = SearchUpdater().update(model: &model, message: message)
      return mistake == .none ? commands : commands.map { $0.queued(in: .merge("search")) }
    }
  }

  /// Queries for some words, one after the other, while the feed brings a change.
  private static func scenario(
    _ mistake: Mistake = .none, looking words: String...
  ) -> @Sendable (isolated World) throws -> Void {
    { world in
      let library = try Katana.Store(
        model: Device(1, Cloud("tea", "coffee")).library, updater: LibraryUpdater(), flow: world.flow)
      let search = try Katana.Store(
        model: Search(), updater: TestedUpdater(mistake: mistake),
        interpreters: [SearchInterpreter { library.withState(\.entries) }], flow: world.flow)
      world.watch(library) { search.dispatch(SearchMessage.libraryChanged) }
      world.user(
        "person", does: words.map { words in { search.dispatch(SearchMessage.look(Query(words: words))) } })
      world.user(
        "feed",
        does: [
          {
            let change = ShelfNews.Change(id: id(2), item: note(2, "tea, too"), version: 2)
            library.dispatch(LibraryMessage.news(ShelfNews(changes: [change])))
          }
        ])
      world.always("what is shown is of the query that it is said to be of") {
        search.withState { search in
          search.answered.map { query in
            search.results.allSatisfy { query.words == "tea" || $0 == id(2) }
          } ?? search.results.isEmpty
        }
      }
      world.finally("what is shown is what the library has for the query") {
        var index = SearchIndex()
        index.refresh(library.withState(\.entries))
        let expected = index.find(search.query)
        return !search.isSearching && search.answered == search.query && search.results == expected
      }
    }
  }

  @Test("Whatever comes first, the results are those of the query and of the library")
  func right() async {
    let exploration = await Explorer().explore(Self.scenario(looking: "tea", "coffee"))
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("Without the queue, results of an older library that come late are found")
  func noQueue() async {
    let exploration = await Explorer().explore(Self.scenario(.noQueue, looking: "tea", "coffee", "tea"))
    #expect(exploration.finding != nil)
  }

  @Test("Without the queue and the look at the query, results of another query are found")
  func noCheck() async {
    let exploration = await Explorer().explore(Self.scenario(.noCheck, looking: "tea", "coffee"))
    #expect(exploration.finding != nil)
  }
}

extension World {
  /// Calls `body` when a library's items have changed, for as long as the library lives.
  fileprivate func watch(_ library: Katana.Store<Library>, _ body: @escaping () -> Void) {
    final class Owner {}
    let owner = Owner()
    library.observe(\.entries, owner: owner) { _, _ in body() }
    finally("the items are watched") { withExtendedLifetime(owner) { true } }
  }
}
