public import Katana
import Millrace

// A test of the proposal hands a closure to an interpreter. It belongs to the main actor here, where the test
// runs, so it may write the test's variables.

extension Dispatcher {
  @MainActor fileprivate init(_ send: @escaping (any Message) -> Void) {
    let send: @MainActor (any Message) -> Void = { send($0) }
    self.init(environment: StoreEnvironment()) { message in
      if isOnMainActor {
        MainActor.assumeIsolated { send(message) }
      } else {
        Task { @MainActor in send(message) }
      }
    }
  }
}

extension CommandInterpreter {
  /// Carries out a command in a test, with a closure that receives the messages on the main actor.
  ///
  /// A message that the interpreter dispatches on the main actor arrives before the call returns. See
  /// ``DispatchRecorder`` for tests of other isolations, and to wait for messages.
  ///
  /// - Parameters:
  ///   - dispatch: Receives the messages.
  ///   - command: The command to carry out.
  @MainActor public func interpret(
    dispatch: @escaping (_ message: any Message) -> Void, command: Cmd
  ) throws {
    try interpret(dispatch: Dispatcher(dispatch), command: command)
  }
}

extension SubscriptionInterpreter {
  /// Creates an interpreter in a test, with a closure that receives the messages on the main actor.
  ///
  /// - Parameters:
  ///   - subscription: The subscription to listen for.
  ///   - dispatch: Receives the messages.
  @MainActor public init(subscription: Sub, dispatch: @escaping (_ message: any Message) -> Void) {
    self.init(subscription: subscription, dispatch: Dispatcher(dispatch))
  }
}
