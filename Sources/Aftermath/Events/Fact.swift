/// A message that something has happened, without a command or a handler.
///
/// ```swift
/// struct LoggedIn: Fact { let name: String }
///
/// next { (fact: LoggedIn) in title = fact.name }   // each that wants to know
/// post(fact: LoggedIn(name: "Ada"))                // the one that knows
/// ```
public protocol Fact: Sendable {}

/// The command that identifies the events of a fact; its output is the fact.
///
/// It is never executed.
public struct FactCommand<F: Fact>: Command {
  /// The fact.
  public typealias Output = F
}

/// A type that posts facts.
///
/// It posts them on ``Engine/shared``, unless it has an engine of its own; see ``EngineUser``.
public protocol FactProducer: EngineUser {}

extension FactProducer {
  /// Posts a fact to all reactions to its type.
  ///
  /// See ``Engine/post(fact:isolation:)``.
  @inlinable
  public func post(fact: some Fact, isolation: isolated (any Actor)? = #isolation) {
    reach(isolation)?.post(fact: fact, isolation: isolation)
  }
}
