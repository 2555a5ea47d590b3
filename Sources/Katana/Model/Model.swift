/// The state of an application: a value that only an ``Updater`` changes.
public protocol Model {}

/// The protocol ``Model``, under a name that no framework or application has.
public typealias KatanaModel = Model
