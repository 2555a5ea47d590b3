extension Statechart {
  /// A state of the chart's text: its name and its contents.
  ///
  /// Create it with `substate`, `parallelState` or `finalState`.
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

  /// An element of a state: an inner state, a transition, an effect or a delay.
  ///
  /// Create it with `substate` and the like, `onInput`, `onDone`, `onEntry`, `onExit` or `onDelay`.
  public struct Part {
    enum Kind {
      case node(Node)
      case transition(Draft)
      case entry(Entry)
      case exit(Exit)
      case delay(Delay)
    }

    let kind: Kind
  }

  /// A transition of the chart's text.
  struct Draft {
    enum Trigger {
      case input(Pattern<Input>, guard: StatechartGuard<Input, State>?, run: (Input, inout State) -> Effect)
      case done(guard: Pattern<State>?, run: (inout State) -> Effect)
      case always(guard: Pattern<State>?, run: (inout State) -> Effect)
    }

    let trigger: Trigger
    let targets: [StatechartTarget<Name>]
    let isInternal: Bool
    /// The text of its effects in diagrams.
    let work: EffectText
  }

  /// The names of effects in a diagram: those of an effect, and "…" for a closure, which is not called.
  struct EffectText {
    var effect: Effect = .empty
    var hasClosure = false

    func labels(in world: World?) -> [String] {
      effect.labels(in: world) + (hasClosure ? ["…"] : [])
    }
  }

  /// The action when a state is entered.
  struct Entry {
    let run: (inout State) -> Effect
    /// True when leaving the state cancels the effect.
    let isCancelledOnExit: Bool
    let work: EffectText
  }

  /// The action when a state is left.
  struct Exit {
    let run: (inout State) -> Effect
    let work: EffectText
  }

  /// An input that is sent when a state has been active for a time.
  struct Delay {
    /// The name of the time in diagrams, such as `30.0 seconds`.
    let name: String
    let time: (State) -> Duration
    /// The time, where it is the same in every state.
    let fixedTime: Duration?
    let input: Input
  }

  /// A result builder that collects the outermost states of a chart.
  @resultBuilder
  public enum ChartBuilder {
    /// Wraps a state.
    public static func buildExpression(_ node: Node) -> [Node] { [node] }
    /// Joins several, in order.
    public static func buildBlock(_ nodes: [Node]...) -> [Node] { nodes.flatMap { $0 } }
    /// Joins those of a loop.
    public static func buildArray(_ nodes: [[Node]]) -> [Node] { nodes.flatMap { $0 } }
    /// Returns those of an `if`.
    public static func buildOptional(_ nodes: [Node]?) -> [Node] { nodes ?? [] }
    /// Returns those of an `if` with an `else`.
    public static func buildEither(first nodes: [Node]) -> [Node] { nodes }
    /// Returns those of an `else`.
    public static func buildEither(second nodes: [Node]) -> [Node] { nodes }
  }

  /// A result builder that collects the contents of a state.
  @resultBuilder
  public enum StateBuilder {
    /// Wraps an inner state.
    public static func buildExpression(_ node: Node) -> [Part] { [Part(kind: .node(node))] }
    /// Wraps any other element.
    public static func buildExpression(_ part: Part) -> [Part] { [part] }
    /// Joins several, in order.
    public static func buildBlock(_ parts: [Part]...) -> [Part] { parts.flatMap { $0 } }
    /// Joins those of a loop.
    public static func buildArray(_ parts: [[Part]]) -> [Part] { parts.flatMap { $0 } }
    /// Returns those of an `if`.
    public static func buildOptional(_ parts: [Part]?) -> [Part] { parts ?? [] }
    /// Returns those of an `if` with an `else`.
    public static func buildEither(first parts: [Part]) -> [Part] { parts }
    /// Returns those of an `else`.
    public static func buildEither(second parts: [Part]) -> [Part] { parts }
  }
}
