public import Observation

/// The data that make a store and its scopes `Observable`; created when something is first read through one.
final class StateTracking: Observable {
  private let registrar = ObservationRegistrar()
  var parts: [AnyKeyPath: TrackedPart] = [:]
  var whole: TrackedPart?
  /// A part that was read without tracking, reused for the next read.
  private var spare: TrackedPart?

  /// Records a read of a part that may be tracked already; returns a part to watch if its tracking begins
  /// now.
  func newlyTracked(_ known: TrackedPart?, on flow: Flow) -> TrackedPart? {
    if let known {
      noteRead(of: known)
      return nil
    }
    let part = spare ?? TrackedPart()
    spare = nil
    noteRead(of: part)
    if part.isTracked {
      // A view that reads a store of a property's default value is in the isolation where the store belongs.
      if flow.isHomeless && isOnMainActor { flow.adopt(MainActor.shared) }
      return part
    }
    spare = part
    return nil
  }

  /// Records a read, in a function of its own: unless it is tracked, the key path is released when the
  /// function returns.
  @inline(never)
  private func noteRead(of part: TrackedPart) {
    registrar.access(self, keyPath: \.[tracked: part.token])
  }

  func notify(_ part: TrackedPart) {
    registrar.withMutation(of: self, keyPath: \.[tracked: part.token]) {}
  }

  /// An empty value, whose key path stands for the part of the state that was read.
  private subscript(tracked token: TrackedPart.Token) -> Void { () }
}

/// A part of the state, or all of it, that was read while `Observation` tracks reads.
///
/// A token is an argument of the key path under which the part is read. An observation that tracks the read
/// retains the key path, and with it the token, until it is notified or ends. The token's reference count
/// therefore shows whether the part is tracked.
final class TrackedPart {
  final class Token: Hashable {
    static func == (left: Token, right: Token) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  fileprivate private(set) var token = Token()

  /// True while an observation waits for a change.
  var isTracked: Bool { !isKnownUniquelyReferenced(&token) }
}

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
        if now.pointee == last { return false }
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

  func stateTracking() -> StateTracking {
    if let tracking { return tracking }
    let tracking = StateTracking()
    self.tracking = tracking
    return tracking
  }
}

/// A part that was read through `Observation`.
final class TrackedCell<Value>: PartCell {
  var whenSeen: (UnsafePointer<Value>) -> Void = { _ in }
  /// None: `Observation` keeps the readers, and the store does not know how many there are.
  var audience: Audience { Audience(count: 0, calls: 0) }

  func look(_ value: UnsafePointer<Value>) {
    whenSeen(value)
  }
}
