import Millrace
import MillraceQueries

/// A server, the clients' timers and one cache, driven by random events: the shell in its simplest form.
///
/// A value is the version of its key at the server. A request reads it when it arrives there, at any time
/// between its beginning and its answer.
struct CacheModel {
  struct Flight {
    let request: QueryRequest
    var version: Int?
  }

  let rules = QueryRules<Int>(staleTime: .seconds(10))
  var cache = QueryCache<Int, Int>()
  var versions = [Int](repeating: 0, count: 3)
  var flights: [Int: Flight] = [:]
  /// Attempts that were cancelled or have been answered: what arrives of them late must not count.
  var late: [(key: Int, number: UInt64, version: Int)] = []
  var now = Duration.zero
  /// The version that an invalidation or a value set by hand requires of the next answer.
  var required = [Int](repeating: 0, count: 3)
  var shown: [Int: Int] = [:]
  var wanted: Set<Int> = []
  var problems: [String] = []
  var log: [String] = []

  /// The tags of a value: those of its key only, which are not known before there is a value.
  static func tags(_ key: Int, _ value: Int?) -> [QueryTag] { value == nil ? [] : [QueryTag("key", key)] }

  mutating func carryOut(_ actions: [QueryAction<Int>]) {
    for action in actions {
      switch action {
      case .fetch(let key, let request):
        if flights[key] != nil { problems.append("two requests for \(key)") }
        flights[key] = Flight(request: request)
      case .cancel(let key):
        guard let flight = flights.removeValue(forKey: key) else {
          problems.append("cancelled nothing for \(key)")
          continue
        }
        late.append((key, flight.request.number, flight.version ?? versions[key]))
      case .check(let keys, let isPrefetch):
        carryOut(cache.check(keys, at: now, isPrefetch: isPrefetch, rules))
      }
    }
  }

  mutating func step(_ random: inout RandomSource) {
    let key = Int.random(in: 0..<3, using: &random)
    let event = Int.random(in: 0..<20, using: &random)
    log.append("\(event) of \(key)")
    switch event {
    case 0...2: setWanted(wanted.symmetricDifference([key]))
    case 3: versions[key] += 1
    case 4:
      now += .seconds(Int.random(in: 1...20, using: &random))
    case 5: carryOut(cache.fetch(key, .refresh, rules))
    case 6: carryOut(cache.prefetch(key, rules))
    case 7: carryOut(cache.focus(rules))
    case 8: carryOut(cache.setOnline(!cache.isOnline, rules))
    case 9, 10: if flights[key]?.version == nil { flights[key]?.version = versions[key] }
    case 11, 12, 13: deliver(key)
    case 14:
      if let flight = flights.removeValue(forKey: key) {
        let isFinal = flight.request.failedAttempts >= 2
        late.append((key, flight.request.number, flight.version ?? versions[key]))
        carryOut(
          cache.fail(key, flight.request.number, QueryFailure("away"), isFinal: isFinal, rules))
      }
    case 15:
      versions[key] += 1
      required[key] = versions[key]
      carryOut(cache.invalidate(where: { id, _ in id == key }, rules))
    case 16:
      versions[key] += 1
      required[key] = versions[key]
      carryOut(cache.set(key, to: versions[key], at: now, rules))
    case 17: cache.sweep()
    case 18:
      versions[key] += 1
      required[key] = versions[key]
      carryOut(cache.invalidate([QueryTag("key", key)], tags: Self.tags, rules))
    default: rare(key, &random)
    }
    for attempt in late where random.next() % 4 == 0 {
      // A retry goes on under the number of its first attempt, which answers in its place only once.
      if flights[attempt.key]?.request.number == attempt.number { continue }
      let before = cache
      carryOut(cache.answer(attempt.key, attempt.number, attempt.version, at: now, rules))
      if cache != before { problems.append("a late answer of \(attempt.key) counted") }
    }
    check()
  }

  private mutating func rare(_ key: Int, _ random: inout RandomSource) {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: carryOut(cache.cancel(key, rules))
    case 1:
      carryOut(cache.remove(key))
      shown[key] = nil
    default:
      carryOut(cache.restart(rules))
      setWanted(wanted)
    }
  }

  mutating func setWanted(_ keys: Set<Int>) {
    wanted = keys
    let watched = Set(cache.watchedKeys)
    carryOut(
      cache.setInterest(
        began: keys.subtracting(watched).sorted(), ended: watched.subtracting(keys).sorted(), rules))
  }

  mutating func deliver(_ key: Int) {
    guard let flight = flights.removeValue(forKey: key) else { return }
    let version = flight.version ?? versions[key]
    late.append((key, flight.request.number, version))
    if cache.isDoubtful(key, flight.request.number, Self.tags(key, version)) {
      carryOut(cache.fetchAgain(key, flight.request.number))
      return
    }
    if version < required[key] {
      problems.append("the answer \(version) of \(key) is older than \(required[key])")
    }
    carryOut(cache.answer(key, flight.request.number, version, at: now, rules))
    if cache[key] != nil, cache[key] != version { problems.append("the answer of \(key) was not taken") }
  }

  mutating func check() {
    if cache.watchedKeys.count != Set(cache.watchedKeys).count { problems.append("a key is watched twice") }
    if Set(cache.watchedKeys) != wanted { problems.append("watches \(cache.watchedKeys), not \(wanted)") }
    for (key, entry) in cache.entries {
      if entry.isWatched != wanted.contains(key) { problems.append("\(key) is not watched as wanted") }
      let isInFlight = entry.request.map { !$0.isPaused } ?? false
      if isInFlight != (flights[key] != nil) { problems.append("the request of \(key) is not in flight") }
      if isInFlight,
        flights[key]?.request.number != entry.request?.number
          || flights[key]?.request.failedAttempts != entry.request?.failedAttempts
      {
        problems.append("\(key) has another request")
      }
      if entry.request?.isPaused == true, cache.isOnline {
        problems.append("\(key) waits though it is online")
      }
      if !entry.isWatched, entry.request == nil {
        if entry.value == nil { problems.append("\(key) is kept without a value") }
        if !cache.needsSweeping { problems.append("\(key) is kept for ever") }
      }
      if let value = entry.value {
        if value < shown[key] ?? 0 { problems.append("\(key) went back from \(shown[key] ?? 0) to \(value)") }
        shown[key] = value
      } else {
        shown[key] = nil
      }
    }
    for key in shown.keys where cache.entries[key] == nil { shown[key] = nil }
    for key in flights.keys where cache.entries[key] == nil {
      problems.append("\(key) is fetched for nothing")
    }
  }

  /// Lets everything come to its end; then each watched key has its newest value.
  mutating func settle() {
    carryOut(cache.setOnline(true, rules))
    carryOut(cache.invalidate(where: { _, _ in true }, rules))
    for key in 0..<3 where flights[key] != nil {
      for _ in 0..<2 where flights[key] != nil {
        flights[key]?.version = versions[key]
        deliver(key)
      }
    }
    check()
    for key in wanted where cache[key] != versions[key] {
      problems.append("\(key) is not up to date at the end")
    }
    if !flights.isEmpty { problems.append("requests go on for ever") }
    setWanted([])
    for _ in 0...4 {
      for (key, _) in cache.entries where cache[key] == nil {
        problems.append("\(key) is kept without a value")
      }
      cache.sweep()
    }
    if cache.needsSweeping { problems.append("the sweeps never end") }
    if !cache.entries.isEmpty { problems.append("\(cache.entries.ids) are kept for ever") }
  }
}
