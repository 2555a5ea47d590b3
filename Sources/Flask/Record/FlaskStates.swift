/// The states of the substances of a record, by their names in it.
public struct FlaskStates: Sendable {
  var states: [String: any FlaskState]

  /// The names of the substances, sorted.
  public var names: [String] { states.keys.sorted() }

  /// Returns the state of a substance, or nil if there is none of that name or it has another type.
  ///
  /// - Parameters:
  ///   - name: The substance's name in the record.
  ///   - type: The type of its state.
  public func state<S: FlaskState>(of name: String, as type: S.Type = S.self) -> S? { states[name] as? S }
}

/// The commits of a turn to the substances of a record.
public struct FlaskCommits: Sendable {
  struct Commit: Sendable {
    let name: String
    let state: any FlaskState
  }

  var commits: [Commit]

  /// The names of the substances that the turn has committed, in the order of their first mix.
  public var names: [String] { commits.map(\.name) }

  /// Returns the state committed to a substance of this name in the record, or nil if there is none or it has
  /// another type.
  public func state<S: FlaskState>(of name: String, as type: S.Type = S.self) -> S? {
    commits.first { $0.name == name }?.state as? S
  }
}
