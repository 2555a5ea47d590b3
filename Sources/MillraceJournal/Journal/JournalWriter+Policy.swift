import Millrace

extension JournalWriter {
  /// What the journal is told, on any thread.
  enum News: Sendable {
    case status(JournalStatus)
    /// All that waits is written, and nothing more is kept: somebody has to go on.
    case mayResume
    /// Something is wrong that has lost nothing.
    case warning(JournalError)

    /// Tells of it where nobody else can be told.
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
    /// Waits, by the flow's clock.
    var sleep: @Sendable (Duration) async throws -> Void
  }
}

extension Duration {
  /// Whole nanoseconds, as many as fit.
  var wholeNanoseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, isTooLarge) = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLarge ? (seconds < 0 ? .min : .max) : whole + Int(attoseconds / 1_000_000_000)
  }
}
