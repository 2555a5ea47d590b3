import Dispatch
import Synchronization

/// The times at which calls are given up, with one timer for all calls of the process.
///
/// Nearly all calls are answered long before, and cost an entry in a dictionary.
final class Deadlines: Sendable {
  static let shared = Deadlines()

  private struct Insides {
    var waiting: [UInt64: (time: ContinuousClock.Instant, expire: @Sendable () -> Void)] = [:]
    var lastNumber: UInt64 = 0
    /// The time of the next look at all that wait; nil if none is needed.
    var look: ContinuousClock.Instant?
  }

  /// The time between two looks at least, so that many calls that end one after the other cost little.
  private static let pause = Duration.milliseconds(20)
  private let insides = Mutex(Insides())

  /// Calls `expire` after a time, unless it is removed before.
  ///
  /// - Returns: The number by which it is removed.
  func add(after time: Duration, _ expire: @escaping @Sendable () -> Void) -> UInt64 {
    let due = ContinuousClock.now + time
    let (number, isNext) = insides.withLock { insides in
      insides.lastNumber += 1
      insides.waiting[insides.lastNumber] = (due, expire)
      if let look = insides.look, look <= due { return (insides.lastNumber, false) }
      insides.look = due
      return (insides.lastNumber, true)
    }
    if isNext { look(at: due) }
    return number
  }

  func remove(_ number: UInt64) {
    _ = insides.withLock { $0.waiting.removeValue(forKey: number) }
  }

  private func look(at time: ContinuousClock.Instant) {
    let parts = ContinuousClock.now.duration(to: time).components
    let seconds = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { self.look(with: ContinuousClock.now) }
  }

  /// Gives up the calls whose time has come.
  func look(with now: ContinuousClock.Instant) {
    let (due, next) = insides.withLock { insides -> ([@Sendable () -> Void], ContinuousClock.Instant?) in
      // Another look has replaced this one.
      if let look = insides.look, look > now { return ([], nil) }
      insides.look = nil
      var due: [@Sendable () -> Void] = []
      for (number, call) in insides.waiting {
        if call.time <= now {
          due.append(call.expire)
          insides.waiting[number] = nil
        } else if insides.look.map({ call.time < $0 }) ?? true {
          insides.look = call.time
        }
      }
      insides.look = insides.look.map { max($0, now + Self.pause) }
      return (due, insides.look)
    }
    for expire in due { expire() }
    if let next { look(at: next) }
  }
}
