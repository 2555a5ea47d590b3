/// Where a statechart is: the states that are active, and what the states that were left remember.
///
/// It is a value: two machines that are in the same states and remember the same are equal. A ``Statechart`` makes
/// it; an empty one is what a state of one's own begins with.
public struct StatechartConfiguration<Name: Hashable & Sendable>: Hashable, Sendable {
  /// The active states in the order in which the chart names them, so that an outer state is before its inner ones.
  public internal(set) var active: [Name]
  /// The active states that have no inner ones, in the order in which the chart names them; one for each region.
  public internal(set) var leaves: [Name]
  /// For each state that a history leads back to and that was left, where it was left.
  public internal(set) var remembered: [Name: [Name]]

  /// No state is active; a chart begins here, and rejects every input in it.
  public init() {
    self.init(active: [], leaves: [], remembered: [:])
  }

  init(active: [Name], leaves: [Name], remembered: [Name: [Name]]) {
    self.active = active
    self.leaves = leaves
    self.remembered = remembered
  }

  /// Whether a state is active, itself or because an inner one is.
  public func contains(_ name: Name) -> Bool {
    active.contains(name)
  }
}

extension StatechartConfiguration: CustomStringConvertible {
  /// The innermost states, such as `playing`, `playing & muted`, or `off (on: paused)` when `on` remembers that.
  public var description: String {
    let memories = remembered.map { "\($0): \(Self.list($1))" }.sorted()
    let places = leaves.isEmpty ? "nowhere" : Self.list(leaves)
    return memories.isEmpty ? places : "\(places) (\(memories.joined(separator: ", ")))"
  }

  private static func list(_ names: [Name]) -> String {
    names.map { "\($0)" }.joined(separator: " & ")
  }
}

/// The state of a machine that is a statechart: a configuration, and whatever else its actions and guards look at.
///
/// A ``StatechartConfiguration`` is one by itself. A machine that counts or collects has a state of its own:
///
/// ```swift
/// struct Player: StatechartState {
///   var configuration = StatechartConfiguration<Mode>()
///   var volume = 3
/// }
/// ```
public protocol StatechartState {
  /// What the chart calls its states; most often an enum.
  associatedtype Name: Hashable & Sendable
  /// Where the chart is.
  ///
  /// The chart writes it; what anybody else writes there during a transition is overwritten.
  var configuration: StatechartConfiguration<Name> { get set }
}

extension StatechartConfiguration: StatechartState {
  /// Itself.
  public var configuration: StatechartConfiguration<Name> {
    get { self }
    set { self = newValue }
  }
}
