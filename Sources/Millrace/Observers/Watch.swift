/// A comparison after each turn: one per observed part of the state, however many observers it has.
@usableFromInline
final class Watch: RegistryMember {
  /// Compares the part with its earlier value, and calls its observers if it has changed.
  ///
  /// Receives the address of the state.
  @usableFromInline let look: (UnsafeRawPointer) -> Void
  @exclusivity(unchecked) @usableFromInline var isActive = true
  /// True if it begins and ends work, such as subscriptions, and so has nothing to do with a state that is
  /// only shown.
  let followsPresent: Bool
  /// Returns true if no observer is left; nil where the end of the last one is reported.
  private let isAbandoned: (() -> Bool)?

  @usableFromInline
  init(
    followsPresent: Bool = false, isAbandoned: (() -> Bool)? = nil,
    _ look: @escaping (UnsafeRawPointer) -> Void
  ) {
    self.followsPresent = followsPresent
    self.isAbandoned = isAbandoned
    self.look = look
  }

  @usableFromInline var isOver: Bool { !isActive || isAbandoned?() == true }

  @usableFromInline
  func leave() {}
}
