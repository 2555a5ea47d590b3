public import Observation

/// What a store needs to be `Observable`; made when something is first read through it.
final class StateTracking {
  let registrar = ObservationRegistrar()
  /// The parts that are tracked, by key path.
  var parts: [AnyKeyPath: TrackedPart] = [:]
  var whole: TrackedPart?
  /// A part that was read outside of all tracking, for the next read.
  var spare: TrackedPart?
}

/// A part of the state, or all of it, that was read where `Observation` tracks what is read.
///
/// A token is an argument of the key path under which the part is read. Those who track the read hold the key path,
/// and by it the token, until they are told or give up: so it tells whether anyone tracks.
final class TrackedPart {
  final class Token: Hashable {
    static func == (left: Token, right: Token) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  fileprivate private(set) var token = Token()

  /// Whether anyone waits to be told of a change.
  var isTracked: Bool { !isKnownUniquelyReferenced(&token) }
}

/// Reading the state in this way makes `withObservationTracking`, and SwiftUI, look again when what was read has
/// changed, and only then.
///
/// As everywhere with `Observation`, `onChange` is called once, before the reader can look again; it is called
/// inside of the turn, when the state has already changed. A read outside of `withObservationTracking` and of a
/// view keeps nothing, and costs later turns nothing.
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
    if let part = newlyTracked(tracking.whole) {
      tracking.whole = part
      weak var this: Watch?
      let watch = Watch { [unowned self] _ in
        this?.isActive = false
        watches.needsSweep = true
        tracking.whole = nil
        tell(part)
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
    get {
      let value = read(path)
      var last = value
      track(path) { now in
        if now.pointee == last { return false }
        last = now.pointee
        return true
      }
      return value
    }
    @available(*, unavailable, message: "The state changes in the update alone: send a message.")
    set {}
  }

  /// A part of the state that says by itself when it has changed, such as a ``RowTable``.
  public subscript<Value: ChangeStamped>(dynamicMember path: KeyPath<State, Value>) -> Value {
    get {
      let value = read(path)
      let stamp = value.changeStamp
      track(path) { $0.pointee.changeStamp != stamp }
      return value
    }
    @available(*, unavailable, message: "The state changes in the update alone: send a message.")
    set {}
  }

  /// A part of the state that says by itself when it has changed, such as a ``RowTable``.
  public subscript<Value: Equatable & ChangeStamped>(dynamicMember path: KeyPath<State, Value>) -> Value {
    get {
      let value = read(path)
      let stamp = value.changeStamp
      track(path) { $0.pointee.changeStamp != stamp }
      return value
    }
    @available(*, unavailable, message: "The state changes in the update alone: send a message.")
    set {}
  }

  /// Tells those who track the part once, when it has changed, and looks at it no more until it is read again.
  private func track<Value>(
    _ path: KeyPath<State, Value>, hasChanged: @escaping (UnsafePointer<Value>) -> Bool
  ) {
    let tracking = stateTracking()
    guard let part = newlyTracked(tracking.parts[path]) else { return }
    tracking.parts[path] = part
    let cell = TrackedCell<Value>()
    let watch = makeWatch(path, cell)
    cell.whenSeen = { [unowned self, weak watch] value in
      let isTracked = part.isTracked
      guard !isTracked || hasChanged(value) else { return }
      watch?.isActive = false
      watches.needsSweep = true
      tracking.parts[path] = nil
      if isTracked { tell(part) }
    }
    watches.append(watch)
  }

  /// Notes a read of a part that may be tracked already; answers with a part to watch when it was not and is now.
  private func newlyTracked(_ known: TrackedPart?) -> TrackedPart? {
    if let known {
      noteRead(of: known)
      return nil
    }
    let tracking = stateTracking()
    let part = tracking.spare ?? TrackedPart()
    tracking.spare = nil
    noteRead(of: part)
    if part.isTracked {
      // A view that reads a store of a property's default value is where the store belongs.
      if flow.isHomeless && isOnMainActor { flow.adopt(MainActor.shared) }
      return part
    }
    tracking.spare = part
    return nil
  }

  /// A function of its own, so that the key path is gone, unless it is tracked, when it returns.
  @inline(never)
  private func noteRead(of part: TrackedPart) {
    stateTracking().registrar.access(self, keyPath: \.[tracked: part.token])
  }

  private func tell(_ part: TrackedPart) {
    stateTracking().registrar.withMutation(of: self, keyPath: \.[tracked: part.token]) {}
  }

  /// Nothing; its key path stands for the part of the state that was read.
  private subscript(tracked token: TrackedPart.Token) -> Void { () }

  private func stateTracking() -> StateTracking {
    if let tracking { return tracking }
    let tracking = StateTracking()
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
