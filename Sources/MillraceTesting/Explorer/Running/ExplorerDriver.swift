import Millrace

/// Performs what a flow decides as strands of a run.
struct ExplorerDriver: Driver {
  let runtime: ExplorerRuntime
  /// Which of the scenario's flows it is.
  let flow: Int

  func start(
    _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle {
    runtime.begin(strand(of: job)) { ordinal in
      Task.detached(executorPreference: runtime) {
        await operation()
        runtime.ended(ordinal)
      }
    }
  }

  private func strand(of job: DriverJob) -> ComingStrand {
    switch job.purpose {
    case .effect:
      ComingStrand(
        kind: .effect, name: name(job, "effect"),
        effect: EffectName(flow: flow, store: job.owner, serial: job.serial),
        end: job.endsAlone ? job.id.map { Footprint.end(of: $0, in: job.owner) } ?? .ends : nil)
    case .subscription:
      ComingStrand(kind: .subscription, name: name(job, "subscription"))
    case .timer:
      ComingStrand(kind: .timer, name: "timer of \(job.owner)")
    case .wake:
      ComingStrand(kind: .wake, name: "messages posted to \(job.owner)")
    }
  }

  private func name(_ job: DriverJob, _ kind: String) -> String {
    if let label = job.label { return "\(kind) \(label)" }
    if let id = job.id { return "\(kind) \(id)" }
    return "\(kind) of \(job.owner)"
  }
}

/// The clock of a run, on which time goes on when the explorer chooses so.
struct ExplorerClock: Clock {
  let runtime: ExplorerRuntime

  var now: ManualClock.Instant { runtime.readTime() }

  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    try await runtime.sleep(until: deadline)
  }
}
