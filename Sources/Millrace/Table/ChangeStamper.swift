import Synchronization

/// Draws the stamps of one value's changes; a stored property of every type that implements ``ChangeStamped``
/// itself.
///
/// Stamps increase within the history of one value, and values that diverged from a common copy never draw
/// the same one. Drawing costs a comparison and a read of a reference count; only the first change after a
/// copy allocates.
///
/// ```swift
/// struct Outline: ChangeStamped {
///   private var stamper = ChangeStamper()
///   private var lines: [String] = []
///   var changeStamp: ChangeStamp { stamper.current }
///   mutating func add(_ line: String) {
///     lines.append(line)
///     stamper.next()
///   }
/// }
/// ```
public struct ChangeStamper: Sendable {
  /// The right to draw from one block of numbers.
  ///
  /// Its sole holder may draw; a value that shares it with a copy takes a new one. All holders have the
  /// number that was drawn last, because none of them draws while it is shared.
  @usableFromInline
  final class Lineage: Sendable {
    init() {}
  }

  @usableFromInline var number: UInt64 = 0
  @usableFromInline var lastOfBlock: UInt64 = 0
  @usableFromInline var lineage: Lineage?

  /// Creates a stamper at ``ChangeStamp/initial``.
  @_alwaysEmitIntoClient
  public init() {}

  /// The latest stamp, or ``ChangeStamp/initial``.
  @_alwaysEmitIntoClient
  public var current: ChangeStamp { ChangeStamp(number: number) }

  /// Draws the stamp of the next change: unique in this process, and greater than the earlier ones in this
  /// value's history.
  @_alwaysEmitIntoClient
  @discardableResult
  public mutating func next() -> ChangeStamp {
    if number < lastOfBlock, isKnownUniquelyReferenced(&lineage) {
      number &+= 1
    } else {
      beginLineage()
    }
    return current
  }

  @usableFromInline
  mutating func beginLineage() {
    let drawn = drawnBlocks.wrappingAdd(1, ordering: .relaxed).oldValue
    lineage = Lineage()
    number = drawn &* numbersInBlock &+ 1
    lastOfBlock = number &+ (numbersInBlock - 1)
  }
}

/// Large enough that the one atomic operation per block does not matter, small enough that a trillion copies
/// can diverge before the numbers run out.
private let numbersInBlock: UInt64 = 1 << 24

private let drawnBlocks = Atomic<UInt64>(0)
