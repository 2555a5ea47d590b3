import MillraceCore
public import Observation

/// The parts of a scope's state that are tracked by `Observation`.
final class ScopeReads {
  var parts: [AnyKeyPath: TrackedPart] = [:]
}

/// Tracks reads of the child's state, as a store does.
///
/// A read outside `withObservationTracking` and outside a view retains nothing. A tracked read of a row costs
/// nothing in turns that change other rows.
extension Scope: Observable {
  /// The child's state.
  ///
  /// A reader is notified after the next turn, whatever that changes; a reader of a row after the next turn
  /// that changes the row. Read a part of the state, as `scope.title`, to be notified only when that part has
  /// changed.
  public var state: State {
    track(\.self) { _ in true }
    return source.read(\.self)
  }

  /// A part of the child's state.
  ///
  /// A reader is notified when it has changed.
  public subscript<Value: Equatable>(dynamicMember path: KeyPath<State, Value>) -> Value {
    get { readCompared(path) }
    @available(*, unavailable, message: "Only the update changes the state: send a message instead.")
    set {}
  }

  /// A part of the child's state that marks its own changes, such as a ``RowTable``.
  public subscript<Value: ChangeStamped>(dynamicMember path: KeyPath<State, Value>) -> Value {
    get { readStamped(path) }
    @available(*, unavailable, message: "Only the update changes the state: send a message instead.")
    set {}
  }

  /// A part of the child's state that marks its own changes, such as a ``RowTable``.
  public subscript<Value: Equatable & ChangeStamped>(dynamicMember path: KeyPath<State, Value>) -> Value {
    get { readStamped(path) }
    @available(*, unavailable, message: "Only the update changes the state: send a message instead.")
    set {}
  }

  /// A part of an optional child's state; nil while the child is absent.
  public subscript<Wrapped, Value: Equatable>(dynamicMember path: KeyPath<Wrapped, Value>) -> Value?
  where State == Wrapped? {
    get { readCompared(\.[part: path]) }
    @available(*, unavailable, message: "Only the update changes the state: send a message instead.")
    set {}
  }

  /// An optional part of an optional child's state; nil while either is absent.
  public subscript<Wrapped, Value: Equatable>(dynamicMember path: KeyPath<Wrapped, Value?>) -> Value?
  where State == Wrapped? {
    get { readCompared(\.[optionalPart: path]) }
    @available(*, unavailable, message: "Only the update changes the state: send a message instead.")
    set {}
  }

  /// A part of an optional child's state that marks its own changes; nil while the child is absent.
  public subscript<Wrapped, Value: ChangeStamped>(dynamicMember path: KeyPath<Wrapped, Value>) -> Value?
  where State == Wrapped? {
    get { readStamped(\.[part: path]) }
    @available(*, unavailable, message: "Only the update changes the state: send a message instead.")
    set {}
  }

  /// A part of an optional child's state that marks its own changes; nil while the child is absent.
  public subscript<Wrapped, Value: Equatable & ChangeStamped>(
    dynamicMember path: KeyPath<Wrapped, Value>
  ) -> Value? where State == Wrapped? {
    get { readStamped(\.[part: path]) }
    @available(*, unavailable, message: "Only the update changes the state: send a message instead.")
    set {}
  }

  private func readCompared<Value: Equatable>(_ path: KeyPath<State, Value>) -> Value {
    let value = source.read(path)
    var last = value
    track(path) { now in
      if isUnchanged(now.pointee, from: last) { return false }
      last = now.pointee
      return true
    }
    return value
  }

  private func readStamped<Value: ChangeStamped>(_ path: KeyPath<State, Value>) -> Value {
    let value = source.read(path)
    let stamp = value.changeStamp
    track(path) { $0.pointee.changeStamp != stamp }
    return value
  }

  /// Notifies the observations of the part once, when it has changed, and then stops comparing it until it is
  /// read again.
  private func track<Value>(
    _ path: KeyPath<State, Value>, hasChanged: @escaping (UnsafePointer<Value>) -> Bool
  ) {
    let tracking = source.tracking
    guard let part = tracking.newlyTracked(reads.parts[path], on: flow) else { return }
    reads.parts[path] = part
    let cell = TrackedCell<Value>()
    let end = source.attach(cell, to: path) { !part.isTracked }
    // The store keeps this closure, which therefore retains neither the store nor the scope.
    cell.whenSeen = { [weak reads] value in
      let isTracked = part.isTracked
      guard !isTracked || hasChanged(value) else { return }
      end()
      reads?.parts[path] = nil
      if isTracked { tracking.notify(part) }
    }
  }
}

extension Optional {
  /// A part of the wrapped value.
  fileprivate subscript<Value>(part path: KeyPath<Wrapped, Value>) -> Value? { self?[keyPath: path] }

  /// An optional part of the wrapped value.
  fileprivate subscript<Value>(optionalPart path: KeyPath<Wrapped, Value?>) -> Value? {
    self?[keyPath: path]
  }
}
