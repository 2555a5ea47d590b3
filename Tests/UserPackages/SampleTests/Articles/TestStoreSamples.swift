import Foundation
import Millrace
import MillraceTesting
import Testing

/// The samples of *Testing what you wrote* that need nothing but the kernel.
enum TestStoreSample {
  nonisolated struct Search: Codable, Equatable {
    var query = ""
    var results: [String] = []
    var isLoading = false

    static func update(_ search: inout Search, _ message: SearchMessage) -> Effect<SearchMessage> {
      switch message {
      case .typed(let query):
        search.query = query
        search.isLoading = true
        return .run(in: .latest("search"), label: "search \(query)") { send in
          await send(.found(try await titles(matching: query)))
        } catch: {
          .failed("\($0)")
        }
      case .found(let titles):
        search.results = titles
        search.isLoading = false
        return .none
      case .failed:
        return .unhandled
      }
    }

    /// A stand-in for the server of a library.
    static func titles(matching words: String) async throws -> [String] {
      ["Swift Water", "The Swift Year", "The Quiet Wheel"].filter { $0.contains(words) }
    }
  }

  nonisolated enum SearchMessage: Codable, Equatable, Sendable {
    case typed(String)
    case found([String])
    case failed(String)

    var found: [String]? { if case .found(let titles) = self { titles } else { nil } }
  }

  nonisolated enum Session: Hashable {
    case loggedOut, loggingIn, loggedIn

    static func update(_ session: inout Session, _ message: SessionMessage) -> Effect<SessionMessage> {
      switch message {
      case .logIn:
        session = .loggingIn
        return .run(in: .latest("session"), id: "log in", label: "log in") { send in
          try await send.environment.clock.sleep(for: .seconds(1))  // stands for the request to a server
          await send(.accepted)
        }
      case .logOut:
        session = .loggedOut
        return .cancel(id: "log in")
      case .accepted:
        session = .loggedIn
      case .refused:
        session = .loggedOut
      }
      return .none
    }
  }

  nonisolated enum SessionMessage: Hashable {
    case logIn, logOut, accepted, refused
  }

  /// The update without the cancellation.
  nonisolated static func forgetful(
    _ session: inout Session, _ message: SessionMessage
  ) -> Effect<SessionMessage> {
    let effect = Session.update(&session, message)
    return message == .logOut ? .none : effect
  }

  nonisolated static func check(
    _ update: @escaping (inout Session, SessionMessage) -> Effect<SessionMessage>
  ) -> ModelCheck<Session, SessionMessage, Session> {
    ModelCheck(Logic(.loggedOut, update: update), messages: [.logIn, .logOut])
      .answers { effect in
        effect.label == "log in" ? [.sends(.accepted), .sends(.refused), .never] : nil
      }
      .always("a login is under way only while logging in") { session, effects in
        session == .loggingIn || effects.isEmpty
      }
      .neverStuck("one can log in") { $0 == .loggedIn }
  }
}

@MainActor
@Suite("Testing what you wrote") struct TestStoreSamples {
  typealias Search = TestStoreSample.Search
  typealias SearchMessage = TestStoreSample.SearchMessage
  typealias Session = TestStoreSample.Session
  typealias SessionMessage = TestStoreSample.SessionMessage

  @MainActor
  @Test("Typing finds what is in the library")
  func typing() async {
    let test = TestStore(Store(Search(), update: Search.update))
    test.send(.typed("Sw"), effects: [.starts("search Sw", in: "search")]) {
      $0.query = "Sw"
      $0.isLoading = true
    }
    test.send(.typed("Wheel"), effects: [.cancels("search Sw"), .starts("search Wheel")]) {
      $0.query = "Wheel"
    }
    await test.receive(.found(["The Quiet Wheel"])) {
      $0.results = ["The Quiet Wheel"]
      $0.isLoading = false
    }
    await test.finish()
  }

  @Test("A step that expects too little fails, and prints what it has missed")
  func failing() async {
    await withKnownIssue {
      let test = TestStore(Store(Search(), update: Search.update))
      test.send(.typed("Wheel")) { $0.query = "wheel" }
      test.skipInFlightEffects()
      await test.finish()
    } matching: { issue in
      issue.comments.first?.rawValue == """
        After `.typed("Wheel")` was sent (turn 1) the state differs from the expected one (- expected, + actual):
          Search(
        -   query: "wheel"
        +   query: "Wheel"
            … (1 unchanged)
        -   isLoading: false
        +   isLoading: true
          )
        """
    }
  }

  @Test("What is left at the end fails")
  func left() async {
    await withKnownIssue {
      let store = Store(Search(), update: Search.update)
      let test = TestStore(store)
      test.send(.typed("Wheel")) {
        $0.query = "Wheel"
        $0.isLoading = true
      }
      await store.run()
      await test.finish()
    } matching: { issue in
      issue.comments.first?.rawValue == """
        1 message was received and not expected at the end:
          `.found(["The Quiet Wheel"])` (turn 2), from the effect `search Wheel` of turn 1
        Expect each with `await test.receive(…)`, or skip them with `test.skipReceivedMessages()`.
        """
    }
  }

  @Test("A message can be expected by its case, and a relaxed step ignores what it does not name")
  func relaxed() async throws {
    let test = TestStore(Store(Search(), update: Search.update), mode: .relaxed)
    test.send(.typed("Swift")) { $0.query = "Swift" }  // prints that `isLoading` has changed, too
    let titles = await test.receive(\.found) { $0.isLoading = false }
    #expect(titles?.count == 2)
    await test.finish()
  }

  @Test("An error that is meant to come is expected")
  func errors() async {
    let test = TestStore(Store(Search(), update: Search.update))
    test.send(.failed("no net"))
    await test.expectError { if case .unhandledMessage = $0 { true } else { false } }
    await test.finish()
  }

  @Test("A banner goes by itself, in no time")
  func time() async {
    let clock = ManualClock()
    let store = Store(false, of: Bool.self, environment: StoreEnvironment(clock: clock)) { isShown, show in
      isShown = show
      if !show { return .none }
      return .run(in: .latest("banner"), label: "hide the banner") { send in
        try await send.environment.clock.sleep(for: .seconds(3))
        await send(false)
      }
    }
    let test = TestStore(store)
    test.send(true, effects: [.starts("hide the banner")]) { $0 = true }
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(3))
    await test.receive(false) { $0 = false }
    await test.finish()
  }

  @Test("A model check finds the shortest way to what must not be")
  func modelCheck() throws {
    let check = ModelCheck(Logic(.loggedOut, update: Session.update), messages: [.logIn, .logOut])
      .answers { effect in
        effect.label == "log in" ? [.sends(.accepted), .sends(.refused), .never] : nil
      }
      .always("a login is under way only while logging in") { session, effects in
        session == .loggingIn || effects.isEmpty
      }
      .neverStuck("one can log in") { $0 == .loggedIn }
    let report = check.run()
    #expect(report.isSuccess, "\(report)")

    let wrong = TestStoreSample.check(TestStoreSample.forgetful).run()
    #expect(
      "\(wrong)" == """
        6 states, 18 transitions, depth 3
        complete: every state was checked

        always “a login is under way only while logging in” fails after 2 turns:
          start: .loggedOut
          1. logIn
             - .loggedOut
             + .loggingIn
             started log in in session (latest)
             in flight: log in in session (latest)
          2. logOut
             - .loggingIn
             + .loggedOut
             in flight: log in in session (latest)
        """)
  }

  nonisolated static let paths = TestStoreSample.check(TestStoreSample.Session.update).run().graph.paths()

  @Test(arguments: paths)
  func doesAsItsModel(_ path: TestPath<Session, SessionMessage>) async throws {
    // This clock stands still, so no effect answers by itself: the answers come from the path.
    let store = Store(
      Session.loggedOut, of: SessionMessage.self, environment: StoreEnvironment(clock: ManualClock()),
      update: Session.update)
    try await path.run {
      store.send($0)
    } state: {
      store.state
    }
  }

  @Test("A recorded history becomes a test")
  func history() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "search-\(UUID()).history")
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      let store = Store(Search(), name: "search", update: Search.update)
      let recorder = try HistoryRecorder(store.flow, to: file)
      try recorder.record(store)
      store.send(.typed("Sw"))
      store.send(.typed("Wheel"))
      await store.run()
      try recorder.finish()
    }

    let replay = try Replay(contentsOf: file)
    let report = try replay.run { stage in
      try stage.add(Store(Search(), name: "search", flow: stage.flow, update: Search.update))
    }
    #expect(report.divergence == nil, "\(report)")

    let changed = try replay.run { stage in
      try stage.add(
        Store(Search(), of: SearchMessage.self, name: "search", flow: stage.flow) { search, message in
          let effect = Search.update(&search, message)
          if case .found(let titles) = message { search.query = titles.first ?? "" }
          return effect
        })
    }
    #expect(
      "\(changed)" == """
        The replay diverges in turn 3, `found(["The Quiet Wheel"])` to `search` (effect 2 of turn 2).
          The state differs from the recorded one:
              Search(
            -   query: "Wheel"
            +   query: "The Quiet Wheel"
                … (2 unchanged)
              )
        Before it:
          turn 1, `typed("Sw")` to `search` (sent)
          turn 2, `typed("Wheel")` to `search` (sent)
        3 of 3 turns were compared.
        """)
  }
}
