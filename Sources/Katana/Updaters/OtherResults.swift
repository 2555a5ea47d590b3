// What the compiler says of an updater whose `update` has another result than here, as the proposal's have.
// Without a type of the model it would ask for the associated type instead of the result.

/// The model of an updater whose `update` has another result; there are no values of it outside of the
/// module.
public struct ModelOfAnotherResult: Model {}

/// The message of an updater whose `update` has another result; there are no values of it outside of the
/// module.
public struct MessageOfAnotherResult: Message {}

extension Updater where Mdl == ModelOfAnotherResult {
  /// Explains, at compile time, which result an updater has.
  @available(
    *, unavailable,
    message:
      "Return the model as its own type: `-> (AppModel, [any Command])` instead of `-> (any Model, …)`."
  )
  public func update(model: consuming Mdl, message: any Message) -> (Mdl, [any Command]) { (model, []) }
}

extension TypedUpdater where Mdl == ModelOfAnotherResult, Msg == MessageOfAnotherResult {
  /// Explains, at compile time, which result a typed updater has.
  @available(
    *, unavailable,
    message:
      "The model is changed in place, `model: inout AppModel`; return the commands alone: `-> [any Command]`."
  )
  public func update(model: inout Mdl, message: Msg) -> [any Command] { [] }
}

extension AnySubscriptionProvider {
  /// Explains, at compile time, that the message is optional.
  @available(
    *, unavailable,
    message: "The message is optional, because there is none at the start: `message: (any Message)?`."
  )
  public func subscriptions(model: any Model, message: (any Message)?) -> [any Subscription] { [] }
}
