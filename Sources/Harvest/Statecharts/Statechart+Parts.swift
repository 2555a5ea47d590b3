extension Statechart {
  /// A state as it is written: its name, and what is in it.
  ///
  /// Made by `state`, `parallel` and `finalState`.
  public struct Node {
    enum Kind {
      case state
      case parallel
      case final
    }

    let name: Name
    let kind: Kind
    let isInitial: Bool
    let parts: [Part]

    var inner: [Node] {
      parts.compactMap { if case .node(let node) = $0.kind { node } else { nil } }
    }
  }

  /// Something that is in a state: an inner state, a transition, an effect or a delay.
  ///
  /// Made by `state` and its kin, `on`, `onDone`, `onEntry`, `onExit` and `after`.
  public struct Part {
    enum Kind {
      case node(Node)
      case transition(Draft)
      case entry(Entry)
      case exit((inout State) -> Effect)
      case delay(Duration, Input)
    }

    let kind: Kind
  }

  /// A transition as it is written.
  struct Draft {
    enum Trigger {
      case input(Pattern<Input>, guard: StatechartGuard<Input, State>?, run: (Input, inout State) -> Effect)
      case done(guard: Pattern<State>?, run: (inout State) -> Effect)
    }

    let trigger: Trigger
    let target: StatechartTarget<Name>?
    let isInternal: Bool
  }

  /// What happens when a state is entered.
  struct Entry {
    let run: (inout State) -> Effect
    /// Whether leaving the state cancels the effect.
    let isCancelledOnExit: Bool
  }

  /// Collects the outermost states of a chart.
  @resultBuilder
  public enum ChartBuilder {
    /// A state.
    public static func buildExpression(_ node: Node) -> [Node] { [node] }
    /// Several, in order.
    public static func buildBlock(_ nodes: [Node]...) -> [Node] { nodes.flatMap { $0 } }
    /// Those of a loop.
    public static func buildArray(_ nodes: [[Node]]) -> [Node] { nodes.flatMap { $0 } }
    /// Those of an `if`.
    public static func buildOptional(_ nodes: [Node]?) -> [Node] { nodes ?? [] }
    /// Those of an `if` with an `else`.
    public static func buildEither(first nodes: [Node]) -> [Node] { nodes }
    /// Those of an `else`.
    public static func buildEither(second nodes: [Node]) -> [Node] { nodes }
  }

  /// Collects what is in a state.
  @resultBuilder
  public enum StateBuilder {
    /// An inner state.
    public static func buildExpression(_ node: Node) -> [Part] { [Part(kind: .node(node))] }
    /// Anything else.
    public static func buildExpression(_ part: Part) -> [Part] { [part] }
    /// Several, in order.
    public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }
    /// Those of a loop.
    public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
    /// Those of an `if`.
    public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
    /// Those of an `if` with an `else`.
    public static func buildEither(first parts: [Part]) -> [Part] { parts }
    /// Those of an `else`.
    public static func buildEither(second parts: [Part]) -> [Part] { parts }
  }
}
