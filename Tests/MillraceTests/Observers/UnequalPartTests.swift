import Millrace
import Observation
import Testing

private struct Gauge {
  struct Search: Equatable {
    var query = ""
    var score = Double.nan
  }

  var level = Double.nan
  var levels: [Double] = [.nan]
  var search = Search()
  var inner = Inner()
  var turns = 0

  struct Inner: Equatable {
    var level = Double.nan
    var count = 0
  }
}

@MainActor
@Suite("Observers of a part that is unequal to itself")
struct UnequalPartTests {
  @Test("are called for its changes, and not for turns that leave it as it is")
  func observers() {
    let store = observersStore(Gauge())
    var calls: [String] = []
    let scope = store.scope(\.inner) { (edit: ObserversEdit<Gauge>) in edit }
    let derived = store.select(\.level, \.search) { level, search in level * Double(search.query.count) }
    let tokens = [
      store.observe(\.level) { _ in calls.append("level") },
      store.observe(\.levels) { _ in calls.append("levels") },
      store.observe(\.search) { _ in calls.append("search") },
      store.observeChange(of: \.search) { _, _ in calls.append("change") },
      scope.observe(\.level) { _ in calls.append("scope") },
      derived.observe { _ in calls.append("derived") },
    ]
    for _ in 0..<3 {
      store.edit {
        $0.turns += 1
        $0.levels = $0.levels.map { $0 + 1 }
        $0.search = Gauge.Search(query: $0.search.query, score: -.nan)
      }
    }
    #expect(calls.isEmpty, "\(calls)")
    store.edit { $0.search.query = "b" }
    #expect(calls == ["search", "change"], "the number that is none stays: \(calls)")
    calls = []
    store.edit { $0.level = 1 }
    store.edit { $0.level = .nan }
    store.edit { $0.inner.level = 2 }
    #expect(
      calls == ["level", "level", "scope"] || calls == ["level", "derived", "level", "derived", "scope"])
    withExtendedLifetime(tokens) {}
  }

  @Test("are tracked by Observation until it changes")
  func tracked() {
    let store = observersStore(Gauge())
    let calls = Locked(0)
    withObservationTracking {
      _ = store.search
    } onChange: {
      calls.withLock { $0 += 1 }
    }
    for _ in 0..<3 { store.edit { $0.turns += 1 } }
    #expect(calls.withLock { $0 } == 0)
    store.edit { $0.search.query = "b" }
    #expect(calls.withLock { $0 } == 1)
  }

  @Test("of two stores that follow each other come to rest")
  func mirrors() {
    let (left, right) = (observersStore(Gauge(level: 1)), observersStore(Gauge(level: 1)))
    var turns = 0
    func follow(
      _ one: Store<Gauge, ObserversEdit<Gauge>>, _ other: Store<Gauge, ObserversEdit<Gauge>>
    )
      -> [ObservationToken]
    {
      [
        one.observe(\.level) { level in
          turns += 1
          if turns < 1_000 { other.edit { $0.level = level } }
        },
        one.observe(\.search) { search in
          turns += 1
          if turns < 1_000 { other.edit { $0.search = search } }
        },
      ]
    }
    let tokens = follow(left, right) + follow(right, left)
    left.edit { $0.level = .nan }
    right.edit { $0.search.query = "b" }
    #expect(turns <= 4, "\(turns)")
    #expect(right.withState { $0.level.isNaN } && left.withState { $0.search.query } == "b")
    withExtendedLifetime(tokens) {}
  }

  @Test("and subscriptions of an id that is no number go on")
  func subscriptions() {
    let starts = Locked<[String]>([])
    let store = Store(
      0, of: Int.self,
      subscriptions: { count in
        guard count < 3 else { return [] }
        return [
          .listening(EffectID(Double.nan)) { _ in
            starts.withLock { $0.append("begins") }
            return { starts.withLock { $0.append("ends") } }
          }
        ]
      }
    ) { count, change in
      count += change
      return .none
    }
    for _ in 0..<2 { store.send(1) }
    #expect(starts.withLock { $0 } == ["begins"])
    store.send(1)
    #expect(starts.withLock { $0 } == ["begins", "ends"])
    #expect(EffectID(Double.nan) == EffectID(Double.nan) && EffectID(Double.nan) != EffectID(1.0))
  }
}
