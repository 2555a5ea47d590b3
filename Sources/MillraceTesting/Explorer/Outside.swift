/// An answer of an outside party.
public enum Answer<Value: Sendable> {
  /// A value.
  case success(Value)
  /// An error.
  case failure(any Error)
  /// The value that the closure returns, or the error that it throws; called when this answer has been chosen, it may
  /// change values that are ``World/shared(_:as:)``.
  case result(of: () throws -> Value)
  /// No answer at all: the task that asked waits until it is cancelled.
  case never
}

extension Answer {
  /// The answer itself; nil for none.
  fileprivate var outcome: Result<Value, any Error>? {
    switch self {
    case .success(let value): .success(value)
    case .failure(let error): .failure(error)
    case .result(let body): Result(catching: body)
    case .never: nil
    }
  }
}

/// A party outside of the scenario, such as a server, that effects ask.
///
/// A question takes time on the way there and on the way back. When it arrives, and when the answer does, are steps of
/// their own, and of several answers that are declared each is tried.
///
/// ```swift
/// let server = world.outside("server")
/// …
/// return .run(in: .latest("search"), label: "search \(query)") { send in
///   let books = try await server.call("search \(query)", answers: [.success(shelf[query]), .failure(Timeout())])
///   await send(.found(books))
/// }
/// ```
public struct Outside: Sendable {
  private let runtime: ExplorerRuntime
  /// The name that stories use.
  public let name: String

  init(_ runtime: ExplorerRuntime, _ name: String) {
    self.runtime = runtime
    self.name = name
  }

  /// Asks, and waits for the answer.
  ///
  /// - Parameters:
  ///   - question: The question, for stories.
  ///   - answers: The answers that are possible, found when the question arrives; what they read or change of a
  ///     ``Shared`` value they read or change then, whichever of them is given. An answer that is to change something only when it is
  ///     given is ``Answer/result(of:)``. No answer is the same as ``Answer/never``.
  /// - Returns: The value of one of the answers.
  /// - Throws: The error of one of the answers, or `CancellationError` when the task was cancelled by the time the answer
  ///   arrives.
  public func call<Value: Sendable>(
    _ question: String, answers: @autoclosure () -> [Answer<Value>]
  ) async throws -> Value {
    guard runtime.controls(name) else { throw CancellationError() }
    runtime.tell?("asks \(name): \(question)")
    await runtime.pause()
    let answers = answers()
    let outcome = answers.isEmpty ? nil : answers[runtime.answer(of: answers.count)].outcome
    runtime.tell?("\(name) answers \(question): \(text(of: outcome))")
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
