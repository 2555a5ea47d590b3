public import Millrace

extension Flask {
  /// The context as a journal sees it: the states of its substances, and what each turn has committed to them.
  ///
  /// ```swift
  /// let recordable = flask.recordable { record in
  ///   record.add(app, RecordSchema("app"))
  ///   record.add(cart, RecordSchema("cart", version: 2).upcast("cart", from: 1, to: 2) { (old: CartV1) in Cart(old) })
  /// }
  /// ```
  ///
  /// A mix is a closure, so what is kept of a turn is what it has made: the whole states of the substances that it has
  /// committed. Substances that are not added are left alone. Each is written under its name as an object with the kind
  /// of its state, the version, and the state: `{"cart": {"kind": "cart", "version": 2, "state": {…}}}`. A substance that
  /// is not in states that were written before it was added has its first state there, `S()`.
  ///
  /// When other states are put in place, reactors are told as of any transaction, in the order in which the substances
  /// were added, and those that save themselves are saved. Undo histories and captures are no part of a record: they
  /// are neither kept nor put back, and stay as they are; see ``Substance/clearUndoHistory()``. From inside of one of
  /// the context's own turns the states are put in place when that is over.
  ///
  /// It holds the substances.
  ///
  /// - Parameter substances: Adds the substances.
  public func recordable(
    _ substances: (inout RecordedSubstances) -> Void
  ) -> Recordable<FlaskStates, FlaskCommits> {
    var recorded = RecordedSubstances(of: self)
    substances(&recorded)
    let (members, forms, flaws) = (recorded.members, SubstanceForms(recorded), recorded.flaws)
    let names = Dictionary(
      members.map { (ObjectIdentifier($0.substance), $0.name) }, uniquingKeysWith: { first, _ in first })
    return Recordable(
      name: bus.store.storeName, flow: bus.flow,
      states: RecordSchema(
        "substances", flaws: flaws,
        encode: { states, encoder in
          try forms.encode(states.states.lazy.map { (name: $0.key, state: $0.value) }, encoder)
        },
        decode: { decoder in
          var states = FlaskStates(states: forms.first)
          for (name, state) in try forms.decode(decoder) { states.states[name] = state }
          return states
        }),
      messages: RecordSchema(
        "commits", flaws: flaws,
        encode: { commits, encoder in
          try forms.encode(commits.commits.lazy.map { (name: $0.name, state: $0.state) }, encoder)
        },
        decode: { FlaskCommits(commits: try forms.decode($0).map { .init(name: $0.name, state: $0.state) }) }),
      kept: { message in
        guard let message = message as? FluxMessage else { return nil }
        let commits = message.made.compactMap { commit in
          names[commit.identity].map { FlaskCommits.Commit(name: $0, state: commit.state) }
        }
        return commits.isEmpty ? nil : FlaskCommits(commits: commits)
      },
      state: {
        FlaskStates(
          states: Dictionary(members.map { ($0.name, $0.state()) }, uniquingKeysWith: { first, _ in first }))
      },
      replace: { [bus] states in
        bus.putInPlace(
          members.compactMap { member in states.states[member.name].map { (member.substance, $0) } })
      },
      change: { states, commits in
        for commit in commits.commits { states.states[commit.name] = commit.state }
      })
  }
}

extension Flux {
  /// Gives substances other states, as a turn would, and has the reactors told.
  ///
  /// It is no turn. What the reactors ask for has its turns before this returns, where no turn is being taken.
  func putInPlace(_ states: [(SubstanceConcrete, any FlaskState)]) {
    if isInTransaction {
      afterwards.append { [self] in commitInPlace(states) }
    } else if flow.isInTurn {
      commitInPlace(states)
    } else {
      // No turn begins while the store's state is lent.
      store.withState { _ in commitInPlace(states) }
    }
  }

  /// Whether the bus has something to commit or to tell.
  private var isInTransaction: Bool { !touched.isEmpty || tellingTurn != 0 }

  private func commitInPlace(_ states: [(SubstanceConcrete, any FlaskState)]) {
    for (substance, state) in states { substance.take(outside: state) }
    commitAll()
    react()
  }
}
