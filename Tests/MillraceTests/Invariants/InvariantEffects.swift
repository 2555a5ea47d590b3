import Millrace
import Testing

private enum LibraryMessage: Sendable, Equatable {
  case typed(String)
  case found([String])
  case failed(String)
  case clear
}

private struct Library: Equatable {
  var query = ""
  var found: [String] = []

  static func update(_ library: inout Library, _ message: LibraryMessage) -> Effect<LibraryMessage> {
    switch message {
    case .typed(let query):
      library.query = query
      return .run(in: .latest("search"), id: "search", label: "search \(query)") { send in
        await send(.found([query, query + query]))
      }
    case .found(let books): library.found = books
    case .failed: return .unhandled
    case .clear: return .merge(.cancel(id: "search"), .send(.found([])))
    }
    return .none
  }
}

extension InvariantTests {
  @Test("Effects are values first: a test compares what an update asks for without running it")
  func comparedNotRun() {
    let ran = ConcurrencyCount()
    var library = Library()
    let effect = Library.update(&library, .typed("swift"))
    #expect(effect.outline == [.run(label: "search swift", id: "search", queue: .latest("search"))])
    #expect(effect.messages == [])
    #expect(
      Library.update(&library, .clear).outline
        == [.cancel(id: "search"), .message("\(LibraryMessage.found([]))")])
    #expect(Library.update(&library, .clear).messages == [.found([])])
    #expect(Library.update(&library, .failed("no")).outline == [.unhandled])
    #expect(Library.update(&library, .found(["a"])).isNone)
    let counted = Effect<Int>.concatenate(
      .run(label: "a") { _ in ran.add() }, .run(label: "b") { _ in ran.add() })
    #expect(counted.outline == [.sequence([[.run(label: "a")], [.run(label: "b")]])])
    #expect(ran.value == 0)
  }

  @Test(
    "Effects are values first: results come back as messages, each a turn of the same flow with its cause")
  func resultsAreMessages() async {
    await ConcurrencyHome().run { home in
      let flow = Flow()
      let store = Store(Library(), of: LibraryMessage.self, flow: flow) { library, message in
        #expect(flow.isInTurn)
        home.assertIsolated()
        return Library.update(&library, message)
      }
      var records: [TurnRecord] = []
      let token = flow.tap { records.append($0) }
      store.send(.typed("elm"))
      #expect(store.withState(\.found) == [])
      await store.run()
      #expect(store.withState(\.found) == ["elm", "elmelm"])
      store.send(.clear)
      #expect(store.withState(\.found) == [])
      #expect(records.map(\.sequence) == [1, 2, 3, 4])
      #expect(records.map { "\($0.cause)" } == ["sent", "effect 1 of turn 1", "sent", "turn 3"])
      #expect(records.map { $0.effects.map(\.kind) } == [[.started], [], [], []])
      token.cancel()
    }
  }
}
