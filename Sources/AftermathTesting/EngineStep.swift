public import Aftermath
import MillraceTesting

/// A turn of an engine, or of a store that is folded from its events, that a test can assert.
///
/// Two steps are equal if they are of one kind and their commands or events are of one type and equal, by
/// `==` where there is one, else by their contents.
public enum EngineStep: Sendable, Equatable {
  /// The engine executes a command.
  case command(any AnyCommand)
  /// The engine publishes an event.
  case event(any AnyEvent)
  /// A store of the engine folds an event into its state.
  case folded(any AnyEvent)

  /// The engine publishes a fact.
  public static func fact<F: Fact>(_ fact: F) -> EngineStep { .event(Event<FactCommand<F>>.data(fact)) }

  /// True for an event of progress.
  public var isProgress: Bool { if case .event(let event) = self { event.inProgress } else { false } }

  /// True when a store folds an event into its state.
  public var isFolded: Bool { if case .folded = self { true } else { false } }

  /// Returns true for an event that carries the output of a command of this type.
  public func isData<C: Command>(of command: C.Type) -> Bool {
    guard case .event(let event) = self else { return false }
    return event is Event<C> && event.result != nil
  }

  /// Returns true if both are of one kind, with equal commands or events of one type.
  public static func == (left: EngineStep, right: EngineStep) -> Bool {
    switch (left, right) {
    case (.command(let left), .command(let right)): areSame(left, right)
    case (.event(let left), .event(let right)), (.folded(let left), .folded(let right)): areSame(left, right)
    default: false
    }
  }

  private static func areSame(_ left: Any, _ right: Any) -> Bool {
    type(of: left) == type(of: right) && Difference(from: left, to: right) == nil
  }
}
