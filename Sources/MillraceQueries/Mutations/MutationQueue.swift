package import Millrace

/// A change that was asked for and that the server has not confirmed.
public struct PendingMutation<Change: Sendable>: Sendable {
  /// The number of the mutation within its queue, from 1.
  public let number: UInt64
  /// A key that stays the same in all attempts, by which the server recognises a repetition.
  public let key: String
  /// The change.
  public let change: Change
  /// True while an attempt is in flight or waits for its delay.
  public internal(set) var isRunning = false
  /// The number of failed attempts.
  public internal(set) var failedAttempts = 0
  /// The failure of the last attempt; nil before the first.
  public internal(set) var failure: QueryFailure?
}

extension PendingMutation: Equatable where Change: Equatable {}
extension PendingMutation: Hashable where Change: Hashable {}
extension PendingMutation: Codable where Change: Codable {}

/// The changes of a state that the server has not confirmed, in the order in which they were asked for.
///
/// A value in the application's state, which a ``StoreMutation`` changes. The screen shows the confirmed
/// values with these changes applied; see ``StoreQuery/applying(_:_:)``.
public struct MutationQueue<Change: Sendable>: Sendable {
  /// The pending changes in their order.
  public internal(set) var pending: [PendingMutation<Change>] = []
  /// False while the application has said that there is no connection.
  public internal(set) var isOnline = true
  var lastNumber: UInt64 = 0

  /// Creates an empty queue.
  public init() {}

  /// True if no change is pending.
  public var isEmpty: Bool { pending.isEmpty }

  /// Returns a value with the pending changes applied in their order.
  ///
  /// ```swift
  /// let article = state.changes.applied(to: state.articles[id]) { article, change in … }
  /// ```
  public func applied<Value>(to value: Value, _ apply: (inout Value, Change) -> Void) -> Value {
    var value = value
    for mutation in pending { apply(&value, mutation.change) }
    return value
  }

  // MARK: Events

  /// Adds a change, and returns the mutations to begin.
  package mutating func ask(
    _ change: Change, key: String, scope: (Change) -> EffectID
  ) -> [PendingMutation<Change>] {
    lastNumber += 1
    pending.append(PendingMutation(number: lastNumber, key: key, change: change))
    return begin(scope)
  }

  /// Ends a mutation, and returns its change with the mutations to begin; nil if it is not pending.
  package mutating func end(
    _ number: UInt64, scope: (Change) -> EffectID
  ) -> (change: Change, next: [PendingMutation<Change>])? {
    guard let index = pending.firstIndex(where: { $0.number == number }) else { return nil }
    let ended = pending.remove(at: index)
    return (ended.change, begin(scope))
  }

  /// Takes the failure of an attempt that is followed by another, and returns the mutations to begin.
  package mutating func retry(
    _ number: UInt64, _ failure: QueryFailure, scope: (Change) -> EffectID
  ) -> [PendingMutation<Change>] {
    guard let index = pending.firstIndex(where: { $0.number == number && $0.isRunning }) else { return [] }
    pending[index].isRunning = false
    pending[index].failedAttempts &+= 1
    pending[index].failure = failure
    return begin(scope)
  }

  /// Removes a change that has not begun; returns false if it has.
  package mutating func withdraw(_ number: UInt64) -> Bool {
    guard let index = pending.firstIndex(where: { $0.number == number && !$0.isRunning }) else {
      return false
    }
    pending.remove(at: index)
    return true
  }

  /// Takes the loss or the return of the connection, and returns the mutations to begin.
  package mutating func setOnline(
    _ isOnline: Bool, scope: (Change) -> EffectID
  ) -> [PendingMutation<Change>] {
    self.isOnline = isOnline
    return begin(scope)
  }

  /// Forgets the attempts of another process, and returns the mutations to begin.
  package mutating func restart(scope: (Change) -> EffectID) -> [PendingMutation<Change>] {
    for index in pending.indices { pending[index].isRunning = false }
    return begin(scope)
  }

  /// Begins each mutation whose scope has none before it; O(n).
  mutating func begin(_ scope: (Change) -> EffectID) -> [PendingMutation<Change>] {
    guard isOnline else { return [] }
    var begun: [PendingMutation<Change>] = []
    var busy: Set<EffectID> = []
    for index in pending.indices {
      let isFirst = busy.insert(scope(pending[index].change)).inserted
      guard isFirst, !pending[index].isRunning else { continue }
      pending[index].isRunning = true
      begun.append(pending[index])
    }
    return begun
  }
}

extension MutationQueue: Equatable where Change: Equatable {}
extension MutationQueue: Hashable where Change: Hashable {}

extension MutationQueue: Codable where Change: Codable {
  private enum CodingKeys: CodingKey {
    case pending
    case isOnline
    case lastNumber
  }

  /// Reads a queue.
  ///
  /// Throws the decoder's errors, and `DecodingError.dataCorrupted` unless the numbers of the changes ascend
  /// from 1 to the last number, which is at most 2⁵³.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    pending = try container.decode([PendingMutation<Change>].self, forKey: .pending)
    isOnline = try container.decode(Bool.self, forKey: .isOnline)
    lastNumber = try container.decode(UInt64.self, forKey: .lastNumber)
    let numbers = pending.map(\.number)
    let ascend = zip([0] + numbers, numbers).allSatisfy(<)
    // Beyond 2⁵³ a number in JSON is not exact.
    guard ascend, (numbers.last ?? 0) <= lastNumber, lastNumber <= 1 << 53 else {
      throw DecodingError.dataCorruptedError(
        forKey: .pending, in: container,
        debugDescription: """
          The numbers of a queue's changes do not ascend from 1 to its last number, which is \(lastNumber) and may be at \
          most 2⁵³.
          """)
    }
  }
}
