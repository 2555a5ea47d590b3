/// A transaction's change of one part of a state, requested by name.
///
/// It holds both values, and may be kept.
public struct SubstanceChange {
  private let old: Any?
  private let new: Any?
  private let name: String
  private let changed: SubstanceConcrete

  init(_ substance: SubstanceConcrete, _ slot: KeySlot) {
    changed = substance
    name = slot.key
    (old, new) = substance.values(of: slot)
  }

  /// Returns the value before the transaction, or nil if it was absent or has another type.
  ///
  /// An integer can be read as a `Double` and vice versa, because archives do not distinguish 3 from 3.0.
  public func oldValue<Value>() -> Value? { Self.value(old) }

  /// Returns the value after the transaction, or nil if it is absent or has another type.
  ///
  /// An integer can be read as a `Double` and vice versa, because archives do not distinguish 3 from 3.0.
  public func newValue<Value>() -> Value? { Self.value(new) }

  static func value<Value>(_ part: Any?) -> Value? {
    switch part {
    case let value as Value: value
    case let number as Int: Double(number) as? Value
    case let number as Double: Int(exactly: number) as? Value
    default: nil
    }
  }

  /// Returns the requested key.
  public func key() -> String { name }

  /// Returns the changed substance.
  public func substance() -> SubstanceConcrete { changed }
}

/// A transaction's change of the part at a key path.
///
/// It holds both values, and may be kept.
public struct KeyPathChange<S: FlaskState, Value> {
  @usableFromInline let old: Value
  @usableFromInline let new: Value
  @usableFromInline let slot: KeySlot
  @usableFromInline let changed: Substance<S>

  @inlinable
  @inline(__always)
  init(_ substance: Substance<S>, _ slot: KeySlot, _ path: KeyPath<S, Value>) {
    changed = substance
    self.slot = slot
    let states = UnsafeRawPointer(substance.states)
    if let offset = slot.offset {
      let before = states + MemoryLayout<S>.stride + offset
      // Sound: the slot was made for this path, and the value of the path lies at this offset in every state.
      old = before.assumingMemoryBound(to: Value.self).pointee
      // Sound: as above.
      new = (states + offset).assumingMemoryBound(to: Value.self).pointee
    } else {
      old = substance.states[1][keyPath: path]
      new = substance.states[0][keyPath: path]
    }
  }

  /// Returns the value before the transaction.
  @inlinable public func oldValue() -> Value { old }

  /// Returns the value after the transaction.
  @inlinable public func newValue() -> Value { new }

  /// Returns the key with dots, as ``SubstanceChange/key()`` does.
  public func key() -> String { slot.key }

  /// Returns the changed substance.
  public func substance() -> Substance<S> { changed }
}
