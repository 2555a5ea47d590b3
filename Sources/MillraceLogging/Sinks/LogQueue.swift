import Dispatch
import Millrace

/// The queue on which a sink writes.
final class LogQueue: Sendable {
  private let queue = DispatchQueue(label: "millrace.log", qos: .utility)
  private let backlog: Locked<LogBacklog>
  /// The report to the flow of the newest entry.
  private let report = Locked<HomeReport?>(nil)
  private let body: @Sendable ([TurnLog.Entry]) throws -> Void

  init(limit: Int, write: @escaping @Sendable ([TurnLog.Entry]) throws -> Void) {
    backlog = Locked(LogBacklog(limit: limit))
    body = write
  }

  func add(_ entry: TurnLog.Entry, _ report: HomeReport) {
    self.report.withLock { $0 = report }
    let demand = backlog.withLock { $0.add(entry) }
    if demand == .write { queue.async { self.drain() } }
  }

  private func drain() {
    while let batch = backlog.withLock({ $0.next() }) {
      do {
        try body(batch.entries + [loss(behind: batch)].compactMap(\.self))
        backlog.withLock { $0.succeeded() }
      } catch {
        if backlog.withLock({ $0.failed(batch) }) { tell(error) }
      }
    }
  }

  private func loss(behind batch: LogBacklog.Batch) -> TurnLog.Entry? {
    // An entry is lost only behind others, so there is one to take the flow and the time from.
    guard batch.lostCount > 0, let last = batch.entries.last else { return nil }
    return TurnLog.Entry(
      .lost, level: .warning, time: last.time, flow: last.flow, text: "entries were lost",
      lostCount: batch.lostCount)
  }

  private func tell(_ error: any Error) {
    let error =
      error as? TurnLogError ?? .cannotWrite(destination: "its destination", reason: "\(error)")
    report.withLock { $0 }?(error)
  }

  func flush() async {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume() }
    }
  }
}
