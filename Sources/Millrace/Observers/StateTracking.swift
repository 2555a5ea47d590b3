import Observation

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

/// A part that was read through `Observation`.
final class TrackedCell<Value>: PartCell {
  var whenSeen: (UnsafePointer<Value>) -> Void = { _ in }
  /// None: `Observation` keeps the readers, and the store does not know how many there are.
  var audience: Audience { Audience(count: 0, calls: 0) }

  func look(_ value: UnsafePointer<Value>) {
    whenSeen(value)
  }
}

extension Store {
  /// The record of the reads that `Observation` tracks, created at its first use.
  func stateTracking() -> StateTracking {
    if let tracking { return tracking }
    let tracking = StateTracking()
    self.tracking = tracking
    return tracking
  }
}
