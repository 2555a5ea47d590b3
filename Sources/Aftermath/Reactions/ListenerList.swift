@usableFromInline
final class Listener<C: Command> {
  @usableFromInline let life: ListenerLife
  @usableFromInline let owner: ObjectIdentifier?
  @usableFromInline weak var object: AnyObject?
  /// True if it ends with its owner, which is an object.
  @usableFromInline let hasObject: Bool
  @usableFromInline let body: (Event<C>) -> Void

  /// - Parameters:
  ///   - owner: The object that it ends with, the type that it belongs to, or nil.
  ///   - body: The handler of the events.
  @usableFromInline
  init(life: ListenerLife, owner: ReactionOwner?, body: @escaping (Event<C>) -> Void) {
    self.life = life
    self.owner = owner?.id
    object = owner?.object
    hasObject = owner?.object != nil
    self.body = body
  }

  /// True until it or its object has ended.
  @inlinable var isActive: Bool { life.isActive && (!hasObject || object != nil) }
}

/// A list of listeners to events of any one type.
@usableFromInline
class AnyListenerList {
  init() {}

  /// Notifies all listeners, or those of one object; returns true if there were any.
  func notify(_ event: any AnyEvent, only owner: ObjectIdentifier?) -> Bool { false }

  func endAll() {}

  /// The name of the command or fact whose events they receive.
  var subject: String { "" }

  /// The number of listeners that have not ended.
  var liveCount: Int { 0 }

  /// Removes the listeners from the records of their objects.
  func forgetAll() {}
}

/// The listeners to the events of one type, in the order of their registration.
///
/// Listeners may be added and ended during a notification. An added one does not receive the current event.
/// One that has ended receives nothing more, and is removed after the notification.
@usableFromInline
final class ListenerList<C: Command>: AnyListenerList {
  // Each access is confined to the engine's home, and ends before any call to other code.
  @exclusivity(unchecked) @usableFromInline var listeners: ContiguousArray<Listener<C>> = []
  /// The number of notifications in progress; while it is above zero no listener is removed.
  @exclusivity(unchecked) @usableFromInline var walks = 0
  @exclusivity(unchecked) @usableFromInline var needsSweep = false
  private var limit = SweepLimit()
  private let inbox: EngineInbox

  init(inbox: EngineInbox) {
    self.inbox = inbox
    super.init()
  }

  override var subject: String { LogText.name(of: C.self) }

  override var liveCount: Int { listeners.count(where: \.isActive) }

  func append(_ listener: Listener<C>) {
    if limit.isReached(by: listeners.count) { sweep() }
    listeners.append(listener)
  }

  override func notify(_ event: any AnyEvent, only owner: ObjectIdentifier?) -> Bool {
    guard let event = Event<C>(of: event) else { return false }
    return notify(event, only: owner)
  }

  /// Notifies all listeners, or those of one object; returns true if there were any.
  @inlinable
  func notify(_ event: Event<C>, only owner: ObjectIdentifier?) -> Bool {
    var isHeard = false
    var index = 0
    let count = listeners.count
    walks += 1
    while index < count {
      let listener = listeners[index]
      if !listener.isActive {
        needsSweep = true
      } else if owner == nil || owner == listener.owner {
        isHeard = true
        listener.body(event)
      }
      index += 1
    }
    walks -= 1
    if needsSweep { sweep() }
    return isHeard
  }

  override func endAll() {
    for listener in listeners { listener.life.end() }
    forgetAll()
  }

  override func forgetAll() {
    for listener in listeners {
      if let owner = listener.owner { inbox.forget(listener.life, of: owner) }
    }
  }

  /// Removes listeners that have ended, unless a notification is in progress.
  @usableFromInline
  func sweep() {
    if walks > 0 {
      needsSweep = true
      return
    }
    needsSweep = false
    // Each is checked once, because another thread may end one meanwhile. It counts as a notification,
    // because the check may release the last reference to an object, which then calls this list.
    let count = listeners.count
    var kept: ContiguousArray<Listener<C>> = []
    var ended: [Listener<C>] = []
    kept.reserveCapacity(count)
    walks += 1
    for index in 0..<count {
      let listener = listeners[index]
      if listener.isActive { kept.append(listener) } else { ended.append(listener) }
    }
    walks -= 1
    limit.keep(kept.count)
    if ended.isEmpty { return }
    kept.append(contentsOf: listeners[count...])
    listeners = kept
    for listener in ended {
      if let owner = listener.owner { inbox.forget(listener.life, of: owner) }
    }
    // Released last: a release may end an object that calls this list.
    withExtendedLifetime(ended) {}
  }
}
