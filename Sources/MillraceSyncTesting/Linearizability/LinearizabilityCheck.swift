/// The end of a check of a history.
public enum LinearizabilityResult: Sendable {
  /// The operations of each key have an order that the model allows and that agrees with time.
  case linearizable
  /// A key has none.
  case violated(LinearizabilityViolation)
  /// The limit of steps was reached for a key.
  case undecided(key: String)
}

/// A key whose operations cannot have happened one at a time.
public struct LinearizabilityViolation: Error, Sendable, CustomStringConvertible {
  /// The key.
  public let key: String
  /// The number of the key's operations.
  public let count: Int
  /// The longest order that the model allows: indices in the history that was checked.
  public let order: [Int]
  /// The operations that were next in turn and could not follow, as indices in the history.
  public let next: [Int]
  /// The state behind ``order``.
  public let state: String
  /// The last operations of ``order``, at most ten, as lines.
  public let lastLines: [String]
  /// The operations of ``next`` as lines.
  public let nextLines: [String]

  /// A sentence, followed by the operations that led there and those that could not come next.
  public var description: String {
    let left = order.count - lastLines.count
    return """
      The operations on \(key) cannot have happened one at a time: after \(order.count) of \(count), none of those \
      that had to come next is possible. The order so far:
      \(left > 0 ? "  (\(left) before)\n" : "")\(lastLines.map { "  \($0)" }.joined(separator: "\n"))
      The state behind them: \(state)
      Not possible next:
      \(nextLines.map { "  \($0)" }.joined(separator: "\n"))
      """
  }
}

extension SequentialModel {
  /// Checks whether operations can have happened one at a time, each between its call and its answer.
  ///
  /// Each key is checked by itself, since a history is linearizable if that of each of its objects is. An
  /// operation without an answer may have happened at any time after its call, or never.
  ///
  /// Cost: mostly linear in the number of operations, but exponential in the number that overlap in the worst
  /// case. A history that is not linearizable and has many operations without an answer on one key is often
  /// undecided; if a later look says how such an operation has ended, note the answer and no time of return.
  ///
  /// - Parameters:
  ///   - operations: The operations of all keys, in any order.
  ///   - stepLimit: The number of steps after which a key is given up.
  public func check<Key: Hashable & Sendable>(
    _ operations: [RecordedOperation<Key, Operation, Answer>], stepLimit: Int = 50_000_000
  ) -> LinearizabilityResult {
    var groups: [Key: [Int]] = [:]
    for (index, operation) in operations.enumerated() { groups[operation.key, default: []].append(index) }
    var isUndecided: String?
    // In the order of their first operations, so that the same history gives the same report.
    for (key, indices) in groups.sorted(by: { $0.value[0] < $1.value[0] }) {
      let mine = indices.map { operations[$0] }
      var search = LinearizabilitySearch(self, mine)
      switch search.run(stepLimit: stepLimit) {
      case .order: continue
      case .undecided: isUndecided = isUndecided ?? "\(key)"
      case .none(let longest, let next):
        return .violated(violation("\(key)", mine, indices, longest, next))
      }
    }
    return isUndecided.map { .undecided(key: $0) } ?? .linearizable
  }

  /// Checks whether the operations of a history can have happened one at a time.
  ///
  /// - Parameters:
  ///   - history: The history.
  ///   - stepLimit: The number of steps after which a key is given up.
  /// - Throws: ``LinearizabilityViolation`` for the first key whose operations cannot have happened one at a
  ///   time.
  /// - Returns: False if the limit of steps was reached.
  public func require<Key: Hashable & Sendable>(
    _ history: OperationHistory<Key, Operation, Answer>, stepLimit: Int = 50_000_000
  ) throws(LinearizabilityViolation) -> Bool {
    switch check(history.operations, stepLimit: stepLimit) {
    case .linearizable: return true
    case .violated(let violation): throw violation
    case .undecided: return false
    }
  }

  private func violation<Key>(
    _ key: String, _ operations: [RecordedOperation<Key, Operation, Answer>], _ indices: [Int],
    _ order: [Int], _ next: [Int]
  ) -> LinearizabilityViolation {
    var state = initial
    for number in order {
      let operation = operations[number]
      state = step(state, operation.operation, operation.answer) ?? state
    }
    func line(_ number: Int) -> String {
      let operation = operations[number]
      let answer = operation.answer.map { "\($0)" } ?? "no answer"
      let end = operation.returned.map { "\($0)" } ?? "…"
      return "\(operation.client): \(operation.operation) -> \(answer)  [\(operation.called), \(end)]"
    }
    return LinearizabilityViolation(
      key: key, count: operations.count, order: order.map { indices[$0] }, next: next.map { indices[$0] },
      state: "\(state)", lastLines: order.suffix(10).map(line), nextLines: next.map(line))
  }
}
