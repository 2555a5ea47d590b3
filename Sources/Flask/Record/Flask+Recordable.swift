public import Millrace

extension Flask {
  /// Returns the context in the form that a journal records: the states of its substances, and the commits of
  /// each turn.
  ///
  /// ```swift
  /// let recordable = flask.recordable { record in
  ///   record.add(app, RecordSchema("app"))
  ///   record.add(
  ///     cart,
  ///     RecordSchema("cart", version: 2).upcast("cart", from: 1, to: 2) { (old: CartV1) in Cart(old) })
  /// }
  /// ```
  ///
  /// A mix is a closure, so the record of a turn is its result: the whole states of the substances that it
  /// has committed. Substances that are not added are ignored. Each substance is written under its name as an
  /// object with the kind of its state, the version, and the state: `{"cart": {"kind": "cart", "version": 2,
  /// "state": {…}}}`. A substance that is missing in states written before it was added has its first state
  /// there, `S()`.
  ///
  /// When other states are restored, reactors are notified as of any transaction, in the order in which the
  /// substances were added, and archived substances are saved. Undo histories and captures are not recorded:
  /// they are neither saved nor restored, and stay as they are; see ``Substance/clearUndoHistory()``. If one
  /// of the context's own turns is running, the states are restored after it.
  ///
  /// The result retains the substances.
  ///
  /// - Parameter substances: A closure that adds the substances.
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
          try forms.encode(states.states.lazy.map { .init(name: $0.key, state: $0.value) }, encoder)
        },
        decode: { decoder in
          var states = FlaskStates(states: forms.first)
          for commit in try forms.decode(decoder) { states.states[commit.name] = commit.state }
          return states
        }),
      messages: RecordSchema(
        "commits", flaws: flaws,
        encode: { try forms.encode($0.commits, $1) }, decode: { FlaskCommits(commits: try forms.decode($0)) }),
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
  /// Replaces the states of substances, as a turn would, and notifies the reactors.
  ///
  /// It is no turn. Turns that the reactors request are taken before it returns, unless a turn is running.
  func putInPlace(_ states: [(SubstanceConcrete, any FlaskState)]) {
    if isInTransaction {
      afterwards.append { [self] in commitInPlace(states) }
    } else if flow.isInTurn {
      commitInPlace(states)
    } else {
      // No turn begins while the store's state is borrowed.
      store.withState { _ in commitInPlace(states) }
    }
  }

  /// True while the bus commits or notifies.
  private var isInTransaction: Bool { !touched.isEmpty || notifiedTurn != 0 }

  private func commitInPlace(_ states: [(SubstanceConcrete, any FlaskState)]) {
    for (substance, state) in states { substance.take(outside: state) }
    commitAll()
    react()
  }
}
