/// What a transaction has made of one part of a state, asked for by its name.
///
/// It holds the two values, and may be kept.
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

  /// The value before the transaction; nil if it is not of the type that is asked for, or was not there.
  ///
  /// A whole number may be asked for as a `Double` and back, because archives do not tell 3 from 3.0.
  public func oldValue<Value>() -> Value? { Self.value(old) }

  /// The value after the transaction; nil if it is not of the type that is asked for, or is not there any more.
  ///
  /// A whole number may be asked for as a `Double` and back, because archives do not tell 3 from 3.0.
  public func newValue<Value>() -> Value? { Self.value(new) }

  private static func value<Value>(_ part: Any?) -> Value? {
    switch part {
    case let value as Value: value
    case let number as Int: Double(number) as? Value
    case let number as Double: Int(exactly: number) as? Value
    default: nil
    }
  }

  /// The key under which it was asked for.
  public func key() -> String { name }

  /// The substance that was mixed.
  public func substance() -> SubstanceConcrete { changed }
}

/// What a transaction has made of the part at a key path.
///
/// It holds the two values, and may be kept.
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

  /// The value before the transaction.
  @inlinable public func oldValue() -> Value { old }

  /// The value after the transaction.
  @inlinable public func newValue() -> Value { new }

  /// The key, with dots, as ``SubstanceChange/key()`` has it.
  public func key() -> String { slot.key }

  /// The substance that was mixed.
  public func substance() -> Substance<S> { changed }
}
