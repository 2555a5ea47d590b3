/// Something that is looked at after each turn: one declared part of the state, however many observe it.
@usableFromInline
final class Watch: RosterMember {
  /// Compares the part with what it was, and tells its observers if it has changed.
  ///
  /// It is given the address of the state.
  @usableFromInline let look: (UnsafeRawPointer) -> Void
  @exclusivity(unchecked) @usableFromInline var isActive = true
  /// Whether nobody is left whom it could tell, where that comes about unnoticed.
  private let isAbandoned: (() -> Bool)?

  @usableFromInline
  init(isAbandoned: (() -> Bool)? = nil, _ look: @escaping (UnsafeRawPointer) -> Void) {
    self.isAbandoned = isAbandoned
    self.look = look
  }

  @usableFromInline var isOver: Bool { !isActive || isAbandoned?() == true }

  @usableFromInline
  func leave() {}
}
