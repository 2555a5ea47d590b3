import Millrace

/// Keeps the events of an engine until it is stopped or let go of.
///
/// ```swift
/// let recorder = engine.record()
/// // later:
/// engine.replay(recorder.history, to: newController)
/// ```
///
/// It keeps what those who react are told of, behind all middleware, whether anybody reacts or not; what is replayed
/// is not kept again. It may be read and stopped on any thread. It keeps all events in memory: a long history is the
/// journal's business.
public final class EventRecorder: Sendable {
  private struct State {
    var history = EventHistory()
    var isRecording = true
  }

  private let state = Locked(State())

  init() {}

  /// What has been recorded so far.
  public var history: EventHistory { state.withLock { $0.history } }

  /// Records no more; ``history`` stays.
  public func stop() { state.withLock { $0.isRecording = false } }

  var isRecording: Bool { state.withLock { $0.isRecording } }

  func record(_ event: any AnyEvent) {
    state.withLock { state in
      if state.isRecording { state.history.append(event) }
    }
  }
}
