import Millrace

/// A recorder of the events of an engine, until it is stopped or released.
///
/// ```swift
/// let recorder = engine.record()
/// // later:
/// engine.replay(recorder.history, to: newController)
/// ```
///
/// It records the events that reactions receive after all middleware, even without any reaction. It does not
/// record replayed events. It may be read and stopped on any thread. All events stay in memory; for a long
/// history use the journal.
public final class EventRecorder: Sendable {
  private struct State {
    var history = EventHistory()
    var isRecording = true
  }

  private let state = Locked(State())

  init() {}

  /// The events recorded so far.
  public var history: EventHistory { state.withLock { $0.history } }

  /// Stops recording; ``history`` stays.
  public func stop() { state.withLock { $0.isRecording = false } }

  var isRecording: Bool { state.withLock { $0.isRecording } }

  func record(_ event: any AnyEvent) {
    state.withLock { state in
      if state.isRecording { state.history.append(event) }
    }
  }
}
