extension TurnLog {
  /// The importance of an entry.
  public enum Level: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Of interest while an error is searched for, such as the start of an effect.
    case debug
    /// The usual course of the program: its turns.
    case info
    /// Work or text that was left out on purpose, such as an effect that found its queue full.
    case warning
    /// A failure.
    case error

    /// Returns true if `left` is less important.
    public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .debug: 0
      case .info: 1
      case .warning: 2
      case .error: 3
      }
    }
  }

  /// A kind of event, to which a level can be given.
  public enum Event: String, Sendable, Hashable, CaseIterable {
    /// A turn was taken.
    case turn
    /// A turn was taken, and its update did not know the message.
    case unhandled
    /// The body of an effect was begun.
    case started
    /// An effect waits in its queue.
    case waiting
    /// The body of an effect has returned.
    case finished
    /// The body of an effect threw an error.
    case failed
    /// An effect was cancelled while it ran.
    case cancelled
    /// An effect was dropped before it ran.
    case dropped
    /// An error of the flow that is none of the above.
    case error
    /// The history of the flow broke: a tool has replaced its states.
    case broken
    /// Entries were lost, because a sink was too slow or failed.
    case lost

    /// The usual level: ``Level/debug`` for the usual events of effects, ``Level/info`` for turns,
    /// ``Level/warning`` for what is dropped, lost or broken, and ``Level/error`` for the rest.
    public var level: Level {
      switch self {
      case .started, .waiting, .finished, .cancelled: .debug
      case .turn: .info
      case .dropped, .broken, .lost: .warning
      case .unhandled, .failed, .error: .error
      }
    }
  }
}
