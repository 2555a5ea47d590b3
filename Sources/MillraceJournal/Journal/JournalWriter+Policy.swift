import Millrace

extension JournalWriter {
  /// News for the journal, from any thread.
  enum News: Sendable {
    case status(JournalStatus)
    /// All entries are written and recording has stopped; the journal should resume it.
    case mayResume
    /// A problem that has lost nothing.
    case warning(JournalError)

    /// Prints the news, when no journal can receive it.
    func write() {
      switch self {
      case .status(.failing(let error)), .status(.stopped(let error, _)), .warning(let error):
        StandardError.write("Millrace: \(error)")
      case .status, .mayResume: break
      }
    }
  }

  struct Policy: Sendable {
    var durability: Durability
    var backlog: Backlog
    var snapshots: SnapshotPolicy
    var retention: RetentionPolicy
    /// A closure that sleeps on the flow's clock.
    var sleep: @Sendable (Duration) async throws -> Void
  }
}
