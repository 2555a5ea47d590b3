import Katana
import Millrace

/// One effect of an interpreter, run by a store of its own whose messages a recorder takes.
struct EffectRun {
  private enum Step: Sendable {
    case begin
    case cancel
    case take(any Katana.Message)
  }

  let take: @Sendable (any Katana.Message) -> Void

  /// Runs an effect until it has ended.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - environment: Its environment.
  ///   - isolation: The home of the store.
  ///   - onCancel: A closure that receives the closure by which the effect is cancelled.
  /// - Throws: The first error that the effect threw or reported.
  func perform(
    _ effect: Effect<any Katana.Message>, environment: StoreEnvironment,
    isolation: isolated (any Actor)?, onCancel: (@escaping @Sendable () -> Void) -> Void
  ) async throws {
    let effect = effect.map { Step.take($0) }
    let flow = Flow(name: "DispatchRecorder", environment: environment)
    let failures = Locked<[any Error]>([])
    flow.errorHandler = { error in failures.withLock { $0.append(Self.cause(of: error)) } }
    let store = Millrace.Store((), of: Step.self, flow: flow, isolation: isolation) { [take] _, step in
      switch step {
      case .begin: return effect
      case .cancel: return .cancelAll
      case .take(let message): take(message)
      }
      return .none
    }
    let sender = store.sender(isolation: isolation)
    onCancel { sender.send(.cancel) }
    store.send(.begin, isolation: isolation)
    await store.run(isolation: isolation)
    if let failure = failures.withLock({ $0.first }) { throw failure }
  }

  private static func cause(of error: FlowError) -> any Error {
    switch error {
    case .effectFailed(_, _, let error), .reported(_, let error): error
    default: error
    }
  }
}
