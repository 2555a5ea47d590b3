/// The memory of a substance's state.
///
/// It is separate from the substance, so that an archive can be written after the substance's end.
@usableFromInline
final class StateCell<S> {
  /// The state, and then the previous state during a transaction; the second is uninitialised otherwise.
  @usableFromInline let states: UnsafeMutablePointer<S>

  init(_ state: S) {
    states = .allocate(capacity: 2)
    states.initialize(to: state)
  }

  deinit {
    // A transaction retains its substances, so there is no previous state here.
    states.deinitialize(count: 1)
    states.deallocate()
  }
}
