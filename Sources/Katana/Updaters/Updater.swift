/// An updater of any model by any message: the form in which an updater is stored when its types are erased.
///
/// Most updaters are an ``Updater`` or a ``TypedUpdater``, which know the type of their model. A store and a
/// ``CombinedUpdater`` take this form, too. It is `Sendable`, so an updater can be a global constant of a
/// library.
public protocol AnyUpdater: Sendable {
  /// Returns the model after a message, and the message's commands.
  ///
  /// A model or a message of another type is returned unchanged, with no command.
  func update(model: any Model, message: any Message) -> (any Model, [any Command])
}

/// An updater that changes a model by any message, and returns the commands.
///
/// It is a pure function: the same model and message always give the same model and commands. Input from
/// outside comes as a message; output leaves as a command.
///
/// ```swift
/// struct CounterUpdater: Updater {
///   func update(model: Counter, message: any Message) -> (Counter, [any Command]) {
///     switch message {
///     case Steps.up: (Counter(value: model.value + 1), [])
///     default: (model, [])
///     }
///   }
/// }
/// ```
public protocol Updater<Mdl>: AnyUpdater {
  /// The type of the model.
  associatedtype Mdl: Model = ModelOfAnotherResult

  /// Returns the model after a message, and the message's commands.
  ///
  /// The caller gives up the model: `var model = model` takes it without a copy when the parameter is written
  /// `consuming`. Otherwise the first change of an array or a dictionary in it copies that collection.
  func update(model: consuming Mdl, message: any Message) -> (Mdl, [any Command])

  /// Changes the model in place and returns the commands; nil when the updater does not handle the message.
  ///
  /// The default implementation calls ``update(model:message:)`` and never returns nil.
  func apply(_ message: any Message, to model: inout Mdl) -> [any Command]?

  /// The only type of messages that the updater handles; nil by default, for several types.
  ///
  /// A ``CombinedUpdater`` does not call it for others.
  var messageType: (any Message.Type)? { get }

  /// Returns whether the updater may handle the message.
  ///
  /// For false, the part is not even accessed: accessing a row of a table, for example, marks it as changed.
  /// The default implementation compares with ``messageType``.
  func handles(_ message: any Message) -> Bool
}

extension Updater {
  /// Returns whether the message is of ``messageType``, if there is one.
  @inlinable
  public func handles(_ message: any Message) -> Bool {
    messageType.map { ObjectIdentifier($0) == ObjectIdentifier(type(of: message)) } ?? true
  }

  /// Changes the model in place, by moving it through ``update(model:message:)``; never returns nil.
  @inlinable
  public func apply(_ message: any Message, to model: inout Mdl) -> [any Command]? {
    withUnsafeMutablePointer(to: &model) { place in
      // The model is moved out and back, so the update holds the only reference to its contents.
      let (next, commands) = update(model: place.move(), message: message)
      place.initialize(to: next)
      return commands
    }
  }

  /// Nil: several message types, or an unknown one.
  @inlinable public var messageType: (any Message.Type)? { nil }

  /// Returns the model after a message, and the message's commands; a model of another type is unchanged.
  @inlinable
  public func update(model: any Model, message: any Message) -> (any Model, [any Command]) {
    guard var typed = model as? Mdl else { return (model, []) }
    let commands = apply(message, to: &typed)
    return (typed, commands ?? [])
  }
}

/// An updater that changes a model in place by messages of one type.
///
/// ```swift
/// struct CounterUpdater: TypedUpdater {
///   func update(model: inout Counter, message: Steps) -> [any Command] {
///     switch message {
///     case .up: model.value += 1
///     case .save: return [Save(model.value)]
///     }
///     return []
///   }
/// }
/// ```
public protocol TypedUpdater<Mdl, Msg>: Updater {
  /// The type of the model.
  associatedtype Mdl
  /// The type of the messages.
  associatedtype Msg: Message = MessageOfAnotherResult

  /// Changes the model and returns the commands, in the order in which they begin.
  func update(model: inout Mdl, message: Msg) -> [any Command]
}

extension TypedUpdater {
  /// Changes the model in place and returns the commands; nil when the message is of another type.
  @inlinable
  public func apply(_ message: any Message, to model: inout Mdl) -> [any Command]? {
    guard let message = message.typed(as: Msg.self) else { return nil }
    return update(model: &model, message: message)
  }

  /// Returns the model after a message, and the message's commands; a message of another type changes
  /// nothing.
  @inlinable
  public func update(model: consuming Mdl, message: any Message) -> (Mdl, [any Command]) {
    let commands = apply(message, to: &model)
    return (model, commands ?? [])
  }

  /// Returns whether the message is a ``TypedUpdater/Msg``.
  @inlinable
  public func handles(_ message: any Message) -> Bool { message.typed(as: Msg.self) != nil }

  /// ``TypedUpdater/Msg``, unless it is a class, which may have subclasses.
  @inlinable public var messageType: (any Message.Type)? { Msg.self is AnyObject.Type ? nil : Msg.self }
}

extension Message {
  /// Returns the message as a value of `Target`; nil when it is none.
  ///
  /// It costs a comparison, where a cast looks up the type.
  @inlinable
  func typed<Target: Message>(as target: Target.Type) -> Target? {
    if Self.self == Target.self {
      return withUnsafePointer(to: self) {
        // Sound: both are the same type.
        UnsafeRawPointer($0).assumingMemoryBound(to: Target.self).pointee
      }
    }
    return Target.self is AnyObject.Type ? self as? Target : nil
  }
}
