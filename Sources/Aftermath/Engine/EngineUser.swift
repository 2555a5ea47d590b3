/// Something that uses an engine: what producers of commands, facts and reactions have in common.
///
/// It uses ``Engine/shared`` unless it names one of its own.
public protocol EngineUser {
  /// The engine that is used.
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
