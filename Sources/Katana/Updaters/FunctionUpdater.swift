/// An updater that is a closure.
///
/// ```swift
/// let counting = FunctionUpdater { (model: inout Counter, message: Steps) in
///   model.value += 1
///   return []
/// }
/// ```
public struct FunctionUpdater<Mdl: Model>: Updater {
  @usableFromInline let change: @Sendable (any Message, inout Mdl) -> [any Command]?
  /// The only type of messages that it handles; nil when it handles all.
  public let messageType: (any Message.Type)?

  /// Creates an updater for messages of one type.
  @inlinable
  public init<Msg: Message>(
    _ update: @escaping @Sendable (_ model: inout Mdl, _ message: Msg) -> [any Command]
  ) {
    messageType = Msg.self is AnyObject.Type ? nil : Msg.self
    change = { message, model in message.typed(as: Msg.self).map { update(&model, $0) } }
  }

  /// Creates an updater for all messages; `update` returns nil for a message that it does not handle.
  @inlinable
  public init(
    any update: @escaping @Sendable (_ model: inout Mdl, _ message: any Message) -> [any Command]?
  ) {
    messageType = nil
    change = { update(&$1, $0) }
  }

  /// Creates an updater that returns the model after a message, and the message's commands.
  ///
  /// ```swift
  /// let counting = FunctionUpdater<Counter> { model, message in
  ///   (message is Step ? Counter(value: model.value + 1) : model, [])
  /// }
  /// ```
  ///
  /// It counts as handling every message. Changing a part of the returned model copies the collections in
  /// that part; the forms with an `inout` model do not.
  @inlinable
  public init(
    _ update: @escaping @Sendable (_ model: Mdl, _ message: any Message) -> (Mdl, [any Command])
  ) {
    messageType = nil
    change = { message, model in
      let (next, commands) = update(model, message)
      model = next
      return commands
    }
  }

  /// Changes the model in place and returns the commands; nil when the updater does not handle the message.
  @inlinable
  public func apply(_ message: any Message, to model: inout Mdl) -> [any Command]? { change(message, &model) }

  /// Returns the model after a message, and the message's commands.
  @inlinable
  public func update(model: consuming Mdl, message: any Message) -> (Mdl, [any Command]) {
    let commands = change(message, &model)
    return (model, commands ?? [])
  }
}
