/// The states of the substances that a record is about, by their names in it.
public struct FlaskStates: Sendable {
  var states: [String: any FlaskState]

  /// The names of the substances, sorted.
  public var names: [String] { states.keys.sorted() }

  /// The state of a substance; nil when there is none of that name, or it is of another type.
  ///
  /// - Parameters:
  ///   - name: The substance's name in the record.
  ///   - type: The type of its state.
  public func state<S: FlaskState>(of name: String, as type: S.Type = S.self) -> S? { states[name] as? S }
}

/// What a turn has committed to the substances that a record is about.
public struct FlaskCommits: Sendable {
  /// The state of one substance after the turn.
  struct Commit: Sendable {
    let name: String
    let state: any FlaskState
  }

  var commits: [Commit]

  /// The names of the substances that the turn has committed, in the order in which it first mixed them.
  public var names: [String] { commits.map(\.name) }

  /// The state that a substance was given; nil when it was given none, or one of another type.
  ///
  /// - Parameters:
  ///   - name: The substance's name in the record.
  ///   - type: The type of its state.
  public func state<S: FlaskState>(of name: String, as type: S.Type = S.self) -> S? {
    commits.first { $0.name == name }?.state as? S
  }
}
