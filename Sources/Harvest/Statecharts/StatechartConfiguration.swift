/// The configuration of a statechart: the active states, and the histories of states that were left.
///
/// It is a value: two configurations with the same active states, histories and delays are equal. A
/// ``Statechart`` makes it; a custom state begins with an empty one.
public struct StatechartConfiguration<Name: Hashable & Sendable>: Hashable, Sendable {
  /// The active states in the order of the chart, so that an outer state is before its inner ones.
  public internal(set) var active: [Name]
  /// The active states without inner ones, in the order of the chart; one for each region.
  public internal(set) var leaves: [Name]
  /// The history of each state that has one and was left: the inner states that were active.
  public internal(set) var remembered: [Name: [Name]]
  /// The delays of the active states, in the order of the chart.
  public internal(set) var delays: [StatechartDelay<Name>]

  /// Creates an empty configuration: a chart begins with it, and rejects every input in it.
  public init() {
    self.init(active: [], leaves: [], remembered: [:], delays: [])
  }

  init(active: [Name], leaves: [Name], remembered: [Name: [Name]], delays: [StatechartDelay<Name>]) {
    self.active = active
    self.leaves = leaves
    self.remembered = remembered
    self.delays = delays
  }

  /// Returns whether a state is active.
  public func contains(_ name: Name) -> Bool {
    active.contains(name)
  }
}

extension StatechartConfiguration: CustomStringConvertible {
  /// The innermost states, such as `playing`, `playing & muted`, or `off (on: paused)` with the history of
  /// `on`.
  public var description: String {
    let memories = remembered.map { "\($0): \(Self.list($1))" }.sorted()
    let places = leaves.isEmpty ? "nowhere" : Self.list(leaves)
    return memories.isEmpty ? places : "\(places) (\(memories.joined(separator: ", ")))"
  }

  private static func list(_ names: [Name]) -> String {
    names.map { "\($0)" }.joined(separator: " & ")
  }
}

/// The state of a machine that is a statechart: a configuration, and further values that its actions and
/// guards read.
///
/// A ``StatechartConfiguration`` is one by itself. A machine that counts or collects has its own type:
///
/// ```swift
/// struct Player: StatechartState {
///   var configuration = StatechartConfiguration<Mode>()
///   var volume = 3
/// }
/// ```
public protocol StatechartState {
  /// The type of the states' names; usually an enum.
  associatedtype Name: Hashable & Sendable
  /// The configuration.
  ///
  /// The chart writes it; other changes during a transition are overwritten.
  var configuration: StatechartConfiguration<Name> { get set }
}

extension StatechartConfiguration: StatechartState {
  /// The configuration itself.
  public var configuration: StatechartConfiguration<Name> {
    get { self }
    set { self = newValue }
  }
}
