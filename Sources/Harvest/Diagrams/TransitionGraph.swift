/// Which state a machine goes to for which input: a value to be drawn and to be checked.
///
/// It is made of a mapping, by asking it for each input in each state; nothing runs.
///
/// ```swift
/// let graph = mapping.graph(initial: .loggedOut)
/// print(graph.mermaid())
/// print(graph.report())
/// ```
public struct TransitionGraph<Input: Hashable, State: Hashable>: Hashable {
  /// The states that were listed, the initial one and the final ones among them.
  public let states: [State]
  /// States that a transition leads to although they were not listed; nobody has asked what they do.
  public let unlistedStates: [State]
  /// The inputs that were listed, and then the answers of effects that were not.
  public let inputs: [Input]
  /// The state it begins in.
  public let initial: State
  /// The states in which it may end.
  public let finals: [State]
  /// The effects that are started at the beginning, as the edges' are.
  public let beginning: Work
  /// The transitions, in the order of the states, and of the inputs in each.
  public let edges: [Edge]
  /// The rules of the mapping, in the order in which they are asked.
  public let rules: [Rule]
  /// Whether effects answered with ever new inputs, so that the search for them was given up.
  public let hasEndlessAnswers: Bool

  /// Effects, as far as they can be known without running them.
  public struct Work: Hashable {
    /// What they are called: by their label, or else by their id.
    public let labels: [String]
    /// The inputs that may come of them, as far as they say so.
    public let answers: [Input]
    /// Whether some are made of a world that nobody has given; they are called "…".
    public let isHidden: Bool
  }

  /// A transition: the input that is taken in a state, and what comes of it.
  public struct Edge: Hashable {
    /// The state it leaves.
    public let from: State
    /// The input it is for.
    public let input: Input
    /// The state it leads to.
    public let to: State
    /// The place in ``TransitionGraph/rules`` of the rule that took the input.
    public let rule: Int
    /// The names of the rule's predicates, as far as they have one.
    public let guards: [String]
    /// The effects it asks for.
    public let work: Work
    /// Whether the rule says the same for this input in every state.
    public let isFromEveryState: Bool
  }

  /// A rule of the mapping: a row of a table, or a closure.
  public struct Rule: Hashable {
    /// What it is called in reports.
    public let name: RuleName
    /// Whether it is a closure, which cannot be looked into.
    public let isClosure: Bool
    /// Where it takes an input, whether or not another does so before; nothing for a closure.
    public let matches: [Match]
  }

  /// An input in a state.
  public struct Match: Hashable {
    /// The input.
    public let input: Input
    /// The state.
    public let state: State
  }
}

/// What a rule of a mapping is called in reports.
public struct RuleName: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Its place among the rules; the first is 1.
  public let number: Int
  /// The row as text, such as `login | loggedOut`; nil for a closure.
  public let row: String?

  /// A name.
  public init(number: Int, row: String?) {
    self.number = number
    self.row = row
  }

  /// Its number, and what the row says.
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
