import Millrace

/// What is wrong with the parts that a store was made of.
///
/// Each description is a sentence that says what happened, why, and what to do.
public enum KatanaError: Error, Hashable {
  /// Two command interpreters were given for one type of commands.
  case secondInterpreter(command: String, first: String, second: String)
  /// Two subscription interpreters were given for one type of subscriptions.
  case secondSubscriptionInterpreter(subscription: String, first: String, second: String)
  /// An updater asked for a command that no interpreter carries out; with the one to give, where the command names it.
  case noInterpreter(command: String, interpreter: String? = nil)
  /// A command wraps another, which wraps another, and so on without an end.
  case endlessWrapper(command: String)
  /// A command has an id by which the effect that carries it out is not cancelled.
  case idNotCarried(command: String, id: String)
  /// A provider asked for a subscription that no interpreter listens for; with the one to give, where it is known.
  case noSubscriptionInterpreter(subscription: String, interpreter: String? = nil)
}

extension KatanaError: AdvisingError {}

extension KatanaError: CustomStringConvertible {
  /// What happened, why, and what to do.
  public var description: String {
    switch self {
    case .secondInterpreter(let command, let first, let second):
      """
      The commands of type `\(command)` have two interpreters, `\(first)` and `\(second)`; give the store one \
      of them.
      """
    case .secondSubscriptionInterpreter(let subscription, let first, let second):
      """
      The subscriptions of type `\(subscription)` have two interpreters, `\(first)` and `\(second)`; give the \
      store one of them.
      """
    case .noInterpreter(let command, let interpreter):
      """
      No interpreter is registered for the command `\(command)`, so it was not carried out; give the store \
      \(interpreter ?? "one") among its `interpreters`.
      """
    case .endlessWrapper(let command):
      """
      The command `\(command)` wraps a command that wraps another, a hundred times over, so it was not carried \
      out; let its `wrapped` be a command that an interpreter is registered for.
      """
    case .idNotCarried(let command, let id):
      """
      The command `\(command)` has the id \(id), but not all of the effect that carries it out has, so that a \
      `CancelCommand` does not reach it; give the id to the effect where its interpreter makes it.
      """
    case .noSubscriptionInterpreter(let subscription, let interpreter):
      """
      No interpreter is registered for the subscription `\(subscription)`, so nothing listens for it; give the \
      store \(interpreter ?? "one") among its `subscriptionInterpreters`.
      """
    }
  }
}
