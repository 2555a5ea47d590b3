import Millrace
import MillraceQueries
import Testing

@Suite("A query cache") struct QueryCacheTests {
  var rules = QueryRules<String>(staleTime: .seconds(10))
  var cache = QueryCache<Int, String>()

  /// Puts a value into the cache that was fetched at a time, by a screen that still looks at it.
  mutating func fill(_ key: Int, _ value: String, at time: Duration) {
    _ = cache.setInterest(began: [key], ended: [], rules)
    _ = cache.answer(key, cache.entries[key]?.request?.number ?? 0, value, at: time, rules)
  }

  func request(_ number: UInt64, failed: Int = 0) -> QueryRequest? {
    cache.entries[1]?.request.flatMap { $0.number == number && $0.failedAttempts == failed ? $0 : nil }
  }

  @Test("interest in an unknown key fetches it, and further interest does not")
  mutating func deduplicates() throws {
    let first = cache.setInterest(began: [1], ended: [], rules)
    let request = try #require(cache.entries[1]?.request)
    #expect(first == [.fetch(1, request)])
    #expect(cache.setInterest(began: [1], ended: [], rules) == [])
    #expect(cache.fetch(1, .refresh, rules) == [])
    #expect(cache.prefetch(1, rules) == [])
    #expect(cache.focus(rules) == [])
  }

  @Test("a value is asked for its age, and is fetched from its stale time on or if it is from the future")
  mutating func staleness() {
    fill(1, "a", at: .seconds(100))
    #expect(cache.focus(rules) == [.check([1], isPrefetch: false)])
    #expect(cache.check([1], at: .seconds(109), isPrefetch: false, rules) == [])
    var copy = cache
    #expect(copy.check([1], at: .seconds(99), isPrefetch: false, rules).count == 1)
    #expect(cache.check([1], at: .seconds(110), isPrefetch: false, rules).count == 1)
    #expect(cache.entries[1]?.request?.number == 2)
    #expect(cache[1] == "a")
  }

  @Test("a stale time of zero needs no clock, and one of nil never ends")
  mutating func staleTimes() {
    fill(1, "a", at: .zero)
    rules.staleTime = nil
    #expect(cache.focus(rules) == [])
    rules.staleTime = .zero
    #expect(cache.focus(rules) == [.fetch(1, request(2)!)])
  }

  @Test("the end of interest cancels the request, keeps the value, and a sweep removes it")
  mutating func endOfInterest() {
    fill(1, "a", at: .zero)
    _ = cache.fetch(1, .refresh, rules)
    let actions = cache.setInterest(began: [], ended: [1], rules)
    #expect(actions == [.cancel(1)])
    for _ in 0..<4 { cache.sweep() }
    #expect(cache[1] == "a")
    var other = cache
    _ = other.setInterest(began: [1], ended: [], rules)
    #expect(!other.needsSweeping)
    _ = other.setInterest(began: [], ended: [1], rules)
    for _ in 0..<4 { other.sweep() }
    #expect(other[1] == "a", "Its kept time has begun again.")
    #expect(cache.needsSweeping)
    cache.sweep()
    #expect(cache.entries.isEmpty && !cache.needsSweeping)
    fill(1, "b", at: .zero)
    rules.keepsValues = false
    _ = cache.setInterest(began: [], ended: [1], rules)
    #expect(cache.entries.isEmpty, "A kept time of zero keeps nothing.")
  }

  @Test("a key without a value is forgotten with the interest in it")
  mutating func forgotten() {
    _ = cache.setInterest(began: [1], ended: [], rules)
    #expect(cache.setInterest(began: [], ended: [1], rules) == [.cancel(1)])
    #expect(cache == QueryCache<Int, String>() || cache.entries.isEmpty)
  }

  @Test("an answer to a request that was replaced is not taken")
  mutating func lateAnswers() {
    _ = cache.setInterest(began: [1], ended: [], rules)
    #expect(cache.invalidate(where: { _, _ in true }, rules) == [.cancel(1), .fetch(1, request(2)!)])
    #expect(cache.answer(1, 1, "old", at: .zero, rules) == [])
    #expect(cache[1] == nil)
    _ = cache.answer(1, 2, "new", at: .zero, rules)
    #expect(cache[1] == "new")
    #expect(cache.fail(1, 1, QueryFailure("late"), isFinal: true, rules) == [])
    #expect(cache.entries[1]?.failure == nil)
  }

  @Test("a failed attempt is followed by the next, and the last one leaves its failure beside the value")
  mutating func failures() {
    fill(1, "a", at: .zero)
    _ = cache.fetch(1, .refresh, rules)
    #expect(
      cache.fail(1, 2, QueryFailure("away"), isFinal: false, rules) == [.fetch(1, request(2, failed: 1)!)])
    #expect(cache.fail(1, 2, QueryFailure("away", attempts: 2), isFinal: true, rules) == [])
    #expect(cache[1] == "a")
    #expect(cache.entries[1]?.failure == QueryFailure("away", attempts: 2))
    _ = cache.fetch(1, .refresh, rules)
    _ = cache.answer(1, 3, "b", at: .zero, rules)
    #expect(cache.entries[1]?.failure == nil)
  }

  @Test("without a connection requests and repetitions wait, and go on when it returns")
  mutating func offline() {
    _ = cache.setInterest(began: [1], ended: [], rules)
    _ = cache.setOnline(false, rules)
    #expect(cache.fail(1, 1, QueryFailure("away"), isFinal: false, rules) == [])
    #expect(cache.setInterest(began: [2], ended: [], rules) == [])
    #expect(cache.entries[2]?.request?.isPaused == true)
    #expect(
      cache.setInterest(began: [], ended: [2], rules) == [], "Nothing is in flight that could be cancelled.")
    #expect(cache.setOnline(true, rules) == [.fetch(1, request(1, failed: 1)!)])
    #expect(cache.setOnline(true, rules) == [])
  }

  @Test("a value set by hand replaces the request that may be older")
  mutating func byHand() {
    fill(1, "a", at: .zero)
    _ = cache.fetch(1, .refresh, rules)
    #expect(cache.set(1, to: "b", at: nil, rules) == [.cancel(1), .fetch(1, request(3)!)])
    #expect(cache[1] == "b")
    let actions = cache.set(5, to: "x", at: .seconds(3), rules)
    #expect(actions == [] && cache.needsSweeping, "No screen looks at it.")
    #expect(cache.entries[5]?.fetchedAt == .seconds(3))
  }

  @Test("removing a watched key fetches it as for the first time")
  mutating func removal() {
    fill(1, "a", at: .zero)
    #expect(cache.remove(1) == [.fetch(1, request(2)!)])
    #expect(cache[1] == nil)
    #expect(cache.latestValue == nil)
    #expect(cache.remove(7) == [])
  }

  @Test("after a restart nothing is in flight, and interest begins again")
  mutating func restart() {
    fill(1, "a", at: .zero)
    _ = cache.setInterest(began: [2], ended: [], rules)
    _ = cache.restart(rules)
    #expect(cache.watchedKeys == [])
    #expect(cache.entries.map(\.id) == [1])
    #expect(cache.setInterest(began: [1, 2], ended: [], rules).contains(.check([1], isPrefetch: false)))
    #expect(cache.entries[2]?.request != nil)
  }

  @Test("a page that was in flight at a restart begins again, behind a refresh if the value is stale by then")
  mutating func restartWithPage() {
    for (age, staleTime) in [(1, Duration.seconds(10)), (11, .seconds(10)), (1, .zero), (1, nil)] {
      let isStale = age == 11 || staleTime == .zero
      cache = QueryCache()
      rules = QueryRules(staleTime: staleTime) { $1 != .previous }
      fill(1, "a", at: .zero)
      _ = cache.fetch(1, .next, rules)
      for _ in 0..<2 { _ = cache.restart(rules) }
      #expect(cache.entries[1]?.request == nil)
      _ = cache.setInterest(began: [1], ended: [], rules)
      _ = cache.check([1], at: .seconds(age), isPrefetch: false, rules)
      #expect(cache.entries[1]?.request?.direction == (isStale ? .refresh : .next))
      _ = cache.answer(1, cache.entries[1]?.request?.number ?? 0, "b", at: .seconds(age), rules)
      #expect(cache.entries[1]?.request?.direction == (isStale ? .next : nil))
    }
    // A page that waits behind a refresh is not lost either, and one that is not allowed any more is.
    rules.staleTime = nil
    fill(2, "a", at: .zero)
    _ = cache.fetch(2, .refresh, rules)
    _ = cache.fetch(2, .next, rules)
    _ = cache.restart(rules)
    var copy = cache
    _ = copy.setInterest(began: [2], ended: [], rules)
    #expect(copy.entries[2]?.request?.direction == .next)
    rules.allows = { $1 == .refresh }
    _ = cache.setInterest(began: [2], ended: [], rules)
    #expect(cache.entries[2]?.request == nil)
  }

  @Test("a prefetched value is kept for its time, and belongs to the screen that comes by then")
  mutating func prefetch() {
    #expect(cache.prefetch(1, rules) == [.fetch(1, request(1)!)])
    #expect(cache.answer(1, 1, "a", at: .zero, rules) == [])
    #expect(cache.needsSweeping)
    #expect(cache.prefetch(1, rules) == [.check([1], isPrefetch: true)])
    #expect(cache.check([1], at: .seconds(1), isPrefetch: true, rules) == [])
    #expect(cache.check([1], at: .seconds(11), isPrefetch: false, rules) == [], "No screen looks at it.")
    #expect(cache.setInterest(began: [1], ended: [], rules) == [.check([1], isPrefetch: false)])
  }

  @Test("an equal answer leaves the value as it is")
  mutating func equalAnswer() {
    fill(1, "a", at: .zero)
    _ = cache.fetch(1, .refresh, rules)
    _ = cache.answer(1, 2, "a", at: .seconds(5), rules)
    #expect(cache.entries[1]?.fetchedAt == .seconds(5))
    #expect(cache.latestKey == 1)
  }
}
