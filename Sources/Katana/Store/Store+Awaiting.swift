public import Millrace

extension Millrace.Store where State: Model, Message == any Katana.Message {
  /// Processes a message, and returns when everything that it led to is over: the commands that its update
  /// requested, the turns of the messages that these dispatched, and so on.
  ///
  /// ```swift
  /// await store.dispatchAndWait(AccountMessage.logIn("ada"))
  /// #expect(store.user == "ada")
  /// ```
  ///
  /// Other commands of the store are not waited for; `run()` waits for all of them. Subscriptions, and
  /// messages that other tasks post, are not part of it. A message that a lock or a gate holds back is waited
  /// for. A chain that never ends, such as a delay that requests the next one, is waited for until the
  /// calling task is cancelled.
  public func dispatchAndWait(
    _ message: any Katana.Message, isolation: isolated (any Actor)? = #isolation
  ) async {
    await run(until: dispatch(message, isolation: isolation), isolation: isolation)
  }
}
