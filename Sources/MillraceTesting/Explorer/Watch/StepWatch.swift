import Dispatch
import Foundation
import Millrace
import Synchronization

/// Watches explorations from a thread of its own: one that stands still cannot look at its bounds itself.
final class StepWatch: Sendable {
  private struct Entry {
    let record: RunRecord
    let thread: WatchedThread
    let limit: Duration
    let tell: (@Sendable (String) -> Void)?
    let isStuck: @Sendable (RunPosition) -> Void
    var beat = -1
    /// The real time and the thread's own at which the beat was seen first.
    var since: (real: ContinuousClock.Instant, own: Duration?)?
    var hasTold = false
  }

  static let shared = StepWatch()
  private let entries = Locked<[ObjectIdentifier: Entry]>([:])
  /// True while the next look is on its way.
  private let isLooking = Atomic(false)
  private let queue = DispatchQueue(label: "millrace.testing.watch")

  /// Begins to watch the calling thread.
  ///
  /// - Parameters:
  ///   - record: The record that the thread keeps.
  ///   - limit: The time for a step, in processor time of the thread; one that waits has ten times as long.
  ///   - tell: Receives a line when a step has taken ten seconds.
  ///   - isStuck: A function that is called once, on another thread, when the limit is reached.
  func begin(
    _ record: RunRecord, limit: Duration, tell: (@Sendable (String) -> Void)?,
    isStuck: @escaping @Sendable (RunPosition) -> Void
  ) {
    let entry = Entry(record: record, thread: WatchedThread(), limit: limit, tell: tell, isStuck: isStuck)
    let mustLook = entries.withLock { entries in
      entries[ObjectIdentifier(record)] = entry
      return !isLooking.exchange(true, ordering: .relaxed)
    }
    if mustLook { look() }
  }

  /// Ends the watch; returns false if the thread was given up before.
  func end(_ record: RunRecord) -> Bool {
    entries.withLock { $0.removeValue(forKey: ObjectIdentifier(record)) != nil }
  }

  private func look() {
    queue.asyncAfter(deadline: .now() + .milliseconds(250)) { [self] in
      let (calls, goesOn) = entries.withLock { entries in
        var calls: [@Sendable () -> Void] = []
        for key in entries.keys { if let call = look(at: &entries[key]) { calls.append(call) } }
        isLooking.store(!entries.isEmpty, ordering: .relaxed)
        return (calls, !entries.isEmpty)
      }
      for call in calls { call() }
      if goesOn { look() }
    }
  }

  /// Looks at one thread; returns the call to make, and removes the entry with the last one.
  private func look(at place: inout Entry?) -> (@Sendable () -> Void)? {
    guard var entry = place else { return nil }
    defer { if place != nil { place = entry } }
    let beat = entry.record.beat.load(ordering: .relaxed)
    guard beat == entry.beat, !entry.record.isWaiting, let since = entry.since else {
      entry.beat = beat
      entry.since = (.now, entry.thread.processorTime)
      entry.hasTold = false
      return nil
    }
    let real = since.real.duration(to: .now)
    var worked = real
    if let before = since.own, let now = entry.thread.processorTime { worked = max(now - before, real / 10) }
    if worked >= entry.limit {
      place = nil
      return { [entry] in entry.isStuck(entry.record.position) }
    }
    if real >= .seconds(10), !entry.hasTold, let tell = entry.tell {
      entry.hasTold = true
      return { [entry] in
        let position = entry.record.position
        tell("\(position.place): \(position.activity) has not returned for ten seconds.")
      }
    }
    return nil
  }
}

/// A thread whose processor time other threads can read.
private struct WatchedThread: Sendable {
  #if canImport(Glibc) && !canImport(Darwin)
  private let clock: clockid_t?

  /// Takes the calling thread, which must not end before the last reading.
  init() {
    var clock = clockid_t()
    self.clock = pthread_getcpuclockid(pthread_self(), &clock) == 0 ? clock : nil
  }

  var processorTime: Duration? {
    guard let clock else { return nil }
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
  }
  #else
  var processorTime: Duration? { nil }
  #endif
}
