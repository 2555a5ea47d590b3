/// The state of a store as taps, the explorer and other tools read it.
extension Store {
  /// The state, or the form in which a participant shows it.
  @usableFromInline var toolState: Any {
    if let showState { showState(lane.pointee.state) } else { lane.pointee.state }
  }

  /// Returns true if the state differs from an earlier one; nil if it cannot be compared.
  @usableFromInline
  func isDifferent(from before: Any) -> Bool? {
    (before as? any Equatable).map { $0.differs(from: toolState) }
  }
}

extension Equatable {
  /// Returns true if another value is unequal, or of another type.
  fileprivate func differs(from other: Any) -> Bool {
    other as? Self != self
  }
}
