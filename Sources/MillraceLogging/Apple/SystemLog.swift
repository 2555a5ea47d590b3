#if canImport(os)
import Millrace
public import os

extension TurnLog.Sink {
  /// Returns a sink that writes to the unified log of Apple's systems, where Console and `log stream` show
  /// it.
  ///
  /// Names of flows, stores and effects are public; messages, changes and errors are private, so that the
  /// system shows them only while a debugger is attached or a profile allows it. Each entry is written before
  /// its turn is over; the system's log is made for that.
  ///
  /// - Parameter logger: The logger, with your application's subsystem and a category.
  public static func system(_ logger: Logger) -> TurnLog.Sink {
    TurnLog.Sink { entry in
      let place = entry.store.map { "\(entry.flow)/\($0)" } ?? entry.flow
      let turn = entry.turn.map { "\($0)" } ?? "-"
      let detail = ([entry.message, entry.text].compactMap(\.self) + entry.changes).joined(separator: "; ")
      let effects = entry.effects.map { "\($0.event.rawValue) \($0.name)" }.joined(separator: "; ")
      logger.log(
        level: entry.level.systemType,
        """
        \(place, privacy: .public) \(turn, privacy: .public) \(entry.event.rawValue, privacy: .public) \
        \(detail, privacy: .private) \(effects, privacy: .public)
        """)
    }
  }
}

extension TurnLog.Level {
  /// The type of the unified log that keeps such entries as long as they deserve.
  var systemType: OSLogType {
    switch self {
    case .debug: .debug
    case .info: .info
    case .warning: .default
    case .error: .error
    }
  }
}
#endif
