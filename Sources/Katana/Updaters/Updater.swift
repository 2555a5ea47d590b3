/// Changes any model by any message, and says what is to be done: the form in which an updater can be kept
/// without knowing its types.
///
/// Write an ``Updater`` or a ``TypedUpdater``.
public protocol AnyUpdater {
  /// The model after `message`, and the commands it asks for.
  ///
  /// A model or a message that is not this updater's is left as it is, with no command.
  func update(model: any Model, message: any Message) -> (any Model, [any Command])
}

/// Changes a model by any message, and says what is to be done.
///
/// It is a pure function: the same model and message give the same model and commands, each time. What it needs
/// from outside comes by message; what it wants from outside leaves as a command.
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
  /// The model that it changes.
  associatedtype Mdl: Model

  /// The model after `message`, and the commands it asks for.
  ///
  /// It is given the model to keep: `var model = model` takes it without a copy when the parameter is written
  /// `consuming`. Written without, the first change of an array or a dictionary in it copies that.
  func update(model: consuming Mdl, message: any Message) -> (Mdl, [any Command])

  /// Changes the model in place and gives the commands; nil when the message is none of this updater's.
  ///
  /// Unless written, it is made of ``update(model:message:)``, and never nil.
  func apply(_ message: any Message, to model: inout Mdl) -> [any Command]?

  /// The only type of messages that it takes; nil, unless written, when there may be several.
  ///
  /// A ``CombinedUpdater`` does not ask it of others.
  var messageType: (any Message.Type)? { get }

  /// Whether the message may be one of this updater's.
  ///
  /// What it has no part in is then not even lent to it: a row of a table, say, which would be noted as changed.
  /// Unless written, it is as ``messageType`` says.
  func handles(_ message: any Message) -> Bool
}

extension Updater {
  /// Whether the message is of ``messageType``, if there is one.
  @inlinable
  public func handles(_ message: any Message) -> Bool {
    messageType.map { ObjectIdentifier($0) == ObjectIdentifier(type(of: message)) } ?? true
  }

  /// Changes the model in place, by moving it through ``update(model:message:)``; never nil.
  @inlinable
  public func apply(_ message: any Message, to model: inout Mdl) -> [any Command]? {
    withUnsafeMutablePointer(to: &model) { place in
      // The model is moved out and back, so that the update holds the only reference to what is in it.
      let (next, commands) = update(model: place.move(), message: message)
      place.initialize(to: next)
      return commands
    }
  }

  /// Several types, or one that is not known.
  @inlinable public var messageType: (any Message.Type)? { nil }

  /// The model after `message`, and the commands it asks for; a model of another type is left as it is.
  @inlinable
  public func update(model: any Model, message: any Message) -> (any Model, [any Command]) {
    guard var typed = model as? Mdl else { return (model, []) }
    let commands = apply(message, to: &typed)
    return (typed, commands ?? [])
  }
}

/// Changes a model in place by messages of one type.
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
  /// The model that it changes.
  associatedtype Mdl
  /// The messages that it takes.
  associatedtype Msg: Message

  /// Changes the model and gives the commands, in the order in which they are to be begun.
  func update(model: inout Mdl, message: Msg) -> [any Command]
}

extension TypedUpdater {
  /// Changes the model in place and gives the commands; nil when the message is of another type.
  @inlinable
  public func apply(_ message: any Message, to model: inout Mdl) -> [any Command]? {
    guard let message = message.typed(as: Msg.self) else { return nil }
    return update(model: &model, message: message)
  }

  /// The model after `message`, and the commands it asks for; unchanged by a message of another type.
  @inlinable
  public func update(model: consuming Mdl, message: any Message) -> (Mdl, [any Command]) {
    let commands = apply(message, to: &model)
    return (model, commands ?? [])
  }

  /// Whether the message is a ``TypedUpdater/Msg``.
  @inlinable
  public func handles(_ message: any Message) -> Bool { message.typed(as: Msg.self) != nil }

  /// ``TypedUpdater/Msg``, unless that is a class, of which there may be subclasses.
  @inlinable public var messageType: (any Message.Type)? { Msg.self is AnyObject.Type ? nil : Msg.self }
}

extension Message {
  /// The message as a value of `Target`; nil when it is none.
  ///
  /// It costs a comparison where a cast looks the type up.
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
