import Millrace
import MillraceJournal

@MainActor
final class SearchApp {
  let search: Store<Search, SearchMessage>
  private let journal: Journal

  init(journalAt path: String, environment: StoreEnvironment = StoreEnvironment()) throws {
    let flow = Flow(name: "search", environment: environment)
    search = Store(Search(), name: "search", flow: flow, update: Search.update)

    journal = try Journal(of: flow, at: path, durability: .everyTurn)
    try journal.record(search, state: RecordSchema("search"), messages: RecordSchema("search-message"))
    try journal.start()

    // An effect that was in flight is gone after a crash. A search begins again.
    if search.isLoading { search.send(.typed(search.query)) }
  }
}
