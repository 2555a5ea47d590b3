import Katana
import KatanaTesting
import NotesModel
import Testing

@testable import NotesLibrary

@Suite("Searching")
struct SearchTests {
  private let tea = Query(words: "tea")

  @Test("A query is looked for, and its results are shown")
  func look() {
    let asked = SearchUpdater().outcome(of: SearchMessage.look(tea), on: Search())
    #expect(asked.commands == [SearchCommand(query: tea)])
    #expect(asked.model.isSearching)
    let found = SearchUpdater().outcome(of: SearchMessage.found(tea, [id(1)]), on: asked.model)
    #expect(found.commands.isEmpty)
    #expect(found.model.results == [id(1)])
    #expect(found.model.answered == tea)
    #expect(!found.model.isSearching)
  }

  @Test("What was found for an older query is not shown")
  func older() {
    let outcome = SearchUpdater().outcome(
      of: [SearchMessage.look(tea), SearchMessage.look(Query()), SearchMessage.found(tea, [id(1)])],
      on: Search())
    #expect(outcome.model.results.isEmpty)
    #expect(outcome.model.isSearching)
  }

  @Test("A change of the library does not begin a search anew that is under way: it is done again after")
  func stale() {
    let updater = SearchUpdater()
    var outcome = updater.outcome(
      of: [SearchMessage.look(tea), SearchMessage.libraryChanged, SearchMessage.libraryChanged], on: Search())
    #expect(outcome.commands == [SearchCommand(query: tea)])
    outcome = updater.outcome(of: SearchMessage.found(tea, [id(1)]), on: outcome.model)
    #expect(outcome.model.results == [id(1)], "what was found is shown meanwhile")
    #expect(outcome.commands == [SearchCommand(query: tea)])
    outcome = updater.outcome(of: SearchMessage.found(tea, [id(2)]), on: outcome.model)
    #expect(outcome.commands.isEmpty)
    #expect(outcome.model.results == [id(2)])
  }

  @Test("A change of the library has the last query looked for again, and nothing before the first")
  func changed() {
    let updater = SearchUpdater()
    #expect(updater.outcome(of: SearchMessage.libraryChanged, on: Search()).commands.isEmpty)
    let outcome = updater.outcome(
      of: [SearchMessage.look(tea), SearchMessage.found(tea, []), SearchMessage.libraryChanged], on: Search())
    #expect(outcome.commands == [SearchCommand(query: tea), SearchCommand(query: tea)])
  }

  @MainActor
  @Test("A store finds what is in the library when the search begins")
  func store() async throws {
    var device = Device(1, Cloud("Green Tea", "Coffee"))
    let store = try Katana.Store(
      model: Search(), updater: SearchUpdater(),
      interpreters: [SearchInterpreter { device.library.entries }])
    await store.dispatchAndWait(SearchMessage.look(tea))
    #expect(store.results == [id(1)])
    device.tell(.edit(note(2, "No tea")))
    await store.dispatchAndWait(SearchMessage.libraryChanged)
    #expect(store.results == [id(2), id(1)])
  }
}
