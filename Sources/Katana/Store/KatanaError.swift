import Millrace

/// An error in the parts of a store.
///
/// Each description is a sentence that says what happened, why, and what to do.
public enum KatanaError: Error, Hashable {
  /// Two command interpreters were given for one command type.
  case secondInterpreter(command: String, first: String, second: String)
  /// Two subscription interpreters were given for one subscription type.
  case secondSubscriptionInterpreter(subscription: String, first: String, second: String)
  /// An updater returned a command that has no interpreter; `interpreter` names one where the command knows
  /// it.
  case noInterpreter(command: String, interpreter: String? = nil)
  /// A command wraps another command, and so on without end.
  case endlessWrapper(command: String)
  /// The id of a command does not cancel the effect that carries it out.
  case idNotCarried(command: String, id: String)
  /// A provider returned a subscription that has no interpreter; `interpreter` names one where it is known.
  case noSubscriptionInterpreter(subscription: String, interpreter: String? = nil)
}

extension KatanaError: AdvisingError {}

extension KatanaError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
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
      No interpreter is registered for the command `\(command)`, so it was not carried out; add \
      \(interpreter ?? "one") to the store's `interpreters`.
      """
    case .endlessWrapper(let command):
      """
      The command `\(command)` wraps other commands more than a hundred levels deep, so it was not carried out; let \
      its `wrapped` return a command that has an interpreter.
      """
    case .idNotCarried(let command, let id):
      """
      The command `\(command)` has the id \(id), but a part of the effect that carries it out has not, so a \
      `CancelCommand` does not cancel that part; give the whole effect the id in the interpreter.
      """
    case .noSubscriptionInterpreter(let subscription, let interpreter):
      """
      No interpreter is registered for the subscription `\(subscription)`, so it was not started; add \
      \(interpreter ?? "one") to the store's `subscriptionInterpreters`.
      """
    }
  }
}
