import Millrace

/// Collects events while a test runs, to be drawn as a ``Timeline`` afterwards.
///
/// Any task may record. Events of one time stay in the order in which they were recorded.
///
/// ```swift
/// let recorder = TimelineRecorder<String>(clock: clock)
/// recorder.record("loaded")
/// let actual = try recorder.timeline(values: ["l": "loaded"])
/// ```
public final class TimelineRecorder<Value: Sendable>: Sendable {
  private struct Record: Sendable {
    let offset: Duration
    let event: Timeline<Value>.Event
  }

  private let elapsed: (@Sendable () -> Duration)?
  private let records = Locked<[Record]>([])

  /// Creates a recorder that reads the times from `clock`, starting now.
  public init<C: Clock>(clock: C) where C.Duration == Duration {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// Creates a recorder whose caller gives every time.
  public init() {
    elapsed = nil
  }

  /// Records a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - offset: The time since the start; by default the clock's. A recorder without a clock needs it.
  public func record(_ value: Value, at offset: Duration? = nil) {
    record(event: .value(value), at: offset)
  }

  /// Records an event, which may be one without a value, such as the end.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - offset: The time since the start; by default the clock's. A recorder without a clock needs it.
  public func record(event: Timeline<Value>.Event, at offset: Duration? = nil) {
    guard let offset = offset ?? elapsed?() else {
      preconditionFailure(
        "This TimelineRecorder does not know the time of the event, because it was created without a clock; "
          + "pass the time with `at:`, or create the recorder with `init(clock:)`.")
    }
    records.withLock { $0.append(Record(offset: offset, event: event)) }
  }
}

extension TimelineRecorder where Value: Equatable {
  /// Returns the events so far as a timeline; see ``Timeline/init(recorded:tick:values:)``.
  ///
  /// A recorder does not know of the silence after the last event, so the timeline ends with it.
  ///
  /// - Parameters:
  ///   - tick: The duration of one column; positive.
  ///   - values: The letters to draw values with, as in the diagram to compare with.
  /// - Throws: ``TimelineError`` when an event falls between two ticks, before the start or after the end.
  public func timeline(
    tick: Duration = .seconds(1), values: [Character: Value] = [:]
  ) throws(TimelineError) -> Timeline<Value> {
    let events = records.withLock(\.self).map { (offset: $0.offset, event: $0.event) }
    return try Timeline(recorded: events, tick: tick, values: values)
  }
}
