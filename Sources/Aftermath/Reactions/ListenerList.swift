/// One listener to events of one type.
@usableFromInline
final class Listener<C: Command> {
  @usableFromInline let life: ListenerLife
  @usableFromInline let owner: ObjectIdentifier?
  @usableFromInline weak var object: AnyObject?
  @usableFromInline let body: (Event<C>) -> Void

  /// - Parameters:
  ///   - owner: The object that it ends with; nil for none.
  ///   - body: Takes the events.
  @usableFromInline
  init(life: ListenerLife, owner: AnyObject?, body: @escaping (Event<C>) -> Void) {
    self.life = life
    self.owner = owner.map { ObjectIdentifier($0) }
    object = owner
    self.body = body
  }

  /// Whether it is to be called: nobody has ended it, and its object lives.
  @inlinable var isActive: Bool { life.isActive && (owner == nil || object != nil) }
}

/// The listeners to events of one type, whichever that is.
@usableFromInline
class AnyListenerList {
  init() {}

  /// Tells all of them, or those of one object; whether there were any.
  func tell(_ event: any AnyEvent, only owner: ObjectIdentifier?) -> Bool { false }

  /// Ends all of them.
  func endAll() {}
}

/// The listeners to the events of one type, in the order of their registration.
///
/// They may be added and ended while they are being told: an added one is not told of this event, and one that has
/// ended is told no more, and taken off when nobody is being told.
@usableFromInline
final class ListenerList<C: Command>: AnyListenerList {
  // Each access is confined to the engine's home and does not call out while it is open.
  @exclusivity(unchecked) @usableFromInline var listeners: ContiguousArray<Listener<C>> = []
  /// How many walks over them are under way; above zero none is taken off.
  @exclusivity(unchecked) @usableFromInline var walks = 0
  @exclusivity(unchecked) @usableFromInline var needsSweep = false
  private let desk: EngineDesk

  init(desk: EngineDesk) {
    self.desk = desk
    super.init()
  }

  func append(_ listener: Listener<C>) {
    if listeners.count == listeners.capacity { sweep() }
    listeners.append(listener)
  }

  override func tell(_ event: any AnyEvent, only owner: ObjectIdentifier?) -> Bool {
    tell(project(event, as: Event<C>.self), only: owner)
  }

  /// Tells all of them, or those of one object; whether there were any.
  @inlinable
  func tell(_ event: Event<C>, only owner: ObjectIdentifier?) -> Bool {
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
    for listener in listeners {
      listener.life.end()
      if let owner = listener.owner { desk.forget(listener.life, of: owner) }
    }
  }

  /// Takes off those that have ended, unless they are being told.
  @usableFromInline
  func sweep() {
    if walks > 0 {
      needsSweep = true
      return
    }
    needsSweep = false
    // Asked once of each, because another thread may end one meanwhile, and as in a walk: the answer may let go of the
    // object as the last, which then comes back to this list.
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
    if ended.isEmpty { return }
    kept.append(contentsOf: listeners[count...])
    listeners = kept
    for listener in ended {
      if let owner = listener.owner { desk.forget(listener.life, of: owner) }
    }
    // Released last: a release may end an object that comes back to this list.
    withExtendedLifetime(ended) {}
  }
}
