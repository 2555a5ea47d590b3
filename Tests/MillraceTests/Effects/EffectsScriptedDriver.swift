import Millrace
import Synchronization

/// A driver that writes down what it is asked to begin, and performs a job only when it is told to.
final class EffectsScriptedDriver: Driver {
  /// The ways in which a job's cancellation reaches its body.
  enum Obedience {
    /// The body's task is cancelled.
    case cancels
    /// The body never learns of it, as one that does not look.
    case ignores
  }

  private struct Entry {
    let job: DriverJob
    let operation: @Sendable @isolated(any) () async -> Void
    var isCancelled = false
    var hasBegun = false
    var task: Task<Void, Never>?
  }

  private let obedience: Obedience
  private let entries = Mutex<[Entry]>([])

  init(_ obedience: Obedience = .cancels) {
    self.obedience = obedience
  }

  func start(
    _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle {
    let number = entries.withLock { entries in
      entries.append(Entry(job: job, operation: operation))
      return entries.count - 1
    }
    return DriverHandle(cancel: { [weak self] in self?.cancel(number) })
  }

  /// The jobs asked for, in order, each as its label or, without one, its purpose.
  var asked: [String] { entries.withLock { $0.map { Self.name($0.job) } } }

  /// The jobs that were asked for and have neither begun nor been cancelled.
  var open: [String] {
    entries.withLock { $0.filter { !$0.isCancelled && !$0.hasBegun }.map { Self.name($0.job) } }
  }

  /// The jobs that were asked for and have not begun, cancelled or not.
  var pending: [String] { entries.withLock { $0.filter { !$0.hasBegun }.map { Self.name($0.job) } } }

  /// The jobs that were cancelled, in the order in which they were asked for.
  var cancelled: [String] { entries.withLock { $0.filter(\.isCancelled).map { Self.name($0.job) } } }

  var jobs: [DriverJob] { entries.withLock { $0.map(\.job) } }

  /// Performs the first job of this name that has not begun, to its end; false when there is none.
  @discardableResult
  func perform(_ name: String) async -> Bool {
    guard let task = begin(name) else { return false }
    await task.value
    return true
  }

  /// Begins the first job of this name that has not begun; nil when there is none.
  func begin(_ name: String) -> Task<Void, Never>? {
    let cancels = obedience == .cancels
    return entries.withLock { entries in
      guard let index = entries.firstIndex(where: { !$0.hasBegun && Self.name($0.job) == name }) else {
        return nil
      }
      let operation = entries[index].operation
      let isCancelled = cancels && entries[index].isCancelled
      entries[index].hasBegun = true
      let task = Task.detached {
        if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
        await operation()
      }
      entries[index].task = task
      return task
    }
  }

  private func cancel(_ number: Int) {
    let task = entries.withLock { entries in
      entries[number].isCancelled = true
      return entries[number].task
    }
    if obedience == .cancels { task?.cancel() }
  }

  private static func name(_ job: DriverJob) -> String {
    job.label?.description ?? job.id?.description ?? "\(job.purpose)"
  }
}
