extension Sender {
  /// Posts a message, and returns when the work that it leads to is over.
  ///
  /// It is for callers outside of the store's home that answer when everything is done, such as the request
  /// handlers of a server. ``SentWork`` says what belongs to the work. A sender made from a closure does not
  /// wait.
  ///
  /// The effects of the work inherit the task locals and the priority of the calling task, such as a trace or
  /// the metadata of a logger, as with ``send(_:inheriting:)``.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - cancelling: True, which is the default, to cancel the work if the task that waits is cancelled;
  ///     false to let it go on. Durable effects of a journal go on in both cases.
  ///   - isolation: The caller's isolation.
  /// - Returns: False if the store or its home has ended, or the store refuses messages because its journal
  ///   closes, so that the message is dropped. Also false if the store has no home and nothing has taken its
  ///   turns for 2 seconds: then the message still waits, and has its turn when the store gets a home or is
  ///   pumped.
  @discardableResult
  public func sendAndFinish(
    _ message: Message, cancelling: Bool = true, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    let (isPosted, work) = track(message, inheriting: true)
    guard isPosted, let work else { return isPosted }
    return await work.finish(as: "sendAndFinish(_:)", cancelling: cancelling, isolation: isolation)
  }
}
