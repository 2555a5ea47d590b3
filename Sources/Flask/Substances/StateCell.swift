/// The memory in which a substance's state lies.
///
/// It is apart from the substance, so that an archive can be written when the substance has ended meanwhile.
@usableFromInline
final class StateCell<S> {
  /// The first is the state; the second is the one before while a transaction is under way, and without value otherwise.
  @usableFromInline let states: UnsafeMutablePointer<S>

  init(_ state: S) {
    states = .allocate(capacity: 2)
    states.initialize(to: state)
  }

  deinit {
    // A transaction holds its substances, so there is no state before.
    states.deinitialize(count: 1)
    states.deallocate()
  }
}
