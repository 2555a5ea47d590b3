public import Millrace

/// The circumstances of an attempt to fetch a value.
public struct QueryContext: Sendable {
  /// The store's environment: its clock, random numbers, identifiers, dates, and the application's values.
  public let environment: StoreEnvironment
  /// The number of attempts of this request that have failed before; of an endless list, of this page.
  public let failedAttempts: Int

  /// The circumstances of the first attempt to fetch another part of the same answer.
  var withoutFailures: QueryContext { QueryContext(environment: environment, failedAttempts: 0) }
}

/// The part of a value that an attempt fetches.
struct QueryPart<Value: Sendable>: Sendable {
  let direction: QueryDirection
  /// The present value.
  let value: Value?
  /// The part that earlier attempts of the request have fetched.
  let partial: Value?
}

/// The failure of an attempt after a part of its answer had come.
struct PartialAnswer<Answer: Sendable>: Error {
  let answer: Answer
  let error: any Error
}

/// The name of a query's work on a key, in effects and subscriptions.
struct QueryTask<Key: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  enum Kind: String {
    case fetch, next, previous, keep, every, check
  }

  let kind: Kind
  let query: String
  let keys: [Key]

  init(_ kind: Kind, _ query: String, _ keys: [Key]) {
    self.kind = kind
    self.query = query
    self.keys = keys
  }

  /// A text such as `fetch note 7`.
  var description: String {
    keys.isEmpty ? "\(kind) \(query)" : "\(kind) \(query) " + keys.map { "\($0)" }.joined(separator: ", ")
  }
}

/// The name of a change of interest.
struct QueryInterest<Key: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  let query: String
  let began: [Key]
  let ended: [Key]

  /// A text such as `interest in note: +7 -5`.
  var description: String {
    "interest in \(query): " + (began.map { "+\($0)" } + ended.map { "-\($0)" }).joined(separator: " ")
  }
}
