/// The state of an application: a value that only an ``Updater`` changes.
///
/// Its metatype is `Sendable`, so that in a module where everything is on the main actor by default, a model
/// belongs to no actor, and updaters reach all of it.
public protocol Model: SendableMetatype {}

/// The protocol ``Model``, under a name that no framework or application has.
public typealias KatanaModel = Model

/// An event: the only cause of a change of the model.
///
/// Each module of an application may have its own type of messages, and need not know those of others.
public protocol Message: Sendable {}

/// The protocol ``Message``, under a name that no framework or application has.
public typealias KatanaMessage = Message
