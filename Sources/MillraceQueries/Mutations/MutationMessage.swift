public import Millrace

/// A message by which a ``StoreMutation`` changes its queue; the application only wraps and forwards it.
public enum MutationMessage<Change: Sendable, Answer: Sendable>: Sendable {
  /// A change was asked for, under a key that is new.
  case asked(Change, key: String)
  /// The server has carried out the mutation with this number.
  case succeeded(UInt64, Answer)
  /// An attempt of the mutation with this number has failed; if it is final, no other follows.
  case failed(UInt64, QueryFailure, isFinal: Bool)
}

extension MutationMessage: Equatable where Change: Equatable, Answer: Equatable {}
extension MutationMessage: Hashable where Change: Hashable, Answer: Hashable {}
extension MutationMessage: Codable where Change: Codable, Answer: Codable {}

/// The circumstances of an attempt to carry out a mutation.
public struct MutationContext: Sendable {
  /// The key that stays the same in all attempts, by which the server recognises a repetition.
  public let key: String
  /// The store's environment: its clock, random numbers, identifiers, dates, and the application's values.
  public let environment: StoreEnvironment
  /// The number of attempts that have failed before.
  public let failedAttempts: Int
}

/// The name of an attempt to carry out a mutation, such as `mutate note 3`.
struct MutationTask: Hashable, Sendable, CustomStringConvertible {
  let name: String
  let number: UInt64

  var description: String { "mutate \(name) \(number)" }
}

/// The name of the queue in which one attempt to carry out a mutation runs.
struct MutationAttempt: Hashable, Sendable, CustomStringConvertible {
  let task: MutationTask
  let failedAttempts: Int

  var description: String { "\(task), attempt \(failedAttempts &+ 1)" }
}
