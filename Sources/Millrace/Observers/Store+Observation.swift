public import Observation

/// What a store needs to be `Observable`; made when something is first read through it.
final class StateTracking<State, Message: Sendable> {
  let registrar = ObservationRegistrar()
  /// The key paths that were read since they last changed.
  var paths: Set<AnyKeyPath> = []
  var isWholeTracked = false
}

/// Reading the state in this way makes `withObservationTracking`, and SwiftUI, look again when what was read has
/// changed, and only then.
///
/// As everywhere with `Observation`, `onChange` is called once, before the reader can look again; it is called
/// inside of the turn, when the state has already changed.
extension Store: Observable {
  /// The state.
  ///
  /// Who reads it is told after the next turn, whatever that changes; read a part of it, as `store.title`, to
  /// be told only when that has changed.
  ///
  /// To look at a large state without copying its references, use ``withState(_:)``.
  public var state: State {
    checkNotUpdating()
    let tracking = stateTracking()
    tracking.registrar.access(self, keyPath: \.state)
    if !tracking.isWholeTracked {
      tracking.isWholeTracked = true
      weak var this: Watch?
      let watch = Watch { [unowned self] _ in
        this?.isActive = false
        watches.needsSweep = true
        tracking.isWholeTracked = false
        tracking.registrar.withMutation(of: self, keyPath: \.state) {}
      }
      this = watch
      watches.append(watch)
    }
    return lane.pointee.state
  }

  /// A part of the state.
  ///
  /// Who reads it is told when it has changed.
  public subscript<Value: Equatable>(dynamicMember path: KeyPath<State, Value>) -> Value {
    let value = read(path)
    var last = value
    track(path, \.[dynamicMember: path]) { now in
      if now.pointee == last { return false }
      last = now.pointee
      return true
    }
    return value
  }

  /// A part of the state that says by itself when it has changed, such as a ``Table``.
  public subscript<Value: ChangeStamped>(dynamicMember path: KeyPath<State, Value>) -> Value {
    let value = read(path)
    let stamp = value.changeStamp
    track(path, \.[dynamicMember: path]) { $0.pointee.changeStamp != stamp }
    return value
  }

  /// A part of the state that says by itself when it has changed, such as a ``Table``.
  public subscript<Value: Equatable & ChangeStamped>(dynamicMember path: KeyPath<State, Value>) -> Value {
    let value = read(path)
    let stamp = value.changeStamp
    track(path, \.[dynamicMember: path]) { $0.pointee.changeStamp != stamp }
    return value
  }

  /// Tells the registrar once, when the part has changed, and looks at it no more until it is read again.
  private func track<Value>(
    _ path: KeyPath<State, Value>, _ member: KeyPath<Store, Value>,
    hasChanged: @escaping (UnsafePointer<Value>) -> Bool
  ) {
    let tracking = stateTracking()
    tracking.registrar.access(self, keyPath: member)
    guard tracking.paths.insert(path).inserted else { return }
    let cell = TrackedCell<Value>()
    let watch = makeWatch(path, cell)
    cell.whenSeen = { [unowned self, weak watch] value in
      guard hasChanged(value) else { return }
      watch?.isActive = false
      watches.needsSweep = true
      tracking.paths.remove(path)
      tracking.registrar.withMutation(of: self, keyPath: member) {}
    }
    watches.append(watch)
  }

  private func stateTracking() -> StateTracking<State, Message> {
    if let tracking { return tracking }
    let tracking = StateTracking<State, Message>()
    self.tracking = tracking
    return tracking
  }
}

/// A part that was read through `Observation`.
private final class TrackedCell<Value>: PartCell {
  var whenSeen: (UnsafePointer<Value>) -> Void = { _ in }

  func look(_ value: UnsafePointer<Value>) {
    whenSeen(value)
  }
}
