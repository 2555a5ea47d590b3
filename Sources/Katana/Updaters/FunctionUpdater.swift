/// An updater that is a closure.
///
/// ```swift
/// let counting = FunctionUpdater { (model: inout Counter, message: Steps) in
///   model.value += 1
///   return []
/// }
/// ```
public struct FunctionUpdater<Mdl: Model>: Updater {
  @usableFromInline let change: (any Message, inout Mdl) -> [any Command]?
  /// The only type of messages that it takes; nil when it takes all.
  public let messageType: (any Message.Type)?

  /// An updater for messages of one type.
  @inlinable
  public init<Msg: Message>(_ update: @escaping (_ model: inout Mdl, _ message: Msg) -> [any Command]) {
    messageType = Msg.self is AnyObject.Type ? nil : Msg.self
    change = { message, model in message.typed(as: Msg.self).map { update(&model, $0) } }
  }

  /// An updater for all messages; `update` answers nil when it knows nothing of the message.
  @inlinable
  public init(any update: @escaping (_ model: inout Mdl, _ message: any Message) -> [any Command]?) {
    messageType = nil
    change = { update(&$1, $0) }
  }

  /// Changes the model in place and gives the commands; nil when the message is none of this updater's.
  @inlinable
  public func apply(_ message: any Message, to model: inout Mdl) -> [any Command]? { change(message, &model) }

  /// The model after `message`, and the commands it asks for.
  @inlinable
  public func update(model: consuming Mdl, message: any Message) -> (Mdl, [any Command]) {
    let commands = change(message, &model)
    return (model, commands ?? [])
  }
}
