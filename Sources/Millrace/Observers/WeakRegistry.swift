/// A member of a registry that can end.
@usableFromInline
protocol RegistryMember: AnyObject {
  /// True once it may be removed, because it is no longer called.
  var isOver: Bool { get }
  /// Handles the removal of the member.
  func leave()
}

/// A registry whose ended members can be removed without knowing their type.
@usableFromInline
protocol Sweepable: AnyObject {
  func sweep()
}

/// Objects that are called one after another, as fast as a plain array of closures.
///
/// Members may be added, and may end, while the registry is walked. An added member is not part of the walk.
/// An ended one is skipped by its own flag, and is removed and released when no walk is in progress. A walk
/// therefore needs neither a copy of the list nor a retain of each member.
///
/// `append` is O(1) amortised. It removes ended members whenever the registry has doubled, so a registry
/// holds at most eight members, or twice the number alive at the last sweep.
@usableFromInline
final class WeakRegistry<Member: RegistryMember>: Sweepable {
  // The exclusivity checks of these members are turned off because a walk is re-entered on purpose: each
  // access below is a single load or store, and none is held open across a call.
  @exclusivity(unchecked) @usableFromInline var base: UnsafeMutablePointer<Unmanaged<Member>>
  @exclusivity(unchecked) @usableFromInline var count = 0
  /// The numbers of walks that have begun and ended since the registry was empty; while they differ, no
  /// member is moved or released.
  ///
  /// Counting both tells a tool how often the members were called, at the cost of counting those in progress.
  @exclusivity(unchecked) @usableFromInline var begunWalks = 0
  @exclusivity(unchecked) @usableFromInline var endedWalks = 0
  @exclusivity(unchecked) @usableFromInline var needsSweep = false
  @exclusivity(unchecked) private var capacity = 0
  @exclusivity(unchecked) private var sweepAt = 8
  /// A handler that is called when the last member has been removed.
  @usableFromInline var whenEmpty: (() -> Void)?

  private var isWalked: Bool { begunWalks != endedWalks }

  /// The number of members that have not ended, and how often the members were called; O(members).
  var audience: Audience {
    // Sound: a member is released only after it was taken out of the first `count`.
    let living = (0..<count).count { !base[$0]._withUnsafeGuaranteedRef(\.isOver) }
    return Audience(count: living, calls: endedWalks)
  }

  @usableFromInline
  init() {
    base = .allocate(capacity: 0)
  }

  deinit {
    for index in 0..<count { base[index].release() }
    base.deallocate()
  }

  /// Calls `body` with each present member, in the order in which they were added.
  @inlinable
  @inline(__always)
  func walk(_ body: (borrowing Member) -> Void) {
    let count = count
    begunWalks &+= 1
    var index = 0
    while index < count {
      // Sound: no member is released while `begunWalks` and `endedWalks` differ, so each outlives its call;
      // `base` is read again for each, because an append may have moved it.
      base[index]._withUnsafeGuaranteedRef { body($0) }
      index &+= 1
    }
    endedWalks &+= 1
    if needsSweep { sweep() }
  }

  @usableFromInline
  func append(_ member: Member) {
    if count == 0 && !isWalked { (begunWalks, endedWalks) = (0, 0) }
    if count == capacity {
      capacity = max(4, capacity * 2)
      let moved = UnsafeMutablePointer<Unmanaged<Member>>.allocate(capacity: capacity)
      moved.moveInitialize(from: base, count: count)
      base.deallocate()
      base = moved
    }
    (base + count).initialize(to: Unmanaged.passRetained(member))
    count += 1
    // After the new member is in, so that a registry is never found empty while a member joins it.
    if count > sweepAt { sweep() }
  }

  /// Removes ended members, now or at the end of the current walk.
  ///
  /// O(members).
  @usableFromInline
  func sweep() {
    if isWalked {
      needsSweep = true
      return
    }
    needsSweep = false
    // Called as in a walk: a member's answer may sweep a registry behind it, and so come back to this one.
    var over: [Int] = []
    endedWalks &-= 1
    // Sound: as in `walk(_:)`; the count of ended walks is one behind for the time of the calls.
    for index in 0..<count where base[index]._withUnsafeGuaranteedRef({ $0.isOver }) { over.append(index) }
    endedWalks &+= 1
    var ended: [Unmanaged<Member>] = []
    for index in 0..<count {
      if ended.count < over.count && over[ended.count] == index {
        ended.append(base[index])
        // Sound: `ended` holds the reference until the end of this function.
        base[index]._withUnsafeGuaranteedRef { $0.leave() }
      } else {
        base[index - ended.count] = base[index]
      }
    }
    count -= ended.count
    sweepAt = max(8, count * 2)
    if count == 0 && !ended.isEmpty { whenEmpty?() }
    // Released last: a release may run a `deinit` that comes back to this registry.
    for member in ended { member.release() }
  }
}
