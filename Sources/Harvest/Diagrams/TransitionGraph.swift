/// The transitions of a machine, as a value to draw and to check.
///
/// It is built by calling a mapping for each input in each state; no effect runs.
///
/// ```swift
/// let graph = mapping.graph(initial: .loggedOut)
/// print(graph.mermaid())
/// print(graph.report())
/// ```
public struct TransitionGraph<Input: Hashable, State: Hashable>: Hashable {
  /// The listed states, with the initial one and the final ones.
  public let states: [State]
  /// States that a transition leads to although they were not listed; their own transitions are unknown.
  public let unlistedStates: [State]
  /// The listed inputs, and then the answers of effects that were not listed.
  public let inputs: [Input]
  /// The initial state.
  public let initial: State
  /// The states in which the machine may end.
  public let finals: [State]
  /// The effects that start at the beginning.
  public let beginning: Work
  /// The transitions, sorted by state and then by input.
  public let edges: [Edge]
  /// The rules of the mapping, in their order.
  public let rules: [Rule]
  /// A Boolean value that indicates whether the search for answers was stopped because effects answered with
  /// new inputs without end.
  public let hasEndlessAnswers: Bool

  /// Effects, as far as they are known without running them.
  public struct Work: Hashable {
    /// The names of the effects: their labels, or else their ids.
    public let labels: [String]
    /// The inputs that may come from the effects, as far as they declare them.
    public let answers: [Input]
    /// A Boolean value that indicates whether some effects are made from a world that was not given; they are
    /// shown as "…".
    public let isHidden: Bool
  }

  /// A transition: an input in a state, and its result.
  public struct Edge: Hashable {
    /// The source state.
    public let from: State
    /// The input.
    public let input: Input
    /// The target state.
    public let to: State
    /// The index in ``TransitionGraph/rules`` of the rule that took the input.
    public let rule: Int
    /// The names of the rule's predicates that have one.
    public let guards: [String]
    /// The effects that the transition starts.
    public let work: Work
    /// A Boolean value that indicates whether the rule has the same result for this input in every state.
    public let isFromEveryState: Bool
  }

  /// A rule of the mapping: a row of a table, or a closure.
  public struct Rule: Hashable {
    /// The name in reports.
    public let name: RuleName
    /// A Boolean value that indicates whether the rule is a closure, which cannot be inspected.
    public let isClosure: Bool
    /// A Boolean value that indicates whether the rule asks for a world that was not given, so that it was
    /// skipped.
    public let isHidden: Bool
    /// The inputs and states that the rule matches, even where an earlier rule takes the input; empty for a
    /// closure.
    public let matches: [Match]
    /// The inputs and states that the row of a chart would take, and that rows of inner or earlier states
    /// take instead.
    public let overridden: [Match]
    /// The matches of a chart's row that it takes together with the rows of other regions; nil in graphs
    /// that earlier versions have encoded.
    let joined: [Match]?

    /// The inputs and states that the row of a chart takes together with the rows of other regions, one of
    /// which leads in the graph.
    public var takenTogether: [Match] { joined ?? [] }
  }

  /// An input in a state.
  public struct Match: Hashable {
    /// The input.
    public let input: Input
    /// The state.
    public let state: State
  }
}

/// The name of a mapping's rule in reports.
public struct RuleName: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The position among the rules; the first is 1.
  public let number: Int
  /// The row as text, such as `login | loggedOut`; nil for a closure.
  public let row: String?

  /// Creates a name.
  public init(number: Int, row: String?) {
    self.number = number
    self.row = row
  }

  /// The number, and the row's text.
  public var description: String {
    row.map { "row \(number) (`\($0)`)" } ?? "rule \(number), a closure"
  }
}

extension TransitionGraph: Sendable where Input: Sendable, State: Sendable {}
extension TransitionGraph.Work: Sendable where Input: Sendable, State: Sendable {}
extension TransitionGraph.Edge: Sendable where Input: Sendable, State: Sendable {}
extension TransitionGraph.Rule: Sendable where Input: Sendable, State: Sendable {}
extension TransitionGraph.Match: Sendable where Input: Sendable, State: Sendable {}

extension TransitionGraph: Codable where Input: Codable, State: Codable {}
extension TransitionGraph.Work: Codable where Input: Codable, State: Codable {}
extension TransitionGraph.Edge: Codable where Input: Codable, State: Codable {}
extension TransitionGraph.Rule: Codable where Input: Codable, State: Codable {}
extension TransitionGraph.Match: Codable where Input: Codable, State: Codable {}
