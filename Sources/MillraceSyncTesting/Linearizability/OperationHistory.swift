/// One operation of a client on a key, with its place in time.
public struct RecordedOperation<Key: Hashable & Sendable, Operation: Sendable, Answer: Sendable>: Sendable {
  /// The key: the object that the operation concerns.
  ///
  /// Operations on different keys are independent.
  public var key: Key
  /// A name of the client, for reports.
  public var client: String
  /// The operation.
  public var operation: Operation
  /// The answer; nil for an operation that has none, which may have happened at any time after its call, or
  /// never.
  ///
  /// An operation with an answer and without the time of one has happened with that answer, or never.
  public var answer: Answer?
  /// The time of the call, in any unit, by a clock that all calls share.
  public var called: UInt64
  /// The time of the answer; nil for an operation that has none.
  public var returned: UInt64?

  /// Creates an operation.
  public init(
    key: Key, client: String, operation: Operation, answer: Answer? = nil, called: UInt64,
    returned: UInt64? = nil
  ) {
    self.key = key
    self.client = client
    self.operation = operation
    self.answer = answer
    self.called = called
    self.returned = returned
  }
}

/// The operations that clients have called, and their answers, in the order of calls and answers.
///
/// It is a value. Clients that work at the same time share it under a lock, and take that lock right before
/// the call and right after the answer.
///
/// ```swift
/// let call = history.begin("cart/7", .add("tea"), by: "client 3")
/// history.end(call, answering: 1)  // Without it, the operation may have happened or not.
/// ```
public struct OperationHistory<Key: Hashable & Sendable, Operation: Sendable, Answer: Sendable>: Sendable {
  /// The number of a call.
  public struct Call: Hashable, Sendable {
    let index: Int
  }

  private var all: [RecordedOperation<Key, Operation, Answer>?] = []
  private var time: UInt64 = 0

  /// Creates an empty history.
  public init() {}

  /// The operations in the order of their calls.
  public var operations: [RecordedOperation<Key, Operation, Answer>] { all.compactMap { $0 } }

  /// Records a call, right before it is made.
  ///
  /// - Parameters:
  ///   - key: The object that the operation concerns.
  ///   - operation: The operation.
  ///   - client: A name of the client, for reports.
  public mutating func begin(_ key: Key, _ operation: Operation, by client: String) -> Call {
    time += 1
    all.append(RecordedOperation(key: key, client: client, operation: operation, called: time))
    return Call(index: all.count - 1)
  }

  /// Records the answer to a call, right after it has come.
  public mutating func end(_ call: Call, answering answer: Answer) {
    time += 1
    all[call.index]?.answer = answer
    all[call.index]?.returned = time
  }

  /// Removes a call that certainly changed nothing, such as one that was refused.
  ///
  /// A call that failed and may have been done stays, without an answer.
  public mutating func forget(_ call: Call) { all[call.index] = nil }
}
