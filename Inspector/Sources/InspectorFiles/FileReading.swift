import Dispatch
import Foundation

/// The thread of a file's reading: everything once, then what is new, a few times a second.
final class FileReading: Sendable {
  private let queue: DispatchQueue
  // Sound: set once before the first call, and cancelled once.
  private nonisolated(unsafe) var timer: (any DispatchSourceTimer)?

  static let interval = DispatchTimeInterval.milliseconds(250)

  init(_ name: String) { queue = DispatchQueue(label: "millrace-inspect \(name)", qos: .utility) }

  /// Calls a closure on the thread, again and again until ``stop()``.
  func start(_ look: @escaping @Sendable () -> Void) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: Self.interval, leeway: .milliseconds(50))
    timer.setEventHandler(handler: look)
    self.timer = timer
    timer.resume()
  }

  /// Ends the calls; one that runs is not waited for.
  func stop() { timer?.cancel() }
}

/// A moment after which a report is due: ten times a second at most.
struct ReportPace {
  private var last: UInt64 = 0

  mutating func isDue() -> Bool {
    let now = DispatchTime.now().uptimeNanoseconds
    guard now &- last >= 100_000_000 else { return false }
    last = now
    return true
  }
}
