import Flask
import FlaskTesting
import Testing

@testable import MillraceTesting

private struct Counting: FlaskState, Equatable {
  var count = 0
  var title = ""
}

private enum CountingMixer: SubstanceMixer {
  case increment, unknown
}

private final class CountingSubstance: ReactiveSubstance<Counting, CountingMixer> {
  override func defineMixers() {
    define(mix: .increment) { _, react, _ in
      self.prop.count += 1
      react()
    }
  }
}

@MainActor @Suite struct TestStoreFlaskTests {
  private let flask = Flask(name: "test", archives: MemoryArchives())

  @Test("A substance is tested by global mixers, by mixes, by what reactors do about them, and by undo")
  func substance() async {
    let app = CountingSubstance(in: flask)
    app.undoLimit = 10
    let owner = Log<Int>()
    let reactor = flask.reactor(attachedTo: owner, mixing: app) { owner, reaction in
      reaction.on("count") { change in owner.append(change.newValue() ?? 0) }
    }
    let reports = await testStoreReports {
      let test = TestStore(app, in: flask)
      test.send(.mixer("increment")) { $0.count = 1 }
      test.perform("rename") {
        reactor.mix(app) { $0.prop.title = "one" }.andReact()
      } change: {
        $0.title = "one"
      }
      test.perform("undo") {
        app.undo()
      } change: {
        $0.title = ""
      }
      await test.finish()
    }
    #expect(reports == [])
    #expect(owner.entries == [1])
  }

  @Test("A mix with another result, and an unknown mixer, fail")
  func failing() async {
    let app = CountingSubstance(in: flask)
    let owner = Log<Int>()
    let reactor = flask.reactor(attachedTo: owner, mixing: app)
    let failures = await testStoreFailures {
      let test = TestStore(app, in: flask)
      test.send(.mixer("increment")) { $0.count = 2 }
      test.send(.mixer("unknown"))
      await test.finish()
    }
    #expect(failures.count == 2)
    #expect(
      failures.first == """
        After `.mixer("increment")` was sent (turn 1) the state differs from the expected one (- expected, + actual):
          Counting(
        -   count: 2
        +   count: 1
            … (1 unchanged)
          )
        """)
    #expect(failures.last?.contains("unknown") == true)
    withExtendedLifetime(reactor) {}
  }
}
