/// An answer of an outside party.
public enum Answer<Value: Sendable> {
  /// A value.
  case success(Value)
  /// An error.
  case failure(any Error)
  /// The value that the closure returns, or the error that it throws.
  ///
  /// It is called when this answer has been chosen, and may change values that are ``World/shared(_:as:)``.
  case result(of: () throws -> Value)
  /// No answer: the calling task waits until it is cancelled.
  case never
}

extension Answer {
  /// The result; nil for no answer.
  fileprivate var outcome: Result<Value, any Error>? {
    switch self {
    case .success(let value): .success(value)
    case .failure(let error): .failure(error)
    case .result(let body): Result(catching: body)
    case .never: nil
    }
  }
}

/// A party outside of the scenario that effects call, such as a server.
///
/// A call takes time on the way there and on the way back. The arrival of the call and that of the answer are
/// steps of their own, and each of several declared answers is tried.
///
/// ```swift
/// let server = world.outside("server")
/// …
/// return .run(in: .latest("search"), label: "search \(query)") { send in
///   let books = try await server.call(
///     "search \(query)", answers: [.success(shelf[query]), .failure(Timeout())])
///   await send(.found(books))
/// }
/// ```
public struct Outside: Sendable {
  private let runtime: ExplorerRuntime
  /// The name in stories.
  public let name: String

  init(_ runtime: ExplorerRuntime, _ name: String) {
    self.runtime = runtime
    self.name = name
  }

  /// Calls the party and waits for its answer.
  ///
  /// - Parameters:
  ///   - question: The name of the call in stories.
  ///   - answers: The possible answers, evaluated when the call arrives. ``Shared`` values that this reads or
  ///     changes are read or changed then, whichever answer is given. ``Answer/result(of:)`` changes a value
  ///     only when it is the given answer. An empty list is the same as ``Answer/never``.
  /// - Returns: The value of one of the answers.
  /// - Throws: The error of one of the answers, or `CancellationError` when the task was cancelled before the
  ///   answer arrives.
  public func call<Value: Sendable>(
    _ question: String, answers: @autoclosure () -> [Answer<Value>]
  ) async throws -> Value {
    guard runtime.controls(name) else { throw CancellationError() }
    runtime.addToStory?("asks \(name): \(question)")
    await runtime.pause()
    let answers = answers()
    let outcome = answers.isEmpty ? nil : answers[runtime.answer(of: answers.count)].outcome
    runtime.addToStory?("\(name) answers \(question): \(text(of: outcome))")
    guard let outcome else {
      try await runtime.waitForNothing()
      throw CancellationError()
    }
    await runtime.pause()
    try Task.checkCancellation()
    return try outcome.get()
  }

  private func text(of outcome: Result<some Any, any Error>?) -> String {
    switch outcome {
    case .success(let value): value is Void ? "done" : readableLine(value)
    case .failure(let error): "failure, \(readableLine(error))"
    case nil: "never"
    }
  }
}
