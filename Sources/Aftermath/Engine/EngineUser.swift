/// A type that uses an engine: the common part of producers of commands, facts and reactions.
///
/// It uses ``Engine/shared``, unless its `engine` property returns another engine.
public protocol EngineUser {
  /// The engine that it uses.
  var engine: Engine { get }
}

extension EngineUser {
  /// The shared engine.
  public var engine: Engine { .shared }
}

extension EngineUser where Self: CommandHandler {
  /// The shared engine.
  public var engine: Engine { .shared }
}
