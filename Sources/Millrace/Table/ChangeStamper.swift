import Synchronization

/// Draws the stamps of one value's changes; a part of every type that is ``ChangeStamped`` on its own
/// account.
///
/// Stamps grow within the history of one value, and values that diverged from a common copy never draw the
/// same one. Drawing costs a comparison and a look at a reference count; only the first change after a copy
/// was made allocates.
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
  /// Whoever holds it alone may draw; a value that shares it with a copy takes a new one. All holders are at
  /// the number drawn last, because nobody draws while it is shared.
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

  /// The stamp drawn last, or ``ChangeStamp/initial``.
  @_alwaysEmitIntoClient
  public var current: ChangeStamp { ChangeStamp(number: number) }

  /// Draws the stamp of the next change: unlike any other in this process, greater than those drawn before it
  /// in this value's history.
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

/// Large enough that the one atomic operation per block does not count, small enough that a trillion copies
/// can diverge before the numbers run out.
private let numbersInBlock: UInt64 = 1 << 24

private let drawnBlocks = Atomic<UInt64>(0)
