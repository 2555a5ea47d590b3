import Millrace

/// Performs a flow's decisions as fibers of a run.
struct ExplorerDriver: Driver {
  let runtime: ExplorerRuntime
  /// The number of the flow.
  let flow: Int

  func start(
    _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle {
    runtime.begin(fiber(of: job)) { ordinal in
      Task.detached(executorPreference: runtime) {
        await operation()
        runtime.ended(ordinal)
      }
    }
  }

  private func fiber(of job: DriverJob) -> ComingFiber {
    let store = StoreName(flow: flow, number: job.storeNumber)
    return switch job.purpose {
    case .effect:
      ComingFiber(
        kind: .effect, name: name(job, "effect"), identity: .effect(store, job.serial),
        effect: EffectName(store: store, serial: job.serial),
        end: job.endsAlone ? job.id.map { Footprint.end(of: $0, in: job.owner) } ?? .ends : nil)
    case .subscription:
      ComingFiber(
        kind: .subscription, name: name(job, "subscription"), identity: .subscription(store, job.serial))
    case .timer:
      ComingFiber(kind: .timer, name: "timer of \(job.owner)", identity: .timer(store))
    case .wake:
      ComingFiber(kind: .wake, name: "messages posted to \(job.owner)", identity: .wake(flow))
    }
  }

  private func name(_ job: DriverJob, _ kind: String) -> String {
    if let label = job.label { return "\(kind) \(label)" }
    if let id = job.id { return "\(kind) \(id)" }
    return "\(kind) of \(job.owner)"
  }
}

/// The clock of a run; it advances when the explorer chooses so.
struct ExplorerClock: Clock, WatchedClock {
  let runtime: ExplorerRuntime

  // Its consequences are in the flow's state; no other code reads this time.
  var kernelTime: Duration { runtime.readTime(learns: false).offset }

  var now: ManualClock.Instant { runtime.readTime() }

  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await runtime.sleep(until: deadline)
  }
}
