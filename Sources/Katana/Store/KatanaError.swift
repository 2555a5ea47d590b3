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
  /// An updater, a provider or an interpreter belongs to another model than that of its store.
  case otherModel(part: String, model: String, of: String)
  /// A provider's list has one subscription twice, from one source location, with closures that cannot be
  /// compared.
  case ambiguousSubscription(subscription: String)
  /// An interpreter read the model of a store that has ended.
  case modelIsGone(model: String)
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
    case .otherModel(let part, let model, let other):
      """
      `\(part)` is for the model `\(other)`, but was given to a store or a part of the model `\(model)`; lead to its \
      model with `.slice`, or give it to a store of its model.
      """
    case .ambiguousSubscription(let subscription):
      """
      The subscription `\(subscription)` is requested more than once, by closures of one source location that cannot \
      be compared, so only the first one receives anything; give each an `id`, or request it once.
      """
    case .modelIsGone(let model):
      """
      The model `\(model)` cannot be read, because its store has ended; end the work of the interpreter.
      """
    }
  }
}
