/// The decisions when a store's state is copied for the tool.
///
/// A store is sampled when it had turns since its last sample, at most once an interval, and so seldom that
/// samples take at most a tenth of the encoder's time.
struct SampleSchedule {
  private struct Entry {
    let interval: Duration
    var isWanted = true
    var isPending = false
    var earliest = Duration.zero
    var began = Duration.zero
  }

  private var entries: [String: Entry] = [:]

  /// Adds a store, whose first sample is due at once; does nothing if it is known with this interval.
  mutating func add(_ store: String, interval: Duration) {
    if entries[store]?.interval != interval { entries[store] = Entry(interval: interval) }
  }

  /// Notes a turn of a store.
  mutating func turned(_ store: String) { entries[store]?.isWanted = true }

  /// Wants all stores at once: a connection was made, or the tool asks.
  mutating func wantAll() {
    for store in entries.keys {
      entries[store]?.isWanted = true
      entries[store]?.earliest = .zero
    }
  }

  /// Forgets the samples that a cut connection has not got.
  mutating func cut() {
    for store in entries.keys { entries[store]?.isPending = false }
  }

  /// Returns the stores to be sampled now, which are pending from now on.
  mutating func take(at now: Duration) -> [String] {
    let due = entries.filter { $0.value.isWanted && !$0.value.isPending && $0.value.earliest <= now }.keys
    for store in due {
      entries[store]?.isWanted = false
      entries[store]?.isPending = true
      entries[store]?.began = now
    }
    return due.sorted()
  }

  /// Notes the end of a sample that has taken some time.
  mutating func finished(_ store: String, cost: Duration, at now: Duration) {
    guard var entry = entries[store] else { return }
    entry.isPending = false
    entry.earliest = max(entry.began + entry.interval, now + cost * 9)
    entries[store] = entry
  }

  /// The time at which a store is due; nil while none waits for the time.
  var nextTime: Duration? {
    entries.values.filter { $0.isWanted && !$0.isPending }.map(\.earliest).min()
  }
}
