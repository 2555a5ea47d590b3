/// What an application knows: a value that only an ``Updater`` changes.
public protocol Model {}

/// Something that has happened: the only thing that makes a model change.
///
/// Each module of an application may have its own type of messages, and need not know those of others.
public protocol Message: Sendable {}

/// The protocol ``Model``, under a name that no framework or application has.
public typealias KatanaModel = Model

/// The protocol ``Message``, under a name that no framework or application has.
public typealias KatanaMessage = Message
