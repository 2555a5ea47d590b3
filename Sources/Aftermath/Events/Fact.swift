/// Something that has happened: its own output, with no work and no handler.
///
/// ```swift
/// struct LoggedIn: Fact { let name: String }
///
/// next { (fact: LoggedIn) in title = fact.name }   // whoever wants to know
/// post(fact: LoggedIn(name: "Ada"))                // whoever knows
/// ```
public protocol Fact: Sendable {}

/// The command whose output is a fact: how the event of a fact is told from others.
///
/// Nobody executes it.
public struct FactCommand<F: Fact>: Command {
  /// The fact.
  public typealias Output = F
}

/// Something that posts facts.
///
/// It posts them on ``Engine/shared`` unless it names an engine of its own.
public protocol FactProducer: EngineUser {}

extension FactProducer {
  /// Tells all who react to facts of this type.
  ///
  /// See ``Engine/post(fact:isolation:)``.
  @inlinable
  public func post(fact: some Fact, isolation: isolated (any Actor)? = #isolation) {
    engine.post(fact: fact, isolation: isolation)
  }
}
