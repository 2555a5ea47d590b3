import Synchronization

// A debug build stops where the compiler was told not to check. In language mode 5, or with
// `nonisolated(unsafe)`, a store can be used outside its home, or by two threads at once, which would corrupt
// its memory.
extension Flow {
  /// Stops a debug build outside the home, and while another thread uses the flow.
  @inlinable
  @inline(__always)
  func checkUser() {
    assert(isUsedAlone())
  }

  @usableFromInline
  func isUsedAlone() -> Bool {
    precondition(visit.isMine, misuse)
    checkHome()
    return true
  }

  /// Begins a use of the flow; always returns true.
  @usableFromInline
  func isEntered() -> Bool {
    precondition(visit.enter(), misuse)
    checkHome()
    return true
  }

  /// Stops the program outside the flow's home.
  ///
  /// Code on the main actor's queue is at home as well, which the runtime does not always detect. For any
  /// other actor only the runtime can tell; it stops the program with its own text.
  private func checkHome() {
    if home?.isMain == true {
      precondition(isOnMainQueue || isOnMainActor, misplaced)
    } else {
      home?.actor?.preconditionIsolated(misplaced)
    }
  }

  private var misplaced: String {
    """
    The flow `\(name)` was used outside of its home actor. Use its stores there, for instance by writing `@MainActor` \
    before the code that uses them, and send from other threads with a `Sender`, which `store.sender()` creates.
    """
  }

  /// Ends a use of the flow; always returns true.
  @usableFromInline
  func isLeft() -> Bool {
    visit.leave()
    return true
  }

  private var misuse: String {
    """
    The flow `\(name)` was used by two threads at once. Use its stores on the actor on which they were created, for \
    instance by writing `@MainActor` before the code that creates them, and send from other threads with a `Sender`, \
    which `store.sender()` creates.
    """
  }
}

/// The thread that uses a flow, tracked in debug builds only.
struct FlowVisit: ~Copyable {
  private let thread = Atomic<UInt>(0)
  /// The number of nested calls, changed by that thread alone.
  private let depth = Atomic(0)

  /// True unless another thread uses the flow.
  var isMine: Bool {
    let thread = thread.load(ordering: .acquiring)
    return thread == 0 || thread == StackRoom.thread
  }

  /// Begins a visit; returns false while another thread uses the flow.
  func enter() -> Bool {
    let here = StackRoom.thread
    let before = thread.compareExchange(expected: 0, desired: here, ordering: .acquiringAndReleasing).original
    guard before == 0 || before == here else { return false }
    depth.add(1, ordering: .relaxed)
    return true
  }

  func leave() {
    if depth.subtract(1, ordering: .relaxed).newValue == 0 { thread.store(0, ordering: .releasing) }
  }
}
