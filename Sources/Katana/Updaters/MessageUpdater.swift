/// A message that has its own update.
///
/// ```swift
/// struct Add: UpdateMessage {
///   let amount: Int
///   func update(model: inout Counter) -> [any Command] {
///     model.value += amount
///     return []
///   }
/// }
/// ```
public protocol UpdateMessage<Mdl>: Message {
  /// The type of the model.
  associatedtype Mdl: Model

  /// Changes the model and returns the commands.
  func update(model: inout Mdl) -> [any Command]
}

/// The updater of messages that have their own update.
///
/// It handles every ``UpdateMessage`` for this model, and every message that is an ``Updater`` of it, of any
/// type.
public struct MessageUpdater<Mdl: Model>: Updater {
  /// Creates an updater for the messages that change a model.
  @inlinable
  public init(of model: Mdl.Type = Mdl.self) {}

  /// Changes the model as the message says; nil when the message has no update of this model.
  @inlinable
  public func apply(_ message: any Message, to model: inout Mdl) -> [any Command]? {
    if let own = message as? any UpdateMessage<Mdl> { return own.update(model: &model) }
    return (message as? any Updater<Mdl>)?.apply(message, to: &model)
  }

  /// Returns whether the message has an update of this model.
  @inlinable
  public func handles(_ message: any Message) -> Bool {
    message is any UpdateMessage<Mdl> || (message as? any Updater<Mdl>)?.handles(message) == true
  }

  /// Returns the model after a message, and the message's commands.
  @inlinable
  public func update(model: consuming Mdl, message: any Message) -> (Mdl, [any Command]) {
    let commands = apply(message, to: &model)
    return (model, commands ?? [])
  }
}
