import MillraceCore
public import Observation

/// Tracks reads of the state: `withObservationTracking` and SwiftUI are notified when a part they read has
/// changed, and only then.
///
/// As usual with `Observation`, `onChange` is called once, before the reader can read again; it is called
/// inside the turn, when the state has already changed. A read outside `withObservationTracking` and outside
/// a view retains nothing, and costs later turns nothing.
extension Store: Observable {
  /// The state.
  ///
  /// A reader is notified after the next turn, whatever that changes. Read a part of the state, as
  /// `store.title`, to be notified only when that part has changed.
  ///
  /// To read a large state without copying its references, use ``withState(_:)``.
  public var state: State {
    checkNotUpdating()
    let tracking = stateTracking()
    if let part = tracking.newlyTracked(tracking.whole, on: flow) {
      tracking.whole = part
      weak var this: Watch?
      let watch = Watch { [unowned self] _ in
        this?.isActive = false
        watches.needsSweep = true
        tracking.whole = nil
        tracking.notify(part)
      }
      this = watch
      watches.append(watch)
    }
    return lane.pointee.state
  }

  /// A part of the state.
  ///
  /// A reader is notified when it has changed.
  public subscript<Value: Equatable>(dynamicMember path: KeyPath<State, Value>) -> Value {
    get {
      let value = read(path)
      var last = value
      track(path) { now in
        if isUnchanged(now.pointee, from: last) { return false }
        last = now.pointee
        return true
      }
      return value
    }
    @available(*, unavailable, message: "Only the update changes the state: send a message instead.")
    set {}
  }

  /// A part of the state that marks its own changes, such as a ``RowTable``.
  public subscript<Value: ChangeStamped>(dynamicMember path: KeyPath<State, Value>) -> Value {
    get { readStamped(path) }
    @available(*, unavailable, message: "Only the update changes the state: send a message instead.")
    set {}
  }

  /// A part of the state that marks its own changes, such as a ``RowTable``.
  public subscript<Value: Equatable & ChangeStamped>(dynamicMember path: KeyPath<State, Value>) -> Value {
    get { readStamped(path) }
    @available(*, unavailable, message: "Only the update changes the state: send a message instead.")
    set {}
  }

  private func readStamped<Value: ChangeStamped>(_ path: KeyPath<State, Value>) -> Value {
    let value = read(path)
    let stamp = value.changeStamp
    track(path) { $0.pointee.changeStamp != stamp }
    return value
  }

  /// Notifies the observations of the part once, when it has changed, and then stops comparing it until it is
  /// read again.
  private func track<Value>(
    _ path: KeyPath<State, Value>, hasChanged: @escaping (UnsafePointer<Value>) -> Bool
  ) {
    let tracking = stateTracking()
    guard let part = tracking.newlyTracked(tracking.parts[path], on: flow) else { return }
    tracking.parts[path] = part
    let cell = TrackedCell<Value>()
    let watch = makeWatch(path, cell)
    cell.whenSeen = { [unowned self, weak watch] value in
      let isTracked = part.isTracked
      guard !isTracked || hasChanged(value) else { return }
      watch?.isActive = false
      watches.needsSweep = true
      tracking.parts[path] = nil
      if isTracked { tracking.notify(part) }
    }
    watches.append(watch)
  }
}
