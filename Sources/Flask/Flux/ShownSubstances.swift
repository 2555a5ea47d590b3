/// The committed states of a context's substances, each under the name of its substance, for tools that show
/// them to people.
struct ShownSubstances: CustomReflectable {
  private let states: [(name: String, state: any FlaskState)]

  /// Copies the states of the substances that a context knows.
  init(of flux: Flux?) {
    var names: [String: Int] = [:]
    states = (flux?.knownSubstances ?? []).map { substance in
      let name = substance.name()
      names[name, default: 0] += 1
      let number = names[name] ?? 1
      return (number == 1 ? name : "\(name) \(number)", substance.committed)
    }
  }

  var customMirror: Mirror {
    Mirror(self, children: states.map { (label: $0.name, value: $0.state) }, displayStyle: .struct)
  }
}

/// The committed states of a context's substances with their undo histories, for an explorer that compares
/// them.
struct WholeSubstances {
  private struct Entry {
    let name: String
    let state: any FlaskState
    let history: Any?
  }

  private let entries: [Entry]

  /// Copies the states and the histories of the substances that a context knows.
  init(of flux: Flux?) {
    entries = (flux?.knownSubstances ?? []).map {
      Entry(name: $0.name(), state: $0.committed, history: $0.undoHistory)
    }
  }
}
