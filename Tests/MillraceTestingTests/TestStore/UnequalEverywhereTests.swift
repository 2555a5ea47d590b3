import Millrace
import MillraceTesting
import Testing

/// A place of a state in which a NaN hides from `==`.
private enum Hiding: CaseIterable, CustomTestStringConvertible {
  case number, list, lists, slice, table, keys, set, phase, inner, rows, optional

  var testDescription: String { "\(self)" }
}

private struct Inner: Hashable, Sendable {
  var name = "x"
  var numbers: [Double]
}

private enum Phase: Hashable, Sendable {
  case idle
  case found([Double], word: String)
}

private struct Page: Hashable, Sendable {
  var word = "a"
  var number = 0.0
  var list: [Double] = []
  var lists: [[Double]] = []
  var slice: ArraySlice<Double> = []
  var table: [String: [Double]] = [:]
  var keys: [[Double]: Int] = [:]
  var set: Set<[Double]> = []
  var phase = Phase.idle
  var inner = Inner(numbers: [])
  var rows: RowTable<Int, Inner> = [:]
  var optional: [Double]?

  /// Puts a NaN into a place, in a buffer of its own.
  mutating func hide(_ place: Hiding, _ number: Double = .nan) {
    let fresh = Array(repeating: number, count: 1)
    switch place {
    case .number: self.number = number
    case .list: list = fresh
    case .lists: lists = [[1], fresh]
    case .slice: slice = fresh[...]
    case .table: table = ["a": fresh]
    case .keys: keys = [fresh: 1]
    case .set: set = [fresh, [1]]
    case .phase: phase = .found(fresh, word: "w")
    case .inner: inner = Inner(numbers: fresh)
    case .rows: rows = [7: Inner(numbers: fresh)]
    case .optional: optional = fresh
    }
  }

  static func hiding(_ place: Hiding) -> Page {
    var page = Page()
    page.hide(place)
    return page
  }
}

/// A state that is not equatable.
private struct Loose {
  var word = "a"
  var page = Page()
}

private enum Event: Hashable, Sendable {
  case hide(Hiding), word(String), echo(Hiding), took(Page)
}

private func update(page: inout Page, event: Event) -> Effect<Event> {
  switch event {
  case .hide(let place): page.hide(place)
  case .word(let word): page.word = word
  case .echo(let place): return .send(.took(.hiding(place)))
  case .took: break
  }
  return .none
}

/// A table of the tools that compare states and messages, against the places in which a NaN hides.
@MainActor @Suite("A NaN inside of arrays, sets, cases and rows")
struct UnequalEverywhereTests {
  @Test("a test store expects the state and receives the message", arguments: Hiding.allCases)
  private func testStore(place: Hiding) async {
    for mode in [TestStore<Page, Event>.Mode.exhaustive, .relaxed] {
      let failures = await testStoreFailures {
        let test = TestStore(Store(Page(), update: update), mode: mode, patience: .milliseconds(1))
        test.send(.hide(place)) { $0.hide(place) }
        test.send(.hide(place))
        test.send(.word("b")) { $0.word = "b" }
        test.send(.echo(place))
        await test.receive(.took(.hiding(place)))
        test.send(.echo(place))
        await test.receive(Event.took)
        await test.finish()
      }
      #expect(failures == [], "\(mode)")
    }
  }

  @Test("a test store finds what has changed beside it", arguments: Hiding.allCases)
  private func besides(place: Hiding) async {
    let failures = await testStoreFailures {
      let test = TestStore(Store(Page.hiding(place), update: update), patience: .milliseconds(1))
      // Another buffer.
      test.send(.hide(place))
      test.send(.word("b"))
      test.send(.echo(place))
      await test.receive(.took(Page()))
      await test.finish()
    }
    #expect(failures.count == 2 && failures.allSatisfy { !$0.isEmpty }, "\(failures)")
    #expect(failures.first?.contains(#"word: "b""#) == true, "\(failures)")
    #expect(failures.first?.contains("nan") == false, "\(failures)")
  }

  @Test("a difference is none, and shows only what differs", arguments: Hiding.allCases)
  private func difference(place: Hiding) {
    #expect(Difference(from: Page.hiding(place), to: .hiding(place)) == nil)
    #expect(Difference(from: [Page.hiding(place)], to: [.hiding(place)]) == nil)
    #expect(Difference(from: Loose(page: .hiding(place)), to: Loose(page: .hiding(place))) == nil)
    var other = Page.hiding(place)
    other.word = "b"
    let text = Difference(from: Page.hiding(place), to: other)?.description ?? ""
    #expect(text.contains(#"word: "b""#) && !text.contains("nan"), "\(text)")
    var third = Page()
    third.hide(place, 2)
    #expect(Difference(from: Page.hiding(place), to: third) != nil)
    #expect(Difference(from: third, to: Page.hiding(place)) != nil)
  }

  @Test("a model check knows the state again, and a path of it compares", arguments: Hiding.allCases)
  private func model(place: Hiding) async throws {
    let check = ModelCheck(Logic<Page, Event>(Page(), update: update), messages: [.hide(place)])
    let report = check.run(ModelBounds(states: 20))
    #expect(report.states == 2, "\(report)")
    for path in report.graph.paths() {
      var page = Page()
      try await path.run {
        _ = update(page: &page, event: $0)
      } state: {
        page
      }
    }
  }

  @Test("a timeline draws one letter for it, and differs by others alone", arguments: Hiding.allCases)
  private func timeline(place: Hiding) throws {
    func drawn(_ second: Page) throws -> Timeline<Page> {
      try Timeline("a--b|", values: ["a": .hiding(place), "b": second])
    }
    #expect(try drawn(Page()).difference(from: drawn(Page())) == nil)
    #expect(try drawn(Page()).difference(from: drawn(.hiding(place))) != nil)
  }
}
