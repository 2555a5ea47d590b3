/// A message that carries its own update.
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
  /// The model that it changes.
  associatedtype Mdl: Model

  /// Changes the model and gives the commands.
  func update(model: inout Mdl) -> [any Command]
}

/// The updater of messages that carry their own update.
///
/// It takes every ``UpdateMessage`` for this model, of whatever type.
public struct MessageUpdater<Mdl: Model>: Updater {
  /// An updater for the messages that change `model`.
  @inlinable
  public init(of model: Mdl.Type = Mdl.self) {}

  /// Changes the model as the message says; nil when the message carries no update of this model.
  @inlinable
  public func apply(_ message: any Message, to model: inout Mdl) -> [any Command]? {
    (message as? any UpdateMessage<Mdl>)?.update(model: &model)
  }

  /// Whether the message carries an update of this model.
  @inlinable
  public func handles(_ message: any Message) -> Bool { message is any UpdateMessage<Mdl> }

  /// The model after `message`, and the commands it asks for.
  @inlinable
  public func update(model: consuming Mdl, message: any Message) -> (Mdl, [any Command]) {
    let commands = apply(message, to: &model)
    return (model, commands ?? [])
  }
}
