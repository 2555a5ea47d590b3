extension Statechart {
  /// An element of the chart's text: a state with its contents, or the states in which the chart begins.
  ///
  /// Create it with `substate`, `parallelState`, `finalState` or `initial(to:)`.
  public struct Node {
    enum Kind {
      case state
      case parallel
      case final
    }

    /// A state with its contents.
    struct Content {
      let name: Name
      let kind: Kind
      let isInitial: Bool
      let parts: [Part]

      var inner: [Content] {
        parts.compactMap { if case .node(let node) = $0.kind { node.content } else { nil } }
      }

      var beginnings: [Beginning] {
        parts.compactMap { if case .beginning(let beginning) = $0.kind { beginning } else { nil } }
      }
    }

    /// The state; nil for the states in which the chart begins.
    let content: Content?
    let beginning: Beginning?

    init(name: Name, kind: Kind, isInitial: Bool, parts: [Part]) {
      content = Content(name: name, kind: kind, isInitial: isInitial, parts: parts)
      beginning = nil
    }

    init(_ beginning: Beginning) {
      content = nil
      self.beginning = beginning
    }
  }

  /// The states in which a chart, or a state that is entered by default, begins.
  ///
  /// Create it with `initial(to:)`.
  public struct Beginning {
    let targets: [StatechartTarget<Name>]
    let run: (inout State) -> Effect
    let work: EffectText
  }

  /// An element of a state: an inner state, its beginning, a transition, an effect or a delay.
  ///
  /// Create it with `substate` and the like, `initial(to:)`, `onInput`, `onDone`, `onAlways`, `onEntry`,
  /// `onExit` or `onDelay`.
  public struct Part {
    enum Kind {
      case node(Node)
      case beginning(Beginning)
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
      /// The state that has to be done; nil for the source itself.
      case done(of: Name?, guard: StatechartGuard<Input, State>?, run: (inout State) -> Effect)
      case always(guard: StatechartGuard<Input, State>?, run: (inout State) -> Effect)
    }

    let trigger: Trigger
    let targets: [StatechartTarget<Name>]
    let isInternal: Bool
    /// The text of its effects in diagrams.
    let work: EffectText

    /// The name of its function, for errors.
    var kindName: String {
      switch trigger {
      case .input: "an `onInput`"
      case .done: "an `onDone`"
      case .always: "an `onAlways`"
      }
    }
  }

  /// The names of effects in a diagram: those of an effect, and "…" for a closure.
  struct EffectText {
    var effect: Effect = .empty
    var hasClosure = false
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
    /// Wraps the states in which the chart begins.
    public static func buildExpression(_ beginning: Beginning) -> [Node] { [Node(beginning)] }
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
    /// Wraps the states in which the state begins.
    public static func buildExpression(_ beginning: Beginning) -> [Part] {
      [Part(kind: .beginning(beginning))]
    }
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
