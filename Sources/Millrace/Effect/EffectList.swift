/// The effects of a merge or a sequence.
///
/// A list that is built in a loop shares one growing storage with the lists it was made from; each is a range
/// of the storage. Adding n effects one by one, at either end, therefore costs O(n) together.
@usableFromInline
package struct EffectList<Message: Sendable>: Sendable {
  private enum Elements {
    case array([Effect<Message>])
    case shared(EffectStorage<Message>, Range<Int>)
  }

  private let elements: Elements

  @usableFromInline
  init(_ effects: [Effect<Message>]) {
    elements = .array(effects)
  }

  private init(_ storage: EffectStorage<Message>, _ range: Range<Int>) {
    elements = .shared(storage, range)
  }

  /// The effects in their order.
  ///
  /// O(n) for a list that was built in a loop, else O(1).
  @usableFromInline package var array: [Effect<Message>] {
    switch elements {
    case .array(let effects): effects
    case .shared(let storage, let range): storage.effects(range)
    }
  }

  var count: Int {
    switch elements {
    case .array(let effects): effects.count
    case .shared(_, let range): range.count
    }
  }

  /// The storage of the effects, if it is shared.
  var storage: EffectStorage<Message>? {
    if case .shared(let storage, _) = elements { storage } else { nil }
  }

  /// Returns these effects followed by others; O(effects of the shorter list), amortised.
  func joined(with next: EffectList) -> EffectList {
    if count == 0 { return next }
    if next.count == 0 { return self }
    return count < next.count ? next.adding(array, at: .front) : adding(next.array, at: .back)
  }

  private func adding(_ added: [Effect<Message>], at end: EffectStorage<Message>.End) -> EffectList {
    if case .shared(let storage, let range) = elements, let grown = storage.add(added, to: range, at: end) {
      return EffectList(storage, grown)
    }
    let storage = EffectStorage(array)
    guard let grown = storage.add(added, to: 0..<count, at: end) else { return self }
    return EffectList(storage, grown)
  }
}

/// A storage of effects that grows at both ends and never changes in between.
final class EffectStorage<Message: Sendable>: Sendable {
  enum End {
    case front
    case back
  }

  private struct Row {
    /// The effects before index 0, the nearest first.
    var front: [Effect<Message>] = []
    var back: [Effect<Message>]
  }

  private let row: Locked<Row>

  init(_ effects: [Effect<Message>]) {
    row = Locked(Row(back: effects))
  }

  func effects(_ range: Range<Int>) -> [Effect<Message>] {
    row.withLock { row in
      range.map { $0 < 0 ? row.front[-1 - $0] : row.back[$0] }
    }
  }

  /// Adds effects at an end of a range; returns nil if that is not an end of the storage.
  func add(_ effects: [Effect<Message>], to range: Range<Int>, at end: End) -> Range<Int>? {
    row.withLock { row in
      switch end {
      case .front:
        guard range.lowerBound == -row.front.count else { return nil }
        row.front += effects.reversed()
        return -row.front.count..<range.upperBound
      case .back:
        guard range.upperBound == row.back.count else { return nil }
        row.back += effects
        return range.lowerBound..<row.back.count
      }
    }
  }
}
