import Millrace

/// A search that waits until the user stops typing, and drops outdated answers.
final class SearchProgram: Program {
  static let name = "search"
  static let idea = "asking while somebody types: questions that wait, and answers that come too late"
  static let help = """
    type swift     write this into the field; 'type' alone empties it
    show           say what the field and the list show
    """

  private let store: Store<Search, Search.Message>
  private let write: (String) -> Void
  private let trace: ObservationToken
  var flow: Flow { store.flow }

  init(environment: StoreEnvironment, write: @escaping (String) -> Void) {
    store = Store(Search(), name: "search", environment: environment, update: Search.update)
    self.write = write
    // A tap observes the searches' events, which are not part of the state.
    let tell = { (event: EffectEvent) in
      if let word = Self.word(for: event.kind), let query = event.label { write("  [\(word): \(query)]") }
    }
    trace = store.flow.tap(effect: tell) { $0.effects.forEach(tell) }
    store.observe(\.isSearching, owner: self) { program, isSearching in
      if !isSearching { program.show() }
    }
  }

  func follow(_ line: Line) throws {
    switch line.word {
    case "type": store.send(.typed(line.rest))
    case "show":
      try line.alone()
      show()
    default: throw LineError.unknown(line.word)
    }
  }

  private func show() {
    let search = store.state
    if search.query.isEmpty { return write("The field is empty.") }
    if search.isSearching { write("Searching for '\(search.query)'; until then:") }
    if let problem = search.problem { return write(problem) }
    if !search.isSearching { write("\(search.results.count) found for '\(search.query)'.") }
    for repository in search.results { write("  \(repository.name), \(repository.stars) stars") }
  }

  private static func word(for kind: EffectEvent.Kind) -> String? {
    switch kind {
    case .waiting: "waits"
    case .started: "asked"
    case .finished, .failed: "answered"
    case .cancelled: "dropped, was asked"
    case .dropped: "dropped, was never asked"
    }
  }
}
