public import Millrace

// Commands and subscriptions without an interpreter, found before an update requests them.
extension Millrace.Store where State: Model, Message == any Katana.Message {
  private var interpreters: Interpreters? { companion as? Interpreters }

  /// Returns the commands that no interpreter of the store carries out, nor a command that they wrap.
  ///
  /// ```swift
  /// assert(store.uninterpreted([Save(note: note)]).isEmpty)
  /// ```
  public func uninterpreted(_ commands: [any Command]) -> [any Command] {
    commands.filter { interpreters?.hasInterpreter(of: $0) != true }
  }

  /// Returns those of these types of commands that no interpreter of the store carries out.
  ///
  /// A ``CommandWrapper`` is found only by its value, with the method that takes commands.
  public func uninterpreted(_ commandTypes: [any Command.Type]) -> [any Command.Type] {
    commandTypes.filter { interpreters?.hasInterpreter(ofCommands: $0) != true }
  }

  /// Returns those of these types of subscriptions that no interpreter of the store listens for.
  public func uninterpreted(_ subscriptionTypes: [any Subscription.Type]) -> [any Subscription.Type] {
    subscriptionTypes.filter { interpreters?.hasInterpreter(ofSubscriptions: $0) != true }
  }
}
